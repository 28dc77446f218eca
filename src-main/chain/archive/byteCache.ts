import { type BudgetedCache, type CacheBudget, threadCacheBudget } from '../../platform/cacheBudget.ts'

/** Bytes of memory that cells take for each byte of their file. */
export const CELL_WEIGHT = 12

/** Options of a ByteCache. */
export type ByteCacheOptions = {
  /** Bytes of memory for each byte of size. */
  readonly weight?: number
  /** Defaults to the thread's budget. */
  readonly budget?: CacheBudget
}

/**
 * A cache with a size limit. Evicts the least recently used values as soon as the sizes add up to more than
 * `maxBytes`, or when the thread's caches exceed their part of the memory budget.
 */
export class ByteCache<V> implements BudgetedCache {
  readonly #maxBytes: number
  readonly #weight: number
  readonly #budget: CacheBudget
  readonly #entries = new Map<string, { readonly value: V; readonly size: number }>()
  #bytes = 0

  constructor(maxBytes: number, { weight = 1, budget = threadCacheBudget() }: ByteCacheOptions = {}) {
    this.#maxBytes = maxBytes
    this.#weight = weight
    this.#budget = budget
    budget.add(this)
  }

  /** The sum of the sizes of the cached values. */
  get size(): number {
    return this.#bytes
  }

  get memoryBytes(): number {
    return this.#bytes * this.#weight
  }

  get maxMemoryBytes(): number {
    return this.#maxBytes * this.#weight
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Stores or replaces a value. A value larger than the whole cache is not stored. */
  set(key: string, value: V, size: number): void {
    const old = this.#entries.get(key)
    if (old) {
      this.#entries.delete(key)
      this.#bytes -= old.size
    }
    if (size > this.#maxBytes) return
    this.#entries.set(key, { value, size })
    this.#bytes += size
    while (this.#bytes > this.#maxBytes) this.dropOldest()
    this.#budget.settle()
  }

  dropOldest(): boolean {
    for (const [oldest, { size }] of this.#entries) {
      this.#entries.delete(oldest)
      this.#bytes -= size
      return true
    }
    return false
  }
}
