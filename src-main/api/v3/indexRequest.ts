import { ApiError } from '#shared/apiError.ts'
import type { V3Name } from '#shared/schema/v3/operations.ts'
import type { ChainHead } from '../../indexer/chainHead.ts'
import {
  type ActionClassification,
  type ContractDetection,
  CoverageError,
  type HintedContracts,
  type ReadThrough,
  UnfinishedError,
} from '../../indexer/indexer.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { BlockRecord } from '../../store/queries/blocks.ts'
import type { ReadName, V3Answer, V3CallOptions } from './context.ts'
import { fetchMissing, unreachableError } from './fetchMissing.ts'
import {
  type Fetched,
  type MissingData,
  missingDataKey,
  type ReadAnswer,
  type ReadOptions,
  type ReadQuery,
} from './reading.ts'
import type { QueryOptions } from './readPool.ts'

/** The index and the parts that read missing data from the network. */
export type V3Index = {
  readonly reader: { query(query: ReadQuery, options?: QueryOptions): Promise<ReadAnswer> }
  /** Undefined if nothing can be written: an imported index. */
  readonly readThrough: ReadThrough | undefined
  /** Undefined if `readThrough` is. */
  readonly detection?: ContractDetection | undefined
  /** Undefined if `readThrough` is. */
  readonly classification?: ActionClassification | undefined
  /** Undefined if `readThrough` is. */
  readonly hinted?: HintedContracts | undefined
  coverage(): readonly SeqnoRange[]
  /** The newest block of the network, and whether the follower keeps up with it. */
  readonly head: ChainHead
  /** Returns whether no liteserver is alive. */
  isHeadOld(): boolean
  /** Fetches the content of a token in the background; undefined if that is off. */
  requestContent?(url: string): void
}

/** A request to the index. */
export type IndexQuery = {
  readonly name: ReadName
  readonly values: object
  readonly options: V3CallOptions
  readonly shown: Pick<ReadOptions, 'testOnly' | 'imagePrefix'>
}

type Missing = Extract<ReadAnswer, { kind: 'missing' }>

/**
 * Maximum rounds of fetches for a request: fetched data can show what else is missing, as an account's history shows
 * its traces.
 */
const MAX_ROUNDS = 32

/** Answers one request from the index, and fetches the data that the index lacks. */
export class IndexRequest {
  readonly #index: V3Index
  readonly #query: IndexQuery
  readonly #fetched = new Map<string, Fetched>()
  readonly #givenUp = new Set<string>()
  #head: number | undefined
  #newest: BlockRecord | undefined
  /** Whether the time for optional data is over. */
  #isFinal = false

  constructor(index: V3Index, query: IndexQuery) {
    this.#index = index
    this.#query = query
  }

