import { CACHE_ENTRIES, CACHE_LIFETIMES_MS, type CacheClass } from '#shared/schema/v2/operation.ts'
import type { AnyOperation } from '#shared/schema/v2/operations.ts'
import { type BudgetedCache, type CacheBudget, threadCacheBudget } from '../platform/cacheBudget.ts'
import { canonicalText } from './canonicalText.ts'
import type { Flight } from './flight.ts'

/** What an answer was true for: another chain, or a newer block of the same, makes it old. */
export type ChainMoment = {
  /** Another number for another chain: a devnet that was reset or restored. */
  readonly generation: number
  /** Seqno of the newest masterchain block that is known to exist, 0 while none is. */
  readonly head: number
  /** The same of those that sessions have proved: what they answer is no newer. */
  readonly proved: number
}

export type CacheStats = {
  /** Requests answered with what was at hand. */
  readonly hits: number
  /** Requests that asked the network. */
  readonly misses: number
  /** Requests that waited for what another was asking already. */
  readonly shared: number
  readonly entries: number
  /** Of all entries, about. */
  readonly bytes: number
}

/** What may be kept or shared: an operation and what it is asked. */
export type Question = {
  readonly operation: AnyOperation
  readonly key: string
  readonly lifetimeMs: number
  /** The newest block is asked for, whichever that is. */
  readonly followsHead: boolean
}

/** Answers one request; `servers` and `indexHead` are known to the full when the result is settled. */
export type Asking = {
  /** The result as JSON. */
  readonly flight: Flight<string>
  servers(): readonly number[]
  /** Newest masterchain seqno of the local index where the answer is from that. */
  indexHead(): number | undefined
}

export type AnswerCache = {
  /** Undefined for what is never kept nor shared. */
  questionOf(operation: AnyOperation, values: object): Question | undefined
  /** The result as JSON, if it is at hand and still true. */
  find(question: Question): string | undefined
  /**
   * The same question under way, or a new one by `ask`. Its result is kept if it is still true when it comes, and is not
   * from the index: the network can be back at any moment.
   */
  ask(question: Question, ask: () => Asking): Asking
  stats(): CacheStats
}

export type AnswerCacheOptions = {
  readonly moment: () => ChainMoment
  /** Milliseconds from any beginning. */
  readonly now?: () => number
  /** Of all entries together. */
  readonly maxBytes?: number
  /** Default: that of the thread. */
  readonly budget?: CacheBudget
}

type Entry = {
  readonly json: string
  readonly moment: ChainMoment
  readonly until: number
  readonly bytes: number
  /** Grows with every use of any entry. */
  usedAt: number
}

type UnderWay = Asking & { readonly moment: ChainMoment }

const MAX_BYTES = 32 * 1024 * 1024
/** A larger answer would push too many others out. */
const MAX_SHARE = 1 / 8
/** What an entry costs besides its texts. */
const ENTRY_BYTES = 200

/**
 * Keeps successful answers for as long as the contract says (compatibility-v2 §1.1), but never past the block that they
 * were true for, and lets equal questions share one asking. Entries are bounded by operation and by their bytes; the
 * one unused for longest goes first.
 */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { moment, now = () => performance.now(), maxBytes = MAX_BYTES } = options
  const { budget = threadCacheBudget() } = options
  /** By operation; each in the order of their use. */
  const shelves = new Map<string, Map<string, Entry>>()
  const underWay = new Map<string, UnderWay>()
  const counts = { hits: 0, misses: 0, shared: 0 }
  let bytes = 0
  let uses = 0

  const isTrue = ({ followsHead }: Question, then: ChainMoment, current: ChainMoment) =>
    then.generation === current.generation && (!followsHead || then.head === current.head)

  function shelfOf({ name }: AnyOperation): Map<string, Entry> {
    const known = shelves.get(name)
    if (known) return known
    const shelf = new Map<string, Entry>()
    shelves.set(name, shelf)
    return shelf
  }

  function drop(shelf: Map<string, Entry>, key: string): void {
    const entry = shelf.get(key)
    if (entry && shelf.delete(key)) bytes -= entry.bytes
  }

  function dropFirst(shelf: Map<string, Entry>): void {
    const [key] = shelf.keys()
    if (key !== undefined) drop(shelf, key)
  }

  function leastUsed(): Map<string, Entry> | undefined {
    let found: Map<string, Entry> | undefined
    let usedAt = Number.POSITIVE_INFINITY
    for (const shelf of shelves.values()) {
      const [first] = shelf.values()
      if (!first || first.usedAt >= usedAt) continue
      found = shelf
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
      const shelf = leastUsed()
      if (shelf) dropFirst(shelf)
      return shelf !== undefined
    },
  }
  budget.add(budgeted)

  function keep(question: Question, json: string, then: ChainMoment): void {
    const { operation, key, lifetimeMs } = question
    const shelf = shelfOf(operation)
    drop(shelf, key)
    const size = key.length + json.length + ENTRY_BYTES
    if (size > maxBytes * MAX_SHARE) return
    shelf.set(key, { json, moment: then, until: now() + lifetimeMs, bytes: size, usedAt: uses++ })
    bytes += size
    if (shelf.size > (operation.cacheEntries ?? CACHE_ENTRIES)) dropFirst(shelf)
    while (bytes > maxBytes) budgeted.dropOldest()
    budget.settle()
  }

  return {
    questionOf,
    find(question) {
      const shelf = shelfOf(question.operation)
      const entry = shelf.get(question.key)
      if (!entry) return undefined
      if (now() >= entry.until || !isTrue(question, entry.moment, moment())) {
        drop(shelf, question.key)
        return undefined
      }
      entry.usedAt = uses++
      shelf.delete(question.key)
      shelf.set(question.key, entry)
      counts.hits++
      return entry.json
    },
    ask(question, ask) {
      const then = moment()
      const known = underWay.get(question.key)
      if (known && !known.flight.isGivenUp && isTrue(question, known.moment, then)) {
        counts.shared++
        return known
      }
      counts.misses++
      const asking: UnderWay = { ...ask(), moment: then }
      underWay.set(question.key, asking)
      const ended = () => {
        if (underWay.get(question.key) === asking) underWay.delete(question.key)
      }
      asking.flight.result.then((json) => {
        ended()
        if (asking.indexHead() !== undefined) return
        const current = moment()
        const isSeen = !question.followsHead || current.proved >= then.head
        if (isSeen && isTrue(question, then, current)) keep(question, json, then)
      }, ended)
      return asking
    },
    stats: () => ({
      ...counts,
      entries: [...shelves.values()].reduce((sum, shelf) => sum + shelf.size, 0),
      bytes,
    }),
  }
}

function questionOf(operation: AnyOperation, values: object): Question | undefined {
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
