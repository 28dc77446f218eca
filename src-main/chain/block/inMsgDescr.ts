import type { Builder, Slice } from '@ton/core'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { addCurrencies, NO_CURRENCIES } from './addCurrencies.ts'
import type { ImportFees } from './importFees.ts'
import { loadImportFees, storeImportFees } from './importFees.ts'
import type { InMsg } from './inMsg.ts'
import { importFeesOf, loadInMsg, storeInMsg } from './inMsg.ts'

// _ (HashmapAugE 256 InMsg ImportFees) = InMsgDescr;

/** The messages that came into a block, by the hash of their Message cell. */
export type InMsgDescr = HashmapAugE<InMsg, ImportFees>

export const IN_MSG_DESCR: AugCodec<InMsg, ImportFees> = {
  type: 'InMsgDescr',
  keyBits: 256,
  loadValue: loadInMsg,
  storeValue: storeInMsg,
  loadExtra: loadImportFees,
  storeExtra: storeImportFees,
  extraOf: importFeesOf,
  combine: (left, right) => ({
    feesCollected: left.feesCollected + right.feesCollected,
    valueImported: addCurrencies(left.valueImported, right.valueImported),
  }),
  emptyExtra: { feesCollected: 0n, valueImported: NO_CURRENCIES },
}

export function loadInMsgDescr(slice: Slice): InMsgDescr {
  return loadHashmapAugE(slice, IN_MSG_DESCR)
}

export function storeInMsgDescr(descr: InMsgDescr): (builder: Builder) => void {
  return storeHashmapAugE(descr)
}
