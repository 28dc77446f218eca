import { ApiError } from '#shared/apiError.ts'
import type { V3Name, V3Result, V3Values } from '#shared/schema/v3/operations.ts'
import type { ChainHead } from '../../indexer/chainHead.ts'
import {
  type ActionClassification,
  type ContractDetection,
  CoverageError,
  type ReadThrough,
} from '../../indexer/indexer.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { BlockRecord } from '../../store/queries/blocks.ts'
import type { V2Api } from '../v2/api.ts'
import type { LegacyName, ReadName, V3Answer, V3CallOptions, V3Context, V3Handler } from './context.ts'
import { coverageText } from './coverageText.ts'
import { FETCH_MS, fetchMissing, unreachableError } from './fetchMissing.ts'
import { legacyHandlers } from './legacy.ts'
import { type Fetched, missingDataKey, type ReadAnswer, type ReadOptions, type ReadQuery } from './reading.ts'
import type { QueryOptions } from './readPool.ts'
import { jsonBytes } from './render/jsonBytes.ts'

/** The index and the parts that read missing data from the network. */
export type V3Index = {
  readonly reader: { query(query: ReadQuery, options?: QueryOptions): Promise<ReadAnswer> }
  /** Undefined if nothing can be written: an imported index. */
  readonly readThrough: ReadThrough | undefined
  /** Undefined if `readThrough` is. */
  readonly detection?: ContractDetection | undefined
  /** Undefined if `readThrough` is. */
  readonly classification?: ActionClassification | undefined
  coverage(): readonly SeqnoRange[]
  /** The newest block of the network, and whether the follower keeps up with it. */
  readonly head: ChainHead
  /** Returns whether no liteserver is alive. */
  isHeadOld(): boolean
  /** Fetches the content of a token in the background; undefined if that is off. */
  requestContent?(url: string): void
}

export type V3ApiOptions = {
  /**
   * The index of the served chain, or the reason why it is unavailable and the seconds after which a request can
   * succeed.
   */
  readonly index: V3Index | { readonly unavailable: string; readonly retryAfter?: number | undefined }
  readonly v2: V2Api
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /**
   * Returns the URL of the gateway's images of tokens, before the escaped URL of the image; undefined if it serves
   * none.
   */
  readonly imagePrefix?: (() => string) | undefined
  /** Operations that other parts answer in the main thread. */
  readonly handlers?: { readonly [Name in V3Name]?: V3Handler<Name> }
}

/** The operations of `/api/v3` over one network and its index. */
export type V3Api = {
  /** Rejects with ApiError, CoverageError, StoreError, or as v2 and sessions do. */
  call(name: V3Name, values: object, options: V3CallOptions): Promise<V3Answer>
  /** Value of X-Index-Coverage. */
  coverage(): string
}

/**
 * Maximum rounds of fetches for a request: fetched data can show what else is missing, as an account's history shows
 * its traces.
 */
const MAX_ROUNDS = 32

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

function isLegacyName(name: V3Name): name is LegacyName {
  return Object.hasOwn(legacyHandlers, name)
}

type AnyHandler = (values: object, context: V3Context) => Promise<object>

