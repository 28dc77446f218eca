import {
  type Builder,
  beginCell,
  type Cell,
  type CurrencyCollection,
  Dictionary,
  type Slice,
  storeCurrencyCollection,
} from '@ton/core'
import { openCell } from '../tlb.ts'

// currencies$_ grams:Grams other:ExtraCurrencyCollection = CurrencyCollection;
// extra_currencies$_ dict:(HashmapE 32 (VarUInteger 32)) = ExtraCurrencyCollection;

/** Amounts of extra currencies by their id. */
export type ExtraCurrencies = Dictionary<number, bigint>

/** An ExtraCurrencyCollection without entries. */
export function noExtraCurrencies(): ExtraCurrencies {
  return Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
}

/**
 * A CurrencyCollection whose extra currencies stay in their cell until asked for: state proofs prune them, and
 * @ton/core's own codec would take a pruned dictionary for an empty one.
 */
class CellCurrencies implements CurrencyCollection {
  readonly coins: bigint
  readonly otherRoot: Cell

  constructor(coins: bigint, otherRoot: Cell) {
    this.coins = coins
    this.otherRoot = otherRoot
  }

  /** @throws PrunedBranchError where they aren't in the proof at hand */
  get other(): ExtraCurrencies {
    const root = openCell(this.otherRoot, 'ExtraCurrencyCollection')
    return root.loadDictDirect(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
  }
}

/** Like @ton/core's loadCurrencyCollection, but `other` is decoded when it is read. */
export function loadCurrencies(slice: Slice): CurrencyCollection {
  const coins = slice.loadCoins()
  const otherRoot = slice.loadMaybeRef()
  return otherRoot ? new CellCurrencies(coins, otherRoot) : { coins }
}

export function storeCurrencies(value: CurrencyCollection): (builder: Builder) => void {
  if (!(value instanceof CellCurrencies)) return storeCurrencyCollection(value)
  return (builder) => {
    builder.storeCoins(value.coins).storeMaybeRef(value.otherRoot)
  }
}

/** No coins and no extra currencies. */
export const NO_CURRENCIES: CurrencyCollection = { coins: 0n }

/** The sum by currency. */
export function addCurrencies(a: CurrencyCollection, b: CurrencyCollection): CurrencyCollection {
  const coins = a.coins + b.coins
  if (!hasOther(b)) return withCoins(a, coins)
  if (!hasOther(a)) return withCoins(b, coins)
  const other = copyOther(a)
  for (const [id, amount] of b.other ?? []) other.set(id, (other.get(id) ?? 0n) + amount)
  return { coins, other }
}

/** The difference by currency, or undefined where `a` has less of any than `b`. Nothing is left of what is zero. */
export function subtractCurrencies(
  a: CurrencyCollection,
  b: CurrencyCollection,
): CurrencyCollection | undefined {
  const coins = a.coins - b.coins
  if (coins < 0n) return undefined
  if (!hasOther(b)) return withCoins(a, coins)
  const other = copyOther(a)
  for (const [id, amount] of b.other ?? []) {
    const left = (other.get(id) ?? 0n) - amount
    if (left < 0n) return undefined
    if (left === 0n) other.delete(id)
    else other.set(id, left)
  }
  return other.size > 0 ? { coins, other } : { coins }
}

/** Whether two collections hold the same amounts. */
export function sameCurrencies(a: CurrencyCollection, b: CurrencyCollection): boolean {
  const cellOf = (value: CurrencyCollection) => beginCell().store(storeCurrencies(value)).endCell()
  return a.coins === b.coins && cellOf(a).equals(cellOf(b))
}

function hasOther(value: CurrencyCollection): boolean {
  return value instanceof CellCurrencies || (value.other != null && value.other.size > 0)
}

function withCoins(value: CurrencyCollection, coins: bigint): CurrencyCollection {
  if (value instanceof CellCurrencies) return new CellCurrencies(coins, value.otherRoot)
  return value.other != null && value.other.size > 0 ? { coins, other: value.other } : { coins }
}

function copyOther(value: CurrencyCollection): ExtraCurrencies {
  const copy = noExtraCurrencies()
  for (const [id, amount] of value.other ?? []) copy.set(id, amount)
  return copy
}
