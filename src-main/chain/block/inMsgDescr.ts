import type { Slice } from '@ton/core'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAugE } from '../hashmap/hashmapAug.ts'
import { addCurrencies, NO_CURRENCIES } from '../state/currencies.ts'
import type { ImportFees } from './importFees.ts'
import { loadImportFees, storeImportFees } from './importFees.ts'
import type { InMsg } from './inMsg.ts'
import { importFeesOf, loadInMsg, storeInMsg } from './inMsg.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ (HashmapAugE 256 InMsg ImportFees) = InMsgDescr;

/** The inbound messages of a block, by the hash of their Message cell. */
export type InMsgDescr = HashmapAugE<InMsg, ImportFees>

/**
 * Returns the codec for blocks of one global version (`gen_software`, 0 if a block has none). The version
 * matters only when leaves are written without an extra: see importFeesOf.
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

/**
 * Reads an InMsgDescr.
 * @param globalVersion of the block; needed only to change the result
 */
export function loadInMsgDescr(slice: Slice, globalVersion = 12): InMsgDescr {
  return loadHashmapAugE(slice, inMsgDescrCodec(globalVersion))
}
