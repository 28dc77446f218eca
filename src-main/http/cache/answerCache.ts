import { CACHE_ENTRIES, CACHE_LIFETIMES_MS, type CacheClass } from '#shared/schema/v2/operation.ts'
import type { AnyOperation } from '#shared/schema/v2/operations.ts'
import { type BudgetedCache, type CacheBudget, threadCacheBudget } from '../../platform/cacheBudget.ts'
import { canonicalText } from './canonicalText.ts'
import type { SingleFlight } from './singleFlight.ts'

/** The chain and head that an answer is valid for. */
export type ChainPosition = {
  /** Number of the chain; changes when a devnet is reset or restored. */
  readonly generation: number
  /** Seqno of the newest known masterchain block; 0 if none is known. */
  readonly head: number
  /** Seqno of the newest proved masterchain block: answers are no newer. */
  readonly proved: number
}

export type CacheStats = {
  /** Requests answered from the cache. */
  readonly hits: number
  /** Requests that were sent to the network. */
  readonly misses: number
  /** Requests that shared the answer of an equal request in flight. */
  readonly shared: number
  readonly entries: number
  /** Approximate size of all entries. */
  readonly bytes: number
}

/** A request whose answer can be cached and shared. */
export type CacheableRequest = {
  readonly operation: AnyOperation
  readonly key: string
  readonly lifetimeMs: number
  /** The request is about the newest block. */
  readonly followsHead: boolean
}

/** An answer in flight; `servers` and `indexHead` are complete when the result is settled. */
export type PendingAnswer = {
  /** The result as JSON. */
  readonly flight: SingleFlight<string>
  servers(): readonly number[]
  /** Newest masterchain seqno of the local index, if the answer comes from it. */
  indexHead(): number | undefined
}

export type AnswerCache = {
  /** Returns the request as a key of the cache; undefined if its answer is neither cached nor shared. */
  cacheable(operation: AnyOperation, values: object): CacheableRequest | undefined
  /** Returns the cached result as JSON, if it is still valid. */
  get(request: CacheableRequest): string | undefined
  /**
   * Returns the answer of an equal request in flight, or starts a new one. Its result is stored if it is still valid when
   * it arrives, and is not from the index: the network can be back at any time.
   */
  getOrStart(request: CacheableRequest, start: () => PendingAnswer): PendingAnswer
  stats(): CacheStats
}

export type AnswerCacheOptions = {
  readonly position: () => ChainPosition
  /** Milliseconds since any fixed time. */
  readonly now?: () => number
  /** Of all entries together. */
  readonly maxBytes?: number
  /** Default: that of the thread. */
  readonly budget?: CacheBudget
}

type Entry = {
  readonly json: string
  readonly position: ChainPosition
  readonly until: number
  readonly bytes: number
  /** Grows with every use of any entry. */
  usedAt: number
}

type InFlight = PendingAnswer & { readonly position: ChainPosition }

const MAX_BYTES = 32 * 1024 * 1024
/** Largest part of the cache for one answer. */
const MAX_SHARE = 1 / 8
/** Bytes of an entry besides its texts. */
const ENTRY_BYTES = 200

