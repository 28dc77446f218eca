import type { CurrencyCollection } from '@ton/core'
import { Dictionary } from '@ton/core'

/** The empty amount: `CurrencyCollection` has no constructor for it. */
export const NO_CURRENCIES: CurrencyCollection = { coins: 0n }

/** The sum of two amounts: how augmented dictionaries of block.tlb combine their branches' extras. */
export function addCurrencies(left: CurrencyCollection, right: CurrencyCollection): CurrencyCollection {
  const coins = left.coins + right.coins
  if (!left.other || !right.other) {
    const other = left.other ?? right.other
    return other ? { coins, other } : { coins }
  }
  const other = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
  for (const [id, amount] of left.other) other.set(id, amount)
  for (const [id, amount] of right.other) other.set(id, (other.get(id) ?? 0n) + amount)
  return { coins, other }
}

/** An amount with so many nanotons more. */
export function addCoins(amount: CurrencyCollection, coins: bigint): CurrencyCollection {
  return amount.other ? { coins: amount.coins + coins, other: amount.other } : { coins: amount.coins + coins }
}
