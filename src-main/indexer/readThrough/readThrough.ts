import {
  LiteConnectionError,
  LiteServerError,
  LiteTimeoutError,
  NoServerError,
  UnprovedRefusalError,
} from '../../liteserver/errors.ts'
import { abortable } from '../../liteserver/network/abortable.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { Limiter } from '../../liteserver/pool/limiter.ts'
import { StoreError } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { DiskLimitError } from '../diskLimit.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import { CoverageError, type FetchOptions, type ReadThrough } from '../indexer.ts'
import type { Ingest } from '../ingest.ts'
import { formatRanges, isCovered } from '../ranges.ts'
import { coreAddress } from '../stdAddress.ts'
import { type HistoryReader, readHistory } from './accountHistory.ts'
import { findByHash } from './hashSearch.ts'
import { foundState, type Recorder, record } from './record.ts'
import {
  ancestorsOf,
  type ChainTransaction,
  neighboursOf,
  type TraceParts,
  traceOf,
  transactionAt,
} from './traceSearch.ts'

/** Time limit for a fetch, ms. Searches end earlier, so that there is time to store their results. */
const DEADLINE_MS = 20_000
const SEARCH_MS = 12_000
/** Maximum number of concurrent fetches, and of waiting ones. */
const CONCURRENT = 8
const QUEUED = 64
/** Maximum number of transactions of one history request. */
const MAX_HISTORY = 1_000

/** Errors of a network without an answering liteserver. */
const SILENCE = [NoServerError, LiteConnectionError, LiteTimeoutError]

/** An open read-through; closing it aborts all fetches. */
export type OpenReadThrough = ReadThrough & { close(): void }

/** Dependencies of read-through. */
export type ReadThroughContext = HistoryReader & { readonly network: IndexNetwork; readonly ingest: Ingest }

type Fetch = (session: NetworkSession, signal: AbortSignal) => Promise<boolean>

/** Creates the read-through, which fetches data that the index lacks for a request. */
export function createReadThrough(context: ReadThroughContext): OpenReadThrough {
  const { network, store, ingest, searchDepth } = context
  const flights = new Map<string, Promise<boolean>>()
  const limiter = new Limiter({ concurrent: CONCURRENT, queued: QUEUED })
  const closing = new AbortController()

  function outside(why: string, cause?: unknown): CoverageError {
    const covered = formatRanges(store.coverage())
    return new CoverageError(`${why}: of the masterchain ${covered} is indexed`, { cause })
  }

  async function fetch(work: Fetch): Promise<boolean> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(DEADLINE_MS)])
    try {
      return await limiter.run(() => work(network.session({ signal }), signal), signal)
    } catch (error) {
      // A refusal is not a proof: absence is proved by the head, or by a proof of the account.
      if (error instanceof LiteServerError) throw outside(`the liteserver refuses: ${error.message}`, error)
      if (error instanceof UnprovedRefusalError) throw outside(error.message, error)
      if (error instanceof DiskLimitError || error instanceof StoreError) throw outside(error.message, error)
      if (SILENCE.some((type) => error instanceof type)) throw outside('no liteserver answers', error)
      throw error
    }
  }

  /** Shares one fetch between equal requests for the same head; an aborted request leaves it to the others. */
  function once(what: string, { signal, head }: FetchOptions, work: Fetch): Promise<boolean> {
    const key = `${what}@${head ?? ''}`
    if (store.isReadOnly) return Promise.reject(outside('this index can only be read'))
    if (isUnreachable(network)) return Promise.reject(outside('no liteserver answers'))
    let flight = flights.get(key)
    if (!flight) {
      flight = fetch(work).finally(() => flights.delete(key))
      flights.set(key, flight)
    }
    return abortable(flight, signal)
  }

  /** Reads an indexed transaction from the network. */
  async function known(session: NetworkSession, hash: Buffer): Promise<ChainTransaction | undefined> {
    const found = await store.transactionRef(hash)
    return found && transactionAt(session, coreAddress(found.account), found.lt)
  }

  function around(
    kind: string,
    hash: Buffer,
    options: FetchOptions,
    find: (session: NetworkSession, start: ChainTransaction, signal: AbortSignal) => Promise<TraceParts>,
  ): Promise<boolean> {
    return once(`${kind}:${hash.toString('hex')}`, options, async (session, signal) => {
      const there = await known(session, hash)
      const search = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
      const start = there ?? (await findByHash(network.session({ signal: search }), hash, search))
      if (!start) return false
      const found = await find(session, start, signal)
      const transactions = [...(there ? [] : [start]), ...found.transactions]
      if (transactions.length > 0) await record(context, session, { transactions })
      return found.isWhole
    })
  }

  return {
    searchDepth,
    history: (account, count, options) =>
      once(`history:${account.toString('hex')}:${count}`, options, async (session) => {
        await readHistory(context, session, account, Math.min(count, MAX_HISTORY))
        return true
      }),
    state: (account, options) =>
      once(`state:${account.toString('hex')}`, options, (session) => readState(context, session, account)),
    trace: (hash, options) => {
      // A separate deadline, so that time is left to find the blocks of all transactions.
      const search = AbortSignal.timeout(SEARCH_MS)
      return around('trace', hash, options, (_session, start, signal) => {
        const both = AbortSignal.any([signal, search])
        return traceOf(network.session({ signal: both }), start, both)
      })
    },
    root: (hash, options) =>
      around('root', hash, options, (_session, start, signal) => {
        const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
        return ancestorsOf(network.session({ signal: both }), start, both)
      }),
    neighbours: (hash, options) => around('neighbours', hash, options, neighboursOf),
    transaction: (hash, options) =>
      once(`transaction:${hash.toString('hex')}`, options, async (session, signal) => {
        const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
        const searching = network.session({ signal: both })
        const found = await findByHash(searching, hash, both)
        // Its trace is likely to be requested next.
        if (found) {
          const { transactions } = await traceOf(searching, found, both)
          await record(context, session, { transactions })
        }
        return found !== undefined
      }),
    masterchainBlock: (seqno, options) =>
      once(`block:${seqno}`, options, async (session, signal) => {
        if (isCovered(seqno, store.coverage())) return true
        if (seqno < 1 || seqno > (await session.last()).seqno) return false
        // Rejects early if the block is refused: ingest would retry.
        await session.masterchainBlock(seqno)
        const range = { first: seqno, last: seqno }
        await ingest.run([range], { newestFirst: true, signal, onWritten: () => {} })
        return true
      }),
    close: () => closing.abort(new Error('the index is being closed')),
  }
}

async function readState(recorder: Recorder, session: NetworkSession, account: StdAddress): Promise<boolean> {
  const head = await session.last()
  const state = foundState(await session.account(head, coreAddress(account)))
  // The absence of the account is stored as a history without a newest transaction.
  const none = {
    account,
    mcSeqno: head.seqno,
    newestLt: 0n,
    oldestLt: 0n,
    isComplete: false,
    searchedSeqno: 0,
  }
  await record(recorder, session, state ? { state } : { history: none })
  return state !== undefined
}
