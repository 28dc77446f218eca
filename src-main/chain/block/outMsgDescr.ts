import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { loadCurrencyCollection, storeCurrencyCollection } from '@ton/core'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { addCurrencies, NO_CURRENCIES } from './addCurrencies.ts'
import type { OutMsg } from './outMsg.ts'
import { exportedValueOf, loadOutMsg, storeOutMsg } from './outMsg.ts'

// _ (HashmapAugE 256 OutMsg CurrencyCollection) = OutMsgDescr;

/** The messages that left a block or its queue, by the hash of their Message cell; extras are exported value. */
export type OutMsgDescr = HashmapAugE<OutMsg, CurrencyCollection>

export const OUT_MSG_DESCR: AugCodec<OutMsg, CurrencyCollection> = {
  type: 'OutMsgDescr',
  keyBits: 256,
  loadValue: loadOutMsg,
  storeValue: storeOutMsg,
  loadExtra: loadCurrencyCollection,
  storeExtra: storeCurrencyCollection,
  extraOf: exportedValueOf,
  combine: addCurrencies,
  emptyExtra: NO_CURRENCIES,
}

export function loadOutMsgDescr(slice: Slice): OutMsgDescr {
  return loadHashmapAugE(slice, OUT_MSG_DESCR)
}

export function storeOutMsgDescr(descr: OutMsgDescr): (builder: Builder) => void {
  return storeHashmapAugE(descr)
}
