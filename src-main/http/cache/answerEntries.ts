import { CACHE_ENTRIES } from '#shared/schema/v2/operation.ts'
import type { AnyOperation } from '#shared/schema/v2/operations.ts'
import type { BudgetedCache } from '../../platform/cacheBudget.ts'
import type { CacheableRequest, ChainPosition } from './answerCache.ts'

/** A cached answer, as JSON. */
export type CachedAnswer = {
  readonly json: string
  readonly position: ChainPosition
  /** End of its lifetime, ms. */
  readonly until: number
}

type Entry = CachedAnswer & {
  readonly bytes: number
  /** Grows with every use of any entry. */
  usedAt: number
}

/** Largest part of the cache for one answer. */
const MAX_SHARE = 1 / 8
/** Bytes of an entry besides its texts. */
const ENTRY_BYTES = 200

/** Cached answers by operation and request, bounded by number and bytes; the least recently used one is dropped first. */
export class AnswerEntries implements BudgetedCache {
  readonly maxMemoryBytes: number
  /** By operation; each in the order of their use. */
  readonly #buckets = new Map<string, Map<string, Entry>>()
  #bytes = 0
  #uses = 0

  constructor(maxBytes: number) {
    this.maxMemoryBytes = maxBytes
  }

  get memoryBytes(): number {
    return this.#bytes
  }

  /** Number of entries. */
  get size(): number {
    return [...this.#buckets.values()].reduce((sum, bucket) => sum + bucket.size, 0)
  }

  get({ operation, key }: CacheableRequest): Entry | undefined {
    return this.#buckets.get(operation.name)?.get(key)
  }

  /** Marks an entry as the most recently used one. */
  touch({ operation, key }: CacheableRequest, entry: Entry): void {
    const bucket = this.#bucketOf(operation)
    entry.usedAt = this.#uses++
    bucket.delete(key)
    bucket.set(key, entry)
  }

  /** Adds an answer, unless it is too large. */
  set({ operation, key }: CacheableRequest, answer: CachedAnswer): void {
    const bucket = this.#bucketOf(operation)
    this.#drop(bucket, key)
    const bytes = key.length + answer.json.length + ENTRY_BYTES
    if (bytes > this.maxMemoryBytes * MAX_SHARE) return
    bucket.set(key, { ...answer, bytes, usedAt: this.#uses++ })
    this.#bytes += bytes
    if (bucket.size > (operation.cacheEntries ?? CACHE_ENTRIES)) this.#dropFirst(bucket)
    while (this.#bytes > this.maxMemoryBytes) this.dropOldest()
  }

  delete({ operation, key }: CacheableRequest): void {
    this.#drop(this.#bucketOf(operation), key)
  }

  dropOldest(): boolean {
    let oldest: Map<string, Entry> | undefined
    let usedAt = Number.POSITIVE_INFINITY
    for (const bucket of this.#buckets.values()) {
      const [first] = bucket.values()
      if (!first || first.usedAt >= usedAt) continue
      oldest = bucket
      usedAt = first.usedAt
    }
    if (oldest) this.#dropFirst(oldest)
    return oldest !== undefined
  }

  #bucketOf({ name }: AnyOperation): Map<string, Entry> {
    let bucket = this.#buckets.get(name)
    if (!bucket) {
      bucket = new Map()
      this.#buckets.set(name, bucket)
    }
    return bucket
  }

  #dropFirst(bucket: Map<string, Entry>): void {
    const [key] = bucket.keys()
    if (key !== undefined) this.#drop(bucket, key)
  }

  #drop(bucket: Map<string, Entry>, key: string): void {
    const entry = bucket.get(key)
    if (entry && bucket.delete(key)) this.#bytes -= entry.bytes
  }
}
