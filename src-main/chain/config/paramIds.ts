import type { Builder, Slice } from '@ton/core'
import { HashmapE, loadHashmap, storeHashmap } from '../hashmap/hashmap.ts'
import { intOfKey } from '../hashmap/key.ts'
import { setCodec } from '../hashmap/setCodec.ts'
import { configKey } from './configParams.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ mandatory_params:(Hashmap 32 True) = ConfigParam 9;
// _ critical_params:(Hashmap 32 True) = ConfigParam 10;

const PARAM_IDS = setCodec('ConfigParam ids', 32)

/** Reads parameter 9 or 10: the ids of parameters that must exist, or that need more votes to change. */
export function loadParamIds(slice: Slice): readonly number[] {
  return [...loadHashmap(slice, PARAM_IDS).keys()].map((key) => Number(intOfKey(key, 32)))
}

/**
 * Returns a writer (for Builder.store) of a set of parameter ids: at least one, without duplicates, in any
 * order.
 */
export function storeParamIds(ids: readonly number[]): (builder: Builder) => void {
  const keys = ids.map(configKey).sort((a, b) => a.compare(b))
  return storeHashmap(
    HashmapE.from(
      PARAM_IDS,
      keys.map((key) => ({ key, value: true })),
    ),
  )
}
