import type { Reader } from './reader.ts'

/** A cache of immutable rows by row number, separate for each reader. */
export type RowCache<Value> = {
  /** Returns the values of `ids`. Calls `read` for those that are not cached; it omits missing rows. */
  load(
    reader: Reader,
    ids: Iterable<bigint>,
    read: (others: readonly bigint[]) => Iterable<readonly [bigint, Value]>,
  ): ReadonlyMap<bigint, Value>
}

type ReaderCache<Value> = {
  /** Entries since the last rotation, and those of the rotation before. */
  young: Map<bigint, Value>
  old: ReadonlyMap<bigint, Value>
  /** Recently seen numbers, each in the slot of its last bits. */
  readonly seen: BigInt64Array
}

/** Slots as a power of two: several times the rows of a page. */
const SEEN_BITS = 13

/** Options of a row cache. */
export type RowCacheOptions<Value> = {
  /**
   * Minimum number of values that are cached for each reader; the maximum is twice as many. Values in frequent use
   * stay.
   */
  readonly size: number
  /**
   * Caches values on second use only. Otherwise large values of pages that are requested once would fill V8's old
   * space, and its marking delays requests.
   */
  readonly onSecondUse?: boolean
  /** Returns false for a value that is too large to be cached. */
  readonly isCacheable?: (value: Value) => boolean
}

/** Creates a cache of immutable rows. */
export function createRowCache<Value>(options: RowCacheOptions<Value>): RowCache<Value> {
  const { size, onSecondUse = false, isCacheable = () => true } = options
  const caches = new WeakMap<Reader, ReaderCache<Value>>()

  function cacheOf(reader: Reader): ReaderCache<Value> {
    const known = caches.get(reader)
    if (known) return known
    const cache = { young: new Map(), old: new Map(), seen: new BigInt64Array(1 << SEEN_BITS) }
    caches.set(reader, cache)
    return cache
  }

  function keep(cache: ReaderCache<Value>, id: bigint, value: Value): void {
    if (cache.young.size >= size) {
      cache.old = cache.young
      cache.young = new Map()
    }
    cache.young.set(id, value)
  }

  return {
    load(reader, ids, read) {
      const cache = cacheOf(reader)
      const found = new Map<bigint, Value>()
      const others = new Set<bigint>()
      for (const id of ids) {
        if (found.has(id) || others.has(id)) continue
        let value = cache.young.get(id)
        if (value === undefined) {
          value = cache.old.get(id)
          if (value !== undefined) keep(cache, id, value)
        }
        if (value === undefined) others.add(id)
        else found.set(id, value)
      }
      if (others.size === 0) return found
      for (const [id, value] of read([...others])) {
        found.set(id, value)
        if (isCacheable(value) && (!onSecondUse || wasSeen(cache.seen, id))) keep(cache, id, value)
      }
      return found
    },
  }
}

/** Returns whether a number was seen before, unless another one has replaced it in its slot; marks it as seen. */
function wasSeen(seen: BigInt64Array, id: bigint): boolean {
  const slot = Number(BigInt.asUintN(SEEN_BITS, id))
  if (seen[slot] === id) return true
  seen[slot] = id
  return false
}
