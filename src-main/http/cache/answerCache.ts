import { CACHE_LIFETIMES_MS, type CacheClass } from '#shared/schema/v2/operation.ts'
import type { AnyOperation } from '#shared/schema/v2/operations.ts'
import { type CacheBudget, threadCacheBudget } from '../../platform/cacheBudget.ts'
import { canonicalText } from '../../platform/canonicalText.ts'
import { AnswerEntries } from './answerEntries.ts'
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

type InFlight = PendingAnswer & { readonly position: ChainPosition }

const MAX_BYTES = 32 * 1024 * 1024

/**
 * Caches successful answers for the time of compatibility-v2 §1.1, but not beyond the block that they are valid for, and
 * answers equal concurrent requests once. Entries are bounded by operation and by their bytes; the least recently used
 * one is dropped first.
 */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { position, now = () => performance.now(), maxBytes = MAX_BYTES } = options
  const { budget = threadCacheBudget() } = options
  const entries = new AnswerEntries(maxBytes)
  const inFlight = new Map<string, InFlight>()
  const counts = { hits: 0, misses: 0, shared: 0 }
  budget.add(entries)

  /** Stores the result of an answer in flight, unless it is out of date or from the index. */
  function store(request: CacheableRequest, json: string, pending: InFlight): void {
    if (pending.indexHead() !== undefined) return
    const current = position()
    const isSeen = !request.followsHead || current.proved >= pending.position.head
    if (!isSeen || !isStillValid(request, pending.position, current)) return
    entries.set(request, { json, position: pending.position, until: now() + request.lifetimeMs })
    budget.settle()
  }

  return {
    cacheable,
    get(request) {
      const entry = entries.get(request)
      if (!entry) return undefined
      if (now() >= entry.until || !isStillValid(request, entry.position, position())) {
        entries.delete(request)
        return undefined
      }
      entries.touch(request, entry)
      counts.hits++
      return entry.json
    },
    getOrStart(request, start) {
      const then = position()
      const known = inFlight.get(request.key)
      if (known && !known.flight.isAborted && isStillValid(request, known.position, then)) {
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
        store(request, json, pending)
      }, ended)
      return pending
    },
    stats: () => ({ ...counts, entries: entries.size, bytes: entries.memoryBytes }),
  }
}

/** Returns whether an answer for the position `then` is valid at `current`. */
function isStillValid(
  { followsHead }: CacheableRequest,
  then: ChainPosition,
  current: ChainPosition,
): boolean {
  return then.generation === current.generation && (!followsHead || then.head === current.head)
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

/** Returns whether the request names the block that it is about. */
function isPinned({ cache, pinnedBy }: AnyOperation, values: object): boolean {
  if (pinnedBy === undefined && cache === 'final') return true
  return (values as Readonly<Record<string, unknown>>)[pinnedBy ?? 'seqno'] !== undefined
}
