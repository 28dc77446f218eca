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
 * reached or takes longer than `deadline`; optional needs that fail only make the result partial.
 */
export async function fetchNeeds(
  { needs, covered }: Missing,
  { readThrough, detection, classification, chainHead, head, client, deadline }: FetchContext,
): Promise<FetchedNeeds> {
  const required = needs.filter((need) => !isOptional(need))
  const signal = AbortSignal.any([client, deadline])
  const fetched: Fetched[] = []
  let newest: BlockRecord | undefined
  async function fetchAll(all: readonly Need[], until: AbortSignal): Promise<void> {
    const fetch = async (need: Need): Promise<void> => {
      if (need.kind === 'newestBlock') {
        newest = await chainHead.block(until)
        return
      }
      if (need.kind === 'classify') return
      if (need.kind === 'classification') {
        if (!classification) throw cannotGrow(covered)
        await detection?.settled(until, need.mcSeqno)
        await classification.settled(until, need.mcSeqno)
        fetched.push({ key: keyOf(need), isThere: true })
        return
      }
      if (need.kind === 'detection') {
        if (!detection) throw cannotGrow(covered)
        await detection.settled(until, need.mcSeqno)
        fetched.push({ key: keyOf(need), isThere: true })
        return
      }
      const options = { signal: until, head }
      if (isDetected(need)) {
        if (!detection) throw cannotGrow(covered)
        fetched.push({ key: keyOf(need), isThere: await detectOne(detection, need, options) })
        return
      }
      if (!readThrough) throw cannotGrow(covered)
      fetched.push({ key: keyOf(need), isThere: await fetchOne(readThrough, need, options) })
    }
    const toClassify = all.filter((need) => need.kind === 'classify')
    if (toClassify.length > 0) {
      if (!classification) throw cannotGrow(covered)
      const transactions = toClassify.map(({ transaction }) => bufferOf(transaction))
      await classification.classify(transactions, { signal: until, head })
      for (const need of toClassify) fetched.push({ key: keyOf(need), isThere: true })
    }
    for await (const _ of mapInOrder(all, WIDTH, fetch)) until.throwIfAborted()
  }
  try {
    await fetchAll(required, signal)
  } catch (error) {
    client.throwIfAborted()
    throw outOfReach(error, covered, deadline.aborted)
  }
  let isPartial = false
  try {
    const short = AbortSignal.any([signal, AbortSignal.timeout(OPTIONAL_MS)])
    await fetchAll(needs.filter(isOptional), short)
  } catch {
    client.throwIfAborted()
    isPartial = true
  }
  return { fetched, newest, isPartial }
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
  const reason = error instanceof Error ? error.message : String(error)
  return new CoverageError(
    `the index covers ${covered}; the network cannot be asked for the rest: ${reason}`,
    {
      cause: error,
    },
  )
}
