import type { Cell } from '@ton/core'
import type { ConfigParamJson } from '#shared/schema/chainConfig.ts'
import { serializeBoc } from '../cells/serializeBoc.ts'
import type { HashmapE } from '../hashmap/hashmap.ts'
import { PrunedBranchError, TlbError } from '../tlb.ts'
import { signedKey, tlbJson } from '../tlbJson.ts'
import { CONFIG_CODECS, type KnownParam, parseConfigParam } from './configCodecs.ts'
import { configEntries } from './configParams.ts'
import { SUSPENDED_ADDRESSES } from './suspendedAddresses.ts'
import { WORKCHAINS } from './workchainDescr.ts'

/** Formats the number of a workchain, and `workchain:account` of a suspended account. */
function keyText(key: Buffer, { codec }: HashmapE<unknown>): string | undefined {
  if (codec === WORKCHAINS) return signedKey(key, codec.keyBits)
  return codec === SUSPENDED_ADDRESSES ? `${key.readInt32BE(0)}:${key.toString('hex', 4)}` : undefined
}

function isKnownParam(id: number): id is KnownParam {
  return Object.hasOwn(CONFIG_CODECS, id)
}

function decodedParam(id: number, cell: Cell): Pick<ConfigParamJson, 'value' | 'problem'> {
  if (!isKnownParam(id)) return {}
  try {
    return { value: tlbJson(parseConfigParam(id, cell), { keyText }) }
  } catch (error) {
    // Some networks used forms that later software dropped. The page still shows the cell.
    if (error instanceof TlbError || error instanceof PrunedBranchError) return { problem: error.message }
    throw error
  }
}

/**
 * Returns all parameters of the dictionary at `config` with their decoded values, those with negative ids last.
 * @throws TlbError for a malformed dictionary
 */
export function configJson(config: Cell): readonly ConfigParamJson[] {
  return [...configEntries(config)].map(({ id, value: cell }) => ({
    id,
    hash: cell.hash().toString('hex'),
    boc: serializeBoc(cell).toString('base64'),
    ...decodedParam(id, cell),
  }))
}
