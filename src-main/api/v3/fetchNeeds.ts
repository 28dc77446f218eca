import { messageOf } from '#shared/messageOf.ts'
import type { ChainHead } from '../../indexer/chainHead.ts'
import { mapInOrder } from '../../indexer/fetch/mapInOrder.ts'
import {
  type ActionClassification,
  type ContractDetection,
  CoverageError,
  type FetchOptions,
  type ReadThrough,
} from '../../indexer/indexer.ts'
import { LiteConnectionError, LiteTimeoutError, NoServerError } from '../../liteserver/errors.ts'
import type { BlockRecord } from '../../store/queries/blocks.ts'
import { type Fetched, keyOf, type Need, type ReadAnswer } from './reading.ts'

type Missing = Extract<ReadAnswer, { kind: 'missing' }>

/** A question that needs more time is answered when it is asked again: what was fetched stays. */
export const FETCH_MS = 15_000
/** Longest wait for what only completes an answer. */
const OPTIONAL_MS = 6_000
/** Fetched at once for one question. */
const WIDTH = 8

/** What came from another thread is a plain Uint8Array, whatever it was there. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

type StoredNeed = Exclude<Need, { kind: 'newestBlock' | 'detection' | 'classification' | 'classify' }>

type DetectedNeed = Extract<Need, { kind: 'contract' | 'jettonWallet' | 'multisigOrders' | 'domain' }>

function isDetected(need: StoredNeed): need is DetectedNeed {
  return ['contract', 'jettonWallet', 'multisigOrders', 'domain'].includes(need.kind)
}

function detectOne(
  detection: ContractDetection,
  need: DetectedNeed,
  options: FetchOptions,
): Promise<boolean> {
  switch (need.kind) {
    case 'contract':
      return detection.detect(bufferOf(need.account), options)
    case 'jettonWallet':
      return detection.jettonWallet(bufferOf(need.owner), bufferOf(need.jetton), options)
    case 'multisigOrders':
      return detection.multisigOrders(bufferOf(need.multisig), options)
    case 'domain':
      return detection.domain(need.domain, options)
  }
}

function fetchOne(
  readThrough: ReadThrough,
  need: Exclude<StoredNeed, DetectedNeed>,
  options: FetchOptions,
): Promise<boolean> {
  switch (need.kind) {
    case 'history':
      return readThrough.history(bufferOf(need.account), need.count, options)
    case 'state':
      return readThrough.state(bufferOf(need.account), options)
    case 'trace':
      return readThrough.trace(bufferOf(need.transaction), options)
    case 'root':
      return readThrough.root(bufferOf(need.transaction), options)
    case 'neighbours':
      return readThrough.neighbours(bufferOf(need.transaction), options)
    case 'transaction':
      return readThrough.transaction(bufferOf(need.hash), options)
    case 'masterchainBlock':
      return readThrough.masterchainBlock(need.seqno, options)
  }
}

/** Sources and deadlines of a fetch. */
export type FetchContext = {
  /** Absent where nothing can be written. */
  readonly readThrough: ReadThrough | undefined
  /** Absent with `readThrough`. */
  readonly detection?: ContractDetection | undefined
  /** Absent with `readThrough`. */
  readonly classification?: ActionClassification | undefined
  readonly chainHead: Pick<ChainHead, 'block'>
  /** The head that the question is answered as of. */
  readonly head: number
  readonly client: AbortSignal
  readonly deadline: AbortSignal
}

export type FetchedNeeds = {
  readonly fetched: readonly Fetched[]
  readonly newest: BlockRecord | undefined
  /** Some optional needs were not fetched: they failed, or took too long. */
  readonly isPartial: boolean
}

/**
 * Fetches what a question lacks. Rejects with CoverageError, which says what is covered, where the network can't be
 * reached or takes longer than `deadline`; optional needs that fail twice only make the result partial.
 */
