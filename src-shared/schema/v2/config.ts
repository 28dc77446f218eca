import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import { countGiven, nonNegative, positive } from './checks.ts'
import { bocText, hashText, tvmCell } from './common.ts'
import { blockSeqno, hashes, int32FromZero } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** Configuration and public libraries: compatibility-v2 §6. */

const CONFIG_SEQNO = optional(blockSeqno, {
  description: 'Masterchain block whose configuration is read; default: the newest',
})

const configInfo = z
  .strictObject({ '@type': z.literal('configInfo'), config: tvmCell })
  .meta({ id: 'configInfo' })

export const getConfigParam = defineOperation({
  name: 'getConfigParam',
  category: 'configuration',
  summary: 'One parameter of the configuration',
  description: 'An absent parameter answers with empty bytes.',
  cache: 'config',
  parameters: {
    param: optional(int32FromZero, { description: 'Number of the parameter' }),
    config_id: optional(int32FromZero, { description: 'Older name of param' }),
    seqno: CONFIG_SEQNO,
  },
  check: ({ param, config_id, seqno }, source) => {
    const given = countGiven(param, config_id)
    // For a query with both, config_id counts, as in the reference server.
    if (given === 0 || (given === 2 && source === 'body')) {
      return 'only one of config_id or param should be specified'
    }
    return nonNegative('param', config_id ?? param) ?? positive('seqno', seqno)
  },
  result: configInfo,
})

export const getConfigAll = defineOperation({
  name: 'getConfigAll',
  category: 'configuration',
  summary: 'The whole configuration dictionary',
  cache: 'config',
  parameters: { seqno: CONFIG_SEQNO },
  check: ({ seqno }) => positive('seqno', seqno),
  result: configInfo,
})

export const getLibraries = defineOperation({
  name: 'getLibraries',
  category: 'configuration',
  summary: 'Public libraries by hash',
  description: 'At most 16 at once; unknown hashes are missing from the answer.',
  cache: 'config',
  parameters: {
    libraries: withDefault(hashes, [], { description: 'Hashes of the library cells' }),
  },
  result: z
    .strictObject({
      '@type': z.literal('smc.libraryResult'),
      result: z.array(
        z
          .strictObject({ '@type': z.literal('smc.libraryEntry'), hash: hashText, data: bocText })
          .meta({ id: 'smc.libraryEntry' }),
      ),
    })
    .meta({ id: 'smc.libraryResult' }),
})
