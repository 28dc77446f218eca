import { type BudgetedCache, type CacheBudget, threadCacheBudget } from '../../platform/cacheBudget.ts'

/** Bytes of memory that cells take for each byte of the file that they were read from. */
export const CELL_WEIGHT = 12

export type ByteCacheOptions = {
  /** Bytes of memory for each byte of size. */
  readonly weight?: number
  /** Default: that of the thread. */
  readonly budget?: CacheBudget
}

/**
 * Values by key, the least recently used dropped as soon as their sizes add up to more than `maxBytes`, or the thread's
 * caches take more memory than its part of the budget.
 */
export class ByteCache<V> implements BudgetedCache {
  private readonly maxBytes: number
  private readonly weight: number
  private readonly budget: CacheBudget
  private readonly entries = new Map<string, { readonly value: V; readonly size: number }>()
  private bytes = 0

  constructor(maxBytes: number, { weight = 1, budget = threadCacheBudget() }: ByteCacheOptions = {}) {
    this.maxBytes = maxBytes
    this.weight = weight
    this.budget = budget
    budget.add(this)
  }

  /** Sum of the sizes of what is kept. */
  get size(): number {
    return this.bytes
  }

  get memoryBytes(): number {
    return this.bytes * this.weight
  }

  get maxMemoryBytes(): number {
    return this.maxBytes * this.weight
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  /** Keeps `value` in the place of an older one; a value larger than the whole cache is not kept. */
  set(key: string, value: V, size: number): void {
    const old = this.entries.get(key)
    if (old) {
      this.entries.delete(key)
      this.bytes -= old.size
    }
    if (size > this.maxBytes) return
    this.entries.set(key, { value, size })
    this.bytes += size
    while (this.bytes > this.maxBytes) this.dropOldest()
    this.budget.settle()
  }

  dropOldest(): boolean {
    for (const [oldest, { size }] of this.entries) {
      this.entries.delete(oldest)
      this.bytes -= size
      return true
    }
    return false
  }
}
