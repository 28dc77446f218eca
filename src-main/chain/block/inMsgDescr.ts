import type { Builder, Slice } from '@ton/core'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { addCurrencies, NO_CURRENCIES } from '../state/currencies.ts'
import type { ImportFees } from './importFees.ts'
import { loadImportFees, storeImportFees } from './importFees.ts'
import type { InMsg } from './inMsg.ts'
import { importFeesOf, loadInMsg, storeInMsg } from './inMsg.ts'

// _ (HashmapAugE 256 InMsg ImportFees) = InMsgDescr;

/** The messages that came into a block, by the hash of their Message cell. */
export type InMsgDescr = HashmapAugE<InMsg, ImportFees>

/**
 * The codec for blocks of one global version (gen_software, 0 where a block has none): it matters when leaves are
 * written without giving their extra, see importFeesOf.
 */
export function inMsgDescrCodec(globalVersion: number): AugCodec<InMsg, ImportFees> {
  return {
    type: 'InMsgDescr',
    keyBits: 256,
    loadValue: loadInMsg,
    storeValue: storeInMsg,
    loadExtra: loadImportFees,
    storeExtra: storeImportFees,
    extraOf: (value) => importFeesOf(value, globalVersion),
    combine: (left, right) => ({
      feesCollected: left.feesCollected + right.feesCollected,
      valueImported: addCurrencies(left.valueImported, right.valueImported),
    }),
    emptyExtra: { feesCollected: 0n, valueImported: NO_CURRENCIES },
  }
}

/** @param globalVersion of the block; only needed for changing the result */
export function loadInMsgDescr(slice: Slice, globalVersion = 12): InMsgDescr {
  return loadHashmapAugE(slice, inMsgDescrCodec(globalVersion))
}

export function storeInMsgDescr(descr: InMsgDescr): (builder: Builder) => void {
  return storeHashmapAugE(descr)
}
