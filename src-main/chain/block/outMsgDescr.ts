import type { CurrencyCollection } from '@ton/core'
import type { AugCodec, HashmapAugE } from '../hashmap/hashmapAug.ts'
import { addCurrencies, loadCurrencies, NO_CURRENCIES, storeCurrencies } from '../state/currencies.ts'
import type { OutMsg } from './outMsg.ts'
import { exportedValueOf, loadOutMsg, storeOutMsg } from './outMsg.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ (HashmapAugE 256 OutMsg CurrencyCollection) = OutMsgDescr;

/**
 * The messages that left a block or its queue, by the hash of their Message cell. Extras are exported values.
 */
export type OutMsgDescr = HashmapAugE<OutMsg, CurrencyCollection>

/** Returns the codec for blocks of one global version: see inMsgDescrCodec. */
export function outMsgDescrCodec(globalVersion: number): AugCodec<OutMsg, CurrencyCollection> {
  return {
    type: 'OutMsgDescr',
    keyBits: 256,
    loadValue: loadOutMsg,
    storeValue: storeOutMsg,
    loadExtra: loadCurrencies,
    storeExtra: storeCurrencies,
    extraOf: (value) => exportedValueOf(value, globalVersion),
    combine: addCurrencies,
    emptyExtra: NO_CURRENCIES,
  }
}
