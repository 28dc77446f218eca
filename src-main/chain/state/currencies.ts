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

/** Amounts of extra currencies by their id, as a dictionary of @ton/core. */
export type ExtraCurrencies = Dictionary<number, bigint>

/** Returns an ExtraCurrencyCollection without entries. */
export function noExtraCurrencies(): ExtraCurrencies {
  return Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
}

/** The codec of amounts keyed by the 32-bit id of the currency. */
export const EXTRA_CURRENCIES: HashmapCodec<bigint> = {
  type: 'ExtraCurrencyCollection',
  keyBits: 32,
  loadValue: (slice) => slice.loadVarUintBig(5),
  storeValue: (amount) => (builder) => {
    builder.storeVarUint(amount, 5)
  },
}

/**
 * Returns the amounts of a stored ExtraCurrencyCollection (a bag of cells) by id, both decimal. Undefined
 * gives an empty map.
 */
export function extraCurrencyAmounts(dictionary: Buffer | undefined): Record<string, string> {
  if (dictionary === undefined) return {}
  const currencies = new HashmapE(EXTRA_CURRENCIES, parseBocRoot(dictionary, { trusted: true }))
  // If an account is known from one block only, the currencies that the block did not change are pruned.
  const entries = currencies.entries({ skipPruned: true })
  return Object.fromEntries(
    [...entries].map(({ key, value }) => [String(uintOfKey(key, 32)), value.toString()]),
  )
}

/**
 * A CurrencyCollection that reads its extra currencies from their cells on demand: state proofs prune them,
 * and @ton/core's codec would treat pruned ones as absent.
 */
class CellCurrencies implements CurrencyCollection {
  readonly coins: bigint
  readonly otherRoot: Cell

  constructor(coins: bigint, otherRoot: Cell) {
    this.coins = coins
    this.otherRoot = otherRoot
  }

  /** @throws PrunedBranchError if the proof does not contain all of them */
  get other(): ExtraCurrencies {
    const other = noExtraCurrencies()
    for (const { key, value } of new HashmapE(EXTRA_CURRENCIES, this.otherRoot).entries()) {
      other.set(Number(uintOfKey(key, 32)), value)
    }
    return other
  }
}

/**
 * Reads a CurrencyCollection like @ton/core's loadCurrencyCollection, but decodes `other` when it is first
 * read.
 */
export function loadCurrencies(slice: Slice): CurrencyCollection {
  const coins = slice.loadCoins()
  return withOther(coins, slice.loadMaybeRef())
}

/**
 * Returns a writer (for Builder.store) of `currencies$_`. Extra currencies from loadCurrencies are stored
 * undecoded.
 */
export function storeCurrencies(value: CurrencyCollection): (builder: Builder) => void {
  if (!(value instanceof CellCurrencies)) return storeCurrencyCollection(value)
  return (builder) => {
    builder.storeCoins(value.coins).storeMaybeRef(value.otherRoot)
  }
}

/** No coins and no extra currencies. */
export const NO_CURRENCIES: CurrencyCollection = { coins: 0n }

/**
 * Returns the sum by currency. Branches that only one of the two has are copied undecoded, so they can be
 * pruned.
 */
export function addCurrencies(a: CurrencyCollection, b: CurrencyCollection): CurrencyCollection {
  const coins = a.coins + b.coins
  if (!hasOther(a) && !hasOther(b)) return { coins }
  return withOther(coins, extras(a).merge(extras(b), (ours, theirs) => ours + theirs).root)
}

/**
 * Returns the difference by currency, or undefined if `a` has less of any currency than `b`. Omits currencies
 * whose difference is zero.
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

/** Returns whether two collections hold the same amounts. */
export function sameCurrencies(a: CurrencyCollection, b: CurrencyCollection): boolean {
  const [ours, theirs] = [extras(a).root, extras(b).root]
  return a.coins === b.coins && (ours && theirs ? ours.equals(theirs) : ours === theirs)
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
