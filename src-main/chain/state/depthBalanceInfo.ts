import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'
import { addCurrencies, loadCurrencies, NO_CURRENCIES, storeCurrencies } from './currencies.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// depth_balance$_ split_depth:(#<= 30) balance:CurrencyCollection = DepthBalanceInfo;

/** The extra of ShardAccounts: the greatest split depth and the sum of the balances. */
export type DepthBalanceInfo = {
  readonly splitDepth: number
  readonly balance: CurrencyCollection
}

export const NO_BALANCE: DepthBalanceInfo = { splitDepth: 0, balance: NO_CURRENCIES }

/**
 * Reads `depth_balance$_`.
 * @throws TlbError for a split depth over 30
 */
export function loadDepthBalanceInfo(slice: Slice): DepthBalanceInfo {
  const splitDepth = slice.loadUint(5)
  if (splitDepth > 30) throw new TlbError('DepthBalanceInfo', `split depth ${splitDepth}`)
  return { splitDepth, balance: loadCurrencies(slice) }
}

/** Returns a writer (for Builder.store) of `depth_balance$_`. */
export function storeDepthBalanceInfo(info: DepthBalanceInfo): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(info.splitDepth, 5).store(storeCurrencies(info.balance))
  }
}

/** Returns the extra of a fork: the greater depth and the sum of the balances. */
export function addDepthBalanceInfo(a: DepthBalanceInfo, b: DepthBalanceInfo): DepthBalanceInfo {
  return { splitDepth: Math.max(a.splitDepth, b.splitDepth), balance: addCurrencies(a.balance, b.balance) }
}