export async function fetchNeeds({ needs, covered }: Missing, context: FetchContext): Promise<FetchedNeeds> {
  const { client, deadline } = context
  const required = needs.filter((need) => !isOptional(need))
  const fetching = createFetching(covered, context)
  const signal = AbortSignal.any([client, deadline])
  try {
    await fetching.fetchAll(required, signal)
  } catch (error) {
    client.throwIfAborted()
    throw outOfReach(error, covered, deadline.aborted)
  }
  const short = AbortSignal.any([signal, AbortSignal.timeout(OPTIONAL_MS)])
  const failed = await fetching.tryAll(needs.filter(isOptional), short)
  // A liteserver that refuses, lies or is silent costs one attempt; another one is asked in the next.
  const lacking = await fetching.tryAll(failed, short)
  client.throwIfAborted()
  return { ...fetching.result(), isPartial: lacking.length > 0 }
}

/** Creates a fetcher of needs that collects the results. */
function createFetching(
  covered: string,
  { readThrough, detection, classification, chainHead, head }: FetchContext,
) {
  const fetched: Fetched[] = []
  let newest: BlockRecord | undefined
  const note = (need: Need, isThere: boolean) => fetched.push({ key: keyOf(need), isThere })

  async function fetch(need: Need, until: AbortSignal): Promise<void> {
    const options = { signal: until, head }
    switch (need.kind) {
      case 'newestBlock':
        newest = await chainHead.block(until)
        return
      case 'classify':
        return
      case 'classification':
        if (!classification) throw cannotGrow(covered)
        await detection?.settled(until, need.mcSeqno)
        await classification.settled(until, need.mcSeqno)
        note(need, true)
        return
      case 'detection':
        if (!detection) throw cannotGrow(covered)
        await detection.settled(until, need.mcSeqno)
        note(need, true)
        return
    }
    if (isDetected(need)) {
      if (!detection) throw cannotGrow(covered)
      note(need, await detectOne(detection, need, options))
      return
    }
    if (!readThrough) throw cannotGrow(covered)
    note(need, await fetchOne(readThrough, need, options))
  }

  async function classifyAll(needs: readonly Need[], until: AbortSignal): Promise<void> {
    const toClassify = needs.filter((need) => need.kind === 'classify')
    if (toClassify.length === 0) return
    if (!classification) throw cannotGrow(covered)
    const transactions = toClassify.map(({ transaction }) => bufferOf(transaction))
    await classification.classify(transactions, { signal: until, head })
    for (const need of toClassify) note(need, true)
  }

  return {
    /** Rejects with the first failure. */
    async fetchAll(needs: readonly Need[], until: AbortSignal): Promise<void> {
      await classifyAll(needs, until)
      for await (const _ of mapInOrder(needs, WIDTH, (need) => fetch(need, until))) until.throwIfAborted()
    },
    /** Resolves with the needs that failed. */
    async tryAll(needs: readonly Need[], until: AbortSignal): Promise<readonly Need[]> {
      const failed: Need[] = []
      const attempt = async (need: Need) => {
        try {
          until.throwIfAborted()
          await fetch(need, until)
        } catch {
          failed.push(need)
        }
      }
      for await (const _ of mapInOrder(needs, WIDTH, attempt));
      return failed
    },
    result: () => ({ fetched, newest }),
  }
}

function cannotGrow(covered: string): CoverageError {
  return new CoverageError(`the index does not have this and cannot grow; it covers ${covered}`)
}

function isOptional(need: Need): boolean {
  return 'isOptional' in need && need.isOptional === true
}

/** The error of a failed fetch: CoverageError where no liteserver answers, or in time; others stay as they are. */
export function outOfReach(error: unknown, covered: string, isLate: boolean): unknown {
  if (isLate) {
    return new CoverageError(
      `the index covers ${covered}; the network did not give the rest within ${FETCH_MS / 1000} s, ask again`,
      { cause: error, retryAfter: 1 },
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
