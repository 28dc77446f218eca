import {
  type Builder,
  type Cell,
  type CurrencyCollection,
  Dictionary,
  type Slice,
  storeCurrencyCollection,
} from '@ton/core'
import { parseBocRoot } from '../cells/parseBoc.ts'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// currencies$_ grams:Grams other:ExtraCurrencyCollection = CurrencyCollection;
// extra_currencies$_ dict:(HashmapE 32 (VarUInteger 32)) = ExtraCurrencyCollection;

/** Amounts of extra currencies by their id, in @ton/core's form. */
export type ExtraCurrencies = Dictionary<number, bigint>

/** An ExtraCurrencyCollection without entries. */
export function noExtraCurrencies(): ExtraCurrencies {
  return Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
}

/** Amounts by the 32-bit id of the currency. */
export const EXTRA_CURRENCIES: HashmapCodec<bigint> = {
  type: 'ExtraCurrencyCollection',
  keyBits: 32,
  loadValue: (slice) => slice.loadVarUintBig(5),
  storeValue: (amount) => (builder) => {
    builder.storeVarUint(amount, 5)
  },
}

/** Amounts by id, both decimal, of a stored ExtraCurrencyCollection (a bag of cells); none is an empty map. */
export function extraCurrencyAmounts(dictionary: Buffer | undefined): Record<string, string> {
  if (dictionary === undefined) return {}
  const currencies = new HashmapE(EXTRA_CURRENCIES, parseBocRoot(dictionary, { trusted: true }))
  // Of an account that is known from one block only, those that the block left as they were are pruned.
  const entries = currencies.entries({ skipPruned: true })
  return Object.fromEntries(
    [...entries].map(({ key, value }) => [String(uintOfKey(key, 32)), value.toString()]),
  )
}

/**
 * A CurrencyCollection whose extra currencies stay in their cells until asked for: state proofs prune them, and
 * @ton/core's own codec would pass over what is pruned as if it weren't there.
 */
class CellCurrencies implements CurrencyCollection {
  readonly coins: bigint
  readonly otherRoot: Cell

  constructor(coins: bigint, otherRoot: Cell) {
    this.coins = coins
    this.otherRoot = otherRoot
  }

  /** @throws PrunedBranchError where the proof at hand doesn't show them all */
  get other(): ExtraCurrencies {
    const other = noExtraCurrencies()
    for (const { key, value } of new HashmapE(EXTRA_CURRENCIES, this.otherRoot).entries()) {
      other.set(Number(uintOfKey(key, 32)), value)
    }
    return other
  }
}

/** Like @ton/core's loadCurrencyCollection, but `other` is decoded only when it is read. */
export function loadCurrencies(slice: Slice): CurrencyCollection {
  const coins = slice.loadCoins()
  return withOther(coins, slice.loadMaybeRef())
}

export function storeCurrencies(value: CurrencyCollection): (builder: Builder) => void {
  if (!(value instanceof CellCurrencies)) return storeCurrencyCollection(value)
  return (builder) => {
    builder.storeCoins(value.coins).storeMaybeRef(value.otherRoot)
  }
}

/** No coins and no extra currencies. */
export const NO_CURRENCIES: CurrencyCollection = { coins: 0n }

/** The sum by currency. What only one of the two has is taken over unread, so it may be pruned. */
export function addCurrencies(a: CurrencyCollection, b: CurrencyCollection): CurrencyCollection {
  const coins = a.coins + b.coins
  if (!hasOther(a) && !hasOther(b)) return { coins }
  return withOther(coins, extras(a).merge(extras(b), (ours, theirs) => ours + theirs).root)
}

/**
 * The difference by currency, or undefined where `a` has less of one than `b`. A currency of which nothing is left
 * is left out.
 */
export function subtractCurrencies(
  a: CurrencyCollection,
  b: CurrencyCollection,
): CurrencyCollection | undefined {
  const coins = a.coins - b.coins
  if (coins < 0n) return undefined
  let other = extras(a)
  for (const { key, value } of extras(b).entries()) {
    const left = (other.get(key) ?? 0n) - value
    if (left < 0n) return undefined
    other = left === 0n ? other.delete(key) : other.set(key, left)
  }
  return withOther(coins, other.root)
}

/** Whether two collections hold the same amounts. */
export function sameCurrencies(a: CurrencyCollection, b: CurrencyCollection): boolean {
  const [ours, theirs] = [extras(a).root, extras(b).root]
  return a.coins === b.coins && (ours && theirs ? ours.equals(theirs) : ours === theirs)
}

/** The same extra currencies with another amount of coins. */
export function withCoins(value: CurrencyCollection, coins: bigint): CurrencyCollection {
  return withOther(coins, extras(value).root)
}

function hasOther(value: CurrencyCollection): boolean {
  return value instanceof CellCurrencies || value.other != null
}

function withOther(coins: bigint, otherRoot: Cell | null): CurrencyCollection {
  return otherRoot ? new CellCurrencies(coins, otherRoot) : { coins }
}

function extras(value: CurrencyCollection): HashmapE<bigint> {
  if (value instanceof CellCurrencies) return new HashmapE(EXTRA_CURRENCIES, value.otherRoot)
  const entries = [...(value.other ?? [])].map(([id, amount]) => ({ key: keyOfUint(id, 32), value: amount }))
  return HashmapE.from(
    EXTRA_CURRENCIES,
    entries.toSorted((x, y) => x.key.compare(y.key)),
  )
}