export function createV3Api({ index, v2, testOnly, imagePrefix, handlers = {} }: V3ApiOptions): V3Api {
  const coverage = () => ('reader' in index ? coverageText(index.coverage()) : 'none')

  async function readIndex(name: ReadName, values: object, options: V3CallOptions): Promise<V3Answer> {
    if (!('reader' in index)) {
      const { unavailable, retryAfter } = index
      throw new CoverageError(unavailable, retryAfter === undefined ? {} : { retryAfter })
    }
    const { addressBook, metadata, timeout: timeoutMs, signal } = options
    const {
      reader,
      readThrough,
      detection,
      classification,
      head: chainHead,
      isHeadOld,
      requestContent,
    } = index
    const { searchDepth } = readThrough ?? {}
    const controls = {
      addressBook,
      metadata,
      testOnly,
      imagePrefix: imagePrefix?.(),
      isHeadOld: isHeadOld(),
      searchDepth,
    }
    const ask = (known: Omit<ReadOptions, keyof typeof controls>) =>
      reader.query({ operation: name, values, options: { ...controls, ...known } }, { timeoutMs, signal })
    const deadline = AbortSignal.timeout(FETCH_MS)
    function given(answer: Exclude<ReadAnswer, { kind: 'missing' }>): V3Answer {
      if (answer.kind === 'json') for (const url of answer.missingContent ?? []) requestContent?.(url)
      return answerOf(answer)
    }
    /** Answers with the state of the last contact with a liteserver. */
    async function askOffline(why: unknown): Promise<V3Answer> {
      if (!isHeadOld()) throw why
      const known = await ask({ offline: true, head: chainHead.seen() })
      if (known.kind === 'missing') throw why
      return given(known)
    }
    const fetched = new Map<string, Fetched>()
    let newest: BlockRecord | undefined
    let isFinal = false
    let head = await chainHead.followed(signal)
    if (needsContracts(name, values)) await detection?.settled(signal)
    if (showsActions(name, values)) await classification?.settled(signal)
    for (let round = 1; ; round++) {
      const answer = await ask({ head, fetched: [...fetched.values()], newest, isFinal })
      if (answer.kind !== 'missing') return given(answer)
      try {
        if (head === undefined) {
          head = await provedHead(chainHead, answer, { client: signal, deadline })
          continue
        }
        const missing = answer.missing.filter((item) => !fetched.has(missingDataKey(item)))
        if (missing.length === 0 || round > MAX_ROUNDS) throw notCovered(answer)
        const got = await fetchMissing(
          { ...answer, missing },
          { readThrough, detection, classification, chainHead, head, client: signal, deadline },
        )
        for (const one of got.fetched) fetched.set(one.key, one)
        newest = got.newest ?? newest
        isFinal ||= got.isPartial
      } catch (error) {
        if (error instanceof CoverageError && !deadline.aborted) return askOffline(error)
        throw error
      }
    }
  }

  return {
    coverage,
    async call(name, values, options) {
      const asked = withActionsVersion(values, options)
      let handle = handlers[name] as AnyHandler | undefined
      if (!handle) {
        if (!isLegacyName(name)) return readIndex(name, asked, options)
        handle = legacyHandlers[name] as AnyHandler
      }
      const context: V3Context = {
        v2,
        options,
        async read<Name extends ReadName>(other: Name, otherValues: V3Values<Name>): Promise<V3Result<Name>> {
          const { json } = await readIndex(other, otherValues, options)
          return JSON.parse(Buffer.from(json).toString()) as V3Result<Name>
        },
      }
      const result = await handle(asked, context)
      return { status: 200, json: jsonBytes(result), coverage: coverage() }
    },
  }
}

/** Rejects with CoverageError if no liteserver answers. */
async function provedHead(
  head: ChainHead,
  { covered }: Extract<ReadAnswer, { kind: 'missing' }>,
  { client, deadline }: { readonly client: AbortSignal; readonly deadline: AbortSignal },
): Promise<number> {
  try {
    return await head.proved(AbortSignal.any([client, deadline]))
  } catch (error) {
    client.throwIfAborted()
    throw unreachableError(error, covered, deadline.aborted)
  }
}

function notCovered({ covered, reason }: Extract<ReadAnswer, { kind: 'missing' }>): CoverageError {
  const why = reason === undefined ? '' : `: ${reason}`
  return new CoverageError(`the index does not have this${why}; it covers ${covered}`)
}

function answerOf(answer: Exclude<ReadAnswer, { kind: 'missing' }>): V3Answer {
  if (answer.kind === 'refused') throw new ApiError(answer.status, answer.text)
  const { status, json, coverage } = answer
  return { status, json, coverage }
}

/** X-Actions-Version replaces the parameter of every operation that has one (compatibility-v3 §1.2). */
function withActionsVersion(values: object, { actionsVersion }: V3CallOptions): object {
  if (actionsVersion === undefined || !('supported_action_types' in values)) return values
  return { ...values, supported_action_types: [actionsVersion] }
}
