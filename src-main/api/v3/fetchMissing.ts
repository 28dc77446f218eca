import { messageOf } from '#shared/messageOf.ts'
import type { ChainHead } from '../../indexer/chainHead.ts'
import { mapInOrder } from '../../indexer/fetch/mapInOrder.ts'
import {
  type ActionClassification,
  type ContractDetection,
  CoverageError,
  type FetchOptions,
  type HintedContracts,
  type ReadThrough,
  UnfinishedError,
} from '../../indexer/indexer.ts'
import { LiteConnectionError, LiteTimeoutError, NoServerError } from '../../liteserver/errors.ts'
import { bufferOf } from '../../platform/bufferOf.ts'
import type { BlockRecord } from '../../store/queries/blocks.ts'
import { type Fetched, type MissingData, missingDataKey, type ReadAnswer } from './reading.ts'

type Missing = Extract<ReadAnswer, { kind: 'missing' }>

/** Time limit of the fetches, ms. The work of a request that needs more time goes on: see UnfinishedRequests. */
export const FETCH_MS = 15_000
/** Maximum wait for data that only complete an answer, ms. */
const OPTIONAL_MS = 6_000
/** Maximum number of concurrent fetches for one request. */
const WIDTH = 32

type StoredNeed = Exclude<MissingData, { kind: 'newestBlock' | 'detection' | 'classification' | 'classify' }>

const DETECTED = ['contract', 'jettonWallet', 'multisigOrders', 'collectionItem', 'domain'] as const

type DetectedNeed = Extract<MissingData, { kind: (typeof DETECTED)[number] }>

function isDetected(item: StoredNeed): item is DetectedNeed {
  return DETECTED.some((kind) => kind === item.kind)
}

function detectOne(
  detection: ContractDetection,
  item: DetectedNeed,
  options: FetchOptions,
): Promise<boolean> {
  switch (item.kind) {
    case 'contract':
      return detection.detect(bufferOf(item.account), options)
    case 'jettonWallet':
      return detection.jettonWallet(bufferOf(item.owner), bufferOf(item.jetton), options)
    case 'multisigOrders':
      return detection.multisigOrders(bufferOf(item.multisig), options)
    case 'collectionItem':
      return detection.collectionItem(bufferOf(item.collection), item.index, options)
    case 'domain':
      return detection.domain(item.domain, options)
  }
}

function fetchOne(
  readThrough: ReadThrough,
  item: Exclude<StoredNeed, DetectedNeed | { kind: 'candidates' }>,
  options: FetchOptions,
): Promise<boolean> {
  switch (item.kind) {
    case 'history':
      return readThrough.history(bufferOf(item.account), item.count, options)
    case 'state':
      return readThrough.state(bufferOf(item.account), options)
    case 'trace':
      return readThrough.trace(bufferOf(item.transaction), options)
    case 'root':
      return readThrough.root(bufferOf(item.transaction), options)
    case 'states':
      return readThrough.states(bufferOf(item.transaction), options)
    case 'neighbours':
      return readThrough.neighbours(bufferOf(item.transaction), options)
    case 'transaction':
      return readThrough.transaction(bufferOf(item.hash), {
        ...options,
        place: item.place && { ...item.place, account: bufferOf(item.place.account) },
      })
    case 'message':
      return readThrough.message(bufferOf(item.hash), options)
    case 'masterchainBlock':
      return readThrough.masterchainBlock(item.seqno, options)
  }
}

/** Sources and deadlines of a fetch. */
export type FetchContext = {
  /** Undefined if nothing can be written. */
  readonly readThrough: ReadThrough | undefined
  /** Undefined if `readThrough` is. */
  readonly detection?: ContractDetection | undefined
  /** Undefined if `readThrough` is. */
  readonly classification?: ActionClassification | undefined
  /** Undefined if `readThrough` is. */
  readonly hinted?: HintedContracts | undefined
  readonly chainHead: Pick<ChainHead, 'block'>
  /** The newest block, as of which the request is answered. */
  readonly head: number
  /** See FetchOptions. */
  readonly readsSenders?: boolean | undefined
  /** See FetchOptions. */
  readonly searches?: boolean | undefined
  readonly client: AbortSignal
  readonly deadline: AbortSignal
}

export type FetchedData = {
  readonly fetched: readonly Fetched[]
  readonly newest: BlockRecord | undefined
  /** Keys of optional data whose fetch failed. */
  readonly givenUp: readonly string[]
  /** Whether the time for optional data is over. */
  readonly isLate: boolean
}

/**
 * Fetches the data that a request lacks. Rejects with CoverageError, which names the coverage, if the network cannot be
 * reached or takes longer than `deadline`; optional data that fail twice are given up.
 */