/**
 * Caches successful answers for the time of compatibility-v2 §1.1, but not beyond the block that they are valid for, and
 * answers equal concurrent requests once. Entries are bounded by operation and by their bytes; the least recently used
 * one is dropped first.
 */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { position, now = () => performance.now(), maxBytes = MAX_BYTES } = options
  const { budget = threadCacheBudget() } = options
  /** By operation; each in the order of their use. */
  const buckets = new Map<string, Map<string, Entry>>()
  const inFlight = new Map<string, InFlight>()
  const counts = { hits: 0, misses: 0, shared: 0 }
  let bytes = 0
  let uses = 0

  const isTrue = ({ followsHead }: CacheableRequest, then: ChainPosition, current: ChainPosition) =>
    then.generation === current.generation && (!followsHead || then.head === current.head)

  function bucketOf({ name }: AnyOperation): Map<string, Entry> {
    const known = buckets.get(name)
    if (known) return known
    const bucket = new Map<string, Entry>()
    buckets.set(name, bucket)
    return bucket
  }

  function drop(bucket: Map<string, Entry>, key: string): void {
    const entry = bucket.get(key)
    if (entry && bucket.delete(key)) bytes -= entry.bytes
  }

  function dropFirst(bucket: Map<string, Entry>): void {
    const [key] = bucket.keys()
    if (key !== undefined) drop(bucket, key)
  }

  function leastUsed(): Map<string, Entry> | undefined {
    let found: Map<string, Entry> | undefined
    let usedAt = Number.POSITIVE_INFINITY
    for (const bucket of buckets.values()) {
      const [first] = bucket.values()
      if (!first || first.usedAt >= usedAt) continue
      found = bucket
      usedAt = first.usedAt
    }
    return found
  }

  const budgeted: BudgetedCache = {
    get memoryBytes() {
      return bytes
    },
    maxMemoryBytes: maxBytes,
    dropOldest() {
      const bucket = leastUsed()
      if (bucket) dropFirst(bucket)
      return bucket !== undefined
    },
  }
  budget.add(budgeted)

  function store(request: CacheableRequest, json: string, then: ChainPosition): void {
    const { operation, key, lifetimeMs } = request
    const bucket = bucketOf(operation)
    drop(bucket, key)
    const size = key.length + json.length + ENTRY_BYTES
    if (size > maxBytes * MAX_SHARE) return
    bucket.set(key, { json, position: then, until: now() + lifetimeMs, bytes: size, usedAt: uses++ })
    bytes += size
    if (bucket.size > (operation.cacheEntries ?? CACHE_ENTRIES)) dropFirst(bucket)
    while (bytes > maxBytes) budgeted.dropOldest()
    budget.settle()
  }

  return {
    cacheable,
    get(request) {
      const bucket = bucketOf(request.operation)
      const entry = bucket.get(request.key)
      if (!entry) return undefined
      if (now() >= entry.until || !isTrue(request, entry.position, position())) {
        drop(bucket, request.key)
        return undefined
      }
      entry.usedAt = uses++
      bucket.delete(request.key)
      bucket.set(request.key, entry)
      counts.hits++
      return entry.json
    },
    getOrStart(request, start) {
      const then = position()
      const known = inFlight.get(request.key)
      if (known && !known.flight.isAborted && isTrue(request, known.position, then)) {
        counts.shared++
        return known
      }
      counts.misses++
      const pending: InFlight = { ...start(), position: then }
      inFlight.set(request.key, pending)
      const ended = () => {
        if (inFlight.get(request.key) === pending) inFlight.delete(request.key)
      }
      pending.flight.result.then((json) => {
        ended()
        if (pending.indexHead() !== undefined) return
        const current = position()
        const isSeen = !request.followsHead || current.proved >= then.head
        if (isSeen && isTrue(request, then, current)) store(request, json, then)
      }, ended)
      return pending
    },
    stats: () => ({
      ...counts,
      entries: [...buckets.values()].reduce((sum, bucket) => sum + bucket.size, 0),
      bytes,
    }),
  }
}

function cacheable(operation: AnyOperation, values: object): CacheableRequest | undefined {
  if (operation.cache === 'none') return undefined
  const followsHead = !isPinned(operation, values)
  const lifetime: CacheClass = operation.cache === 'final' && followsHead ? 'head' : operation.cache
  return {
    operation,
    key: `${operation.name}${canonicalText(values)}`,
    lifetimeMs: CACHE_LIFETIMES_MS[lifetime],
    followsHead,
  }
}

/** The request itself says of which block it speaks. */
function isPinned({ cache, pinnedBy }: AnyOperation, values: object): boolean {
  if (pinnedBy === undefined && cache === 'final') return true
  return (values as Readonly<Record<string, unknown>>)[pinnedBy ?? 'seqno'] !== undefined
}