  /** Returns the same request of another client, with everything that was fetched for it. */
  continued(signal: AbortSignal): IndexRequest {
    const { options } = this.#query
    const next = new IndexRequest(this.#index, { ...this.#query, options: { ...options, signal } })
    next.#head = this.#head
    for (const [key, fetched] of this.#fetched) next.#fetched.set(key, fetched)
    return next
  }

  /**
   * Rejects with UnfinishedError if the network needs more time than `deadline`, with CoverageError if the missing data
   * cannot be fetched, and as V3Index.reader does.
   */
  async answer(deadline: AbortSignal): Promise<V3Answer> {
    const { detection, classification, head } = this.#index
    const {
      name,
      values,
      options: { signal },
    } = this.#query
    this.#head ??= await head.followed(signal)
    if (needsContracts(name, values)) await detection?.settled(signal)
    if (showsActions(name, values)) await classification?.settled(signal)
    for (let round = 1; ; round++) {
      const answer = await this.#read({
        head: this.#head,
        fetched: [...this.#fetched.values()],
        givenUp: [...this.#givenUp],
        newest: this.#newest,
        isFinal: this.#isFinal,
      })
      if (answer.kind !== 'missing') return this.#answerOf(answer)
      try {
        await this.#fetch(answer, { round, deadline })
      } catch (error) {
        if (!(error instanceof CoverageError) || error instanceof UnfinishedError) throw error
        return this.#answerOffline(error)
      }
    }
  }

  #read(
    known: Pick<ReadOptions, 'head' | 'fetched' | 'givenUp' | 'newest' | 'isFinal' | 'offline'>,
  ): Promise<ReadAnswer> {
    const { reader, readThrough, hinted, isHeadOld } = this.#index
    const { name, values, options, shown } = this.#query
    const { addressBook, metadata, timeout: timeoutMs, signal } = options
    const { searchDepth } = readThrough ?? {}
    const state = { isHeadOld: isHeadOld(), searchDepth, hints: hinted?.host() }
    const controls = { addressBook, metadata, ...shown, ...state }
    const query = { operation: name, values, options: { ...controls, ...known } }
    return reader.query(query, { timeoutMs, signal })
  }

  /** Fetches the proved head, or else the missing data. */
  async #fetch(
    answer: Missing,
    { round, deadline }: { readonly round: number; readonly deadline: AbortSignal },
  ): Promise<void> {
    const { readThrough, detection, classification, hinted, head: chainHead } = this.#index
    const signals = { client: this.#query.options.signal, deadline }
    if (this.#head === undefined) {
      this.#head = await provedHead(chainHead.proved, answer, signals)
      return
    }
    if (this.#newerThan(this.#head, answer).length > 0) {
      this.#head = Math.max(this.#head, await provedHead(chainHead.asked, answer, signals))
      const absent = this.#newerThan(this.#head, answer)
      for (const item of absent)
        this.#fetched.set(missingDataKey(item), { key: missingDataKey(item), isFound: false })
      if (absent.length > 0) return
    }
    const missing = answer.missing.filter((item) => !this.#fetched.has(missingDataKey(item)))
    if (missing.length === 0 || round > MAX_ROUNDS) throw notCovered(answer, this.#standstill(answer))
    const { fetched, newest, givenUp, isLate } = await fetchMissing(
      { ...answer, missing },
      {
        ...{ readThrough, detection, classification, hinted, chainHead, head: this.#head, ...signals },
        readsSenders: TRACED_OPERATIONS.has(this.#query.name),
        searches: this.#query.options.searches,
      },
    )
    for (const one of fetched) this.#fetched.set(one.key, one)
    this.#newest = newest ?? this.#newest
    for (const key of givenUp) this.#givenUp.add(key)
    this.#isFinal ||= isLate
  }

  /** Returns the masterchain blocks after a head that an answer needs and that nothing is known about. */
  #newerThan(head: number, { missing }: Missing): MissingData[] {
    return missing.filter(
      (item) =>
        item.kind === 'masterchainBlock' && item.seqno > head && !this.#fetched.has(missingDataKey(item)),
    )
  }

  /** Returns why the work that an answer waits for stands still; undefined if it goes on. */
  #standstill({ missing }: Missing): string | undefined {
    const { detection, classification } = this.#index
    const isWaiting = missing.some(({ kind }) => kind === 'detection' || kind === 'classification')
    return isWaiting ? (classification?.status().trouble ?? detection?.status().trouble) : undefined
  }

  /** Answers with the state of the last contact with a liteserver; without such an answer throws `why`. */
  async #answerOffline(why: CoverageError): Promise<V3Answer> {
    const { isHeadOld, head } = this.#index
    if (!isHeadOld()) throw why
    const proved = head.lastProved()
    const newest = proved === undefined ? undefined : Math.max(head.seen() ?? 0, proved)
    const answer = await this.#read({ offline: true, head: newest })
    if (answer.kind === 'missing') throw why
    return this.#answerOf(answer)
  }

  #answerOf(answer: Exclude<ReadAnswer, { kind: 'missing' }>): V3Answer {
    if (answer.kind === 'refused') throw new ApiError(answer.status, answer.text)
    const { status, json, coverage, missingContent = [], hinted } = answer
    if (hinted) this.#index.hinted?.judge(hinted.proved, hinted.dropped)
    for (const url of missingContent) this.#index.requestContent?.(url)
    return { status, json, coverage }
  }
}

/** Operations whose answers name the traces of an account's transactions. */
const TRACED_OPERATIONS: ReadonlySet<string> = new Set(['transactions', 'traces', 'events', 'actions'])

/** Operations on token contracts: they wait a moment for the contracts of the newest blocks. */
const TOKEN_OPERATIONS: ReadonlySet<string> = new Set([
  'jetton/masters',
  'jetton/wallets',
  'jetton/transfers',
  'jetton/burns',
  'nft/collections',
  'nft/items',
  'nft/transfers',
  'nft/sales',
  'dns/records',
  'multisig/wallets',
  'multisig/orders',
  'vesting',
  'metadata',
])

/** Returns whether an answer depends on the types of contracts. */
function needsContracts(name: V3Name, values: object): boolean {
  return TOKEN_OPERATIONS.has(name) || showsActions(name, values) || PENDING_OPERATIONS.has(name)
}

/** Returns whether an answer has actions of traces of blocks: it then waits a moment for those of the newest blocks. */
function showsActions(name: V3Name, values: object): boolean {
  if (name === 'actions' || name === 'events') return true
  return name === 'traces' && 'include_actions' in values && values.include_actions === true
}

/** Operations that classify pending traces. */
const PENDING_OPERATIONS: ReadonlySet<string> = new Set(['pendingTraces', 'pendingActions'])

/** Rejects with CoverageError if no liteserver answers. */
async function provedHead(
  head: ChainHead['proved'],
  { covered }: Extract<ReadAnswer, { kind: 'missing' }>,
  { client, deadline }: { readonly client: AbortSignal; readonly deadline: AbortSignal },
): Promise<number> {
  try {
    return await head(AbortSignal.any([client, deadline]))
  } catch (error) {
    client.throwIfAborted()
    throw unreachableError(error, covered, deadline.aborted)
  }
}

function notCovered({ covered, reason }: Missing, standstill: string | undefined): CoverageError {
  const found = [reason, standstill].filter((one) => one !== undefined)
  const why = found.length === 0 ? '' : `: ${found.join(': ')}`
  return new CoverageError(`the index does not have this${why}; it covers ${covered}`)
}