export async function fetchMissing(
  { missing, covered }: Missing,
  context: FetchContext,
): Promise<FetchedData> {
  const { client, deadline } = context
  const required = missing.filter((item) => !isOptional(item))
  const fetching = createFetching(covered, context)
  const signal = AbortSignal.any([client, deadline])
  try {
    await fetching.fetchAll(required, signal)
  } catch (error) {
    client.throwIfAborted()
    throw unreachableError(error, covered, deadline.aborted)
  }
  const short = AbortSignal.any([signal, AbortSignal.timeout(OPTIONAL_MS)])
  const failed = await fetching.tryAll(missing.filter(isOptional), short)
  // A liteserver that refuses, lies or is silent costs one attempt; the next attempt goes to another one.
  const lacking = await fetching.tryAll(failed, short)
  client.throwIfAborted()
  return { ...fetching.result(), givenUp: lacking.map(missingDataKey), isLate: short.aborted }
}

/** Creates a fetcher of missing data that collects the results. */
function createFetching(
  covered: string,
  { readThrough, detection, classification, hinted, chainHead, head, readsSenders, searches }: FetchContext,
) {
  const fetched: Fetched[] = []
  let newest: BlockRecord | undefined
  const note = (item: MissingData, isFound: boolean) => fetched.push({ key: missingDataKey(item), isFound })

  async function fetch(item: MissingData, until: AbortSignal): Promise<void> {
    const options = { signal: until, head, readsSenders, searches }
    switch (item.kind) {
      case 'newestBlock':
        newest = await chainHead.block(until)
        return
      case 'classify':
        return
      case 'classification':
        if (!classification) throw readOnlyError(covered)
        await detection?.settled(until, item.mcSeqno)
        await classification.settled(until, item.mcSeqno)
        note(item, true)
        return
      case 'detection':
        if (!detection) throw readOnlyError(covered)
        await detection.settled(until, item.mcSeqno)
        note(item, true)
        return
      case 'candidates': {
        const candidates = await hinted?.contracts(item.list, bufferOf(item.account), options)
        fetched.push({ key: missingDataKey(item), isFound: candidates !== undefined, candidates })
        return
      }
    }
    if (isDetected(item)) {
      if (!detection) throw readOnlyError(covered)
      note(item, await detectOne(detection, item, options))
      return
    }
    if (!readThrough) throw readOnlyError(covered)
    note(item, await fetchOne(readThrough, item, options))
  }

  async function classifyAll(missing: readonly MissingData[], until: AbortSignal): Promise<void> {
    const toClassify = missing.filter((item) => item.kind === 'classify')
    if (toClassify.length === 0) return
    if (!classification) throw readOnlyError(covered)
    const transactions = toClassify.map(({ transaction }) => bufferOf(transaction))
    await classification.classify(transactions, { signal: until, head })
    for (const item of toClassify) note(item, true)
  }

  return {
    /** Rejects with the first failure. */
    async fetchAll(missing: readonly MissingData[], until: AbortSignal): Promise<void> {
      await classifyAll(missing, until)
      for await (const _ of mapInOrder(missing, WIDTH, (item) => fetch(item, until))) until.throwIfAborted()
    },
    /** Resolves with the data whose fetch failed. */
    async tryAll(missing: readonly MissingData[], until: AbortSignal): Promise<readonly MissingData[]> {
      const failed: MissingData[] = []
      const attempt = async (item: MissingData) => {
        try {
          until.throwIfAborted()
          await fetch(item, until)
        } catch {
          failed.push(item)
        }
      }
      for await (const _ of mapInOrder(missing, WIDTH, attempt));
      return failed
    },
    result: () => ({ fetched, newest }),
  }
}

function readOnlyError(covered: string): CoverageError {
  return new CoverageError(`the index does not have this and cannot grow; it covers ${covered}`)
}

function isOptional(item: MissingData): boolean {
  return 'isOptional' in item && item.isOptional === true
}

/** Returns the error of a failed fetch: CoverageError if no liteserver answers in time; other errors stay unchanged. */
export function unreachableError(error: unknown, covered: string, isLate: boolean): unknown {
  if (isLate) {
    return new UnfinishedError(
      `the index covers ${covered}; the network did not give the rest within ${FETCH_MS / 1000} s`,
      { cause: error },
    )
  }
  const isSilent = [LiteConnectionError, LiteTimeoutError, NoServerError].some(
    (type) => error instanceof type,
  )
  if (!isSilent) return error
  const reason = messageOf(error)
  return new CoverageError(
    `the index covers ${covered}; the network cannot be asked for the rest: ${reason}`,
    {
      cause: error,
    },
  )
}
