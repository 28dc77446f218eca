import { z } from 'zod'
import { required } from '../parameter.ts'
import { hashText, tagged } from './common.ts'
import { address, hash } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** Addresses and hashes without a network: compatibility-v2 §9.1–9.3. */

const ADDRESS = required(address, {
  description: 'An address in any form: raw, or friendly in either base64 alphabet',
  missing: 'empty address',
})

const addressVariant = tagged('ext.utils.detectedAddressVariant', { b64: z.string(), b64url: z.string() })

export const detectAddress = defineOperation({
  name: 'detectAddress',
  category: 'utils',
  summary: 'All forms of an address',
  cache: 'none',
  parameters: { address: ADDRESS },
  result: z
    .strictObject({
      '@type': z.literal('ext.utils.detectedAddress'),
      raw_form: z.string(),
      bounceable: addressVariant,
      non_bounceable: addressVariant,
      given_type: z.enum(['raw_form', 'friendly_bounceable', 'friendly_non_bounceable']),
      test_only: z.boolean(),
    })
    .meta({ id: 'ext.utils.detectedAddress' }),
})

export const detectHash = defineOperation({
  name: 'detectHash',
  category: 'utils',
  summary: 'All forms of a hash',
  cache: 'none',
  parameters: {
    hash: required(hash, {
      description: 'A 32-byte hash in hexadecimal, base64 or base64url',
      missing: 'empty hash',
      unparsable: 'failed to parse hash',
    }),
  },
  result: z
    .strictObject({
      '@type': z.literal('ext.utils.detectedHash'),
      b64: hashText,
      b64url: z.string(),
      hex: z.string(),
    })
    .meta({ id: 'ext.utils.detectedHash' }),
})

export const packAddress = defineOperation({
  name: 'packAddress',
  category: 'utils',
  summary: 'The friendly form of an address',
  description:
    'A raw address becomes bounceable and not test-only; a friendly one keeps its flags. The text is empty for a ' +
    'workchain outside of -128 to 127, which has no friendly form.',
  cache: 'none',
  parameters: { address: ADDRESS },
  result: z.string(),
})

export const unpackAddress = defineOperation({
  name: 'unpackAddress',
  category: 'utils',
  summary: 'The raw form of an address',
  cache: 'none',
  parameters: { address: ADDRESS },
  result: z.string(),
})
