import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { Hints } from '../../metadata/hints.ts'
import type { IndexStore } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { IndexNetwork } from '../fetch/retryingClient.ts'
import { type FetchOptions, type ReadThrough, type TransactionPlace, UnfinishedError } from '../indexer.ts'
import type { Ingest } from '../ingest.ts'
import { isCovered } from '../ranges.ts'
import { coreAddress } from '../stdAddress.ts'
import { type HistoryReader, readHistory } from './accountHistory.ts'
import { findByHash } from './hashSearch.ts'
import { findAtPlace, findByHint } from './hintedTransaction.ts'
import { foundState, type Recorder, record } from './record.ts'
import { type Fetch, SharedFetches, withCoverage } from './sharedFetches.ts'
import { statesAround } from './statesAround.ts'
import {
  ancestorsOf,
  type ChainTransaction,
  neighboursOf,
  type TraceParts,
  traceOf,
  transactionByHash,
} from './traceSearch.ts'

/** Time limit for a search, ms: below that of a fetch, so that there is time to store the results. */
const SEARCH_MS = 12_000
/** The same for a search that its client sees and can stop. */
const LONG_SEARCH_MS = 900_000
/** Maximum number of transactions of one history request. */
const MAX_HISTORY = 1_000
/** Maximum number of transactions of a history request that reads the senders of their messages ahead. */
const MAX_WITH_SENDERS = 128

/** An open read-through; closing it aborts all fetches. */
export type OpenReadThrough = ReadThrough & { close(): void }

/** Dependencies of read-through. */
export type ReadThroughContext = HistoryReader & {
  readonly network: IndexNetwork
  readonly ingest: Ingest
  /** Undefined: no hint server is asked. */
  readonly hints?: Hints | undefined
}

/** Creates the read-through, which fetches data that the index lacks for a request. */
export function createReadThrough(context: ReadThroughContext): OpenReadThrough {
  const { network, store, ingest, searchDepth, hints } = context
  const fetches = new SharedFetches(network, store)
  const once = (what: string, options: FetchOptions, work: Fetch) =>
    fetches.run(`${what}:${options.searches ?? true}`, options, (session, signal) =>
      work(atHead(session, options.head), signal),
    )
  const sessionAt = (head: number | undefined, signal: AbortSignal) =>
    atHead(network.session({ signal }), head)

  /** Reads an indexed transaction from the network, or from the session's cache if its history was just read. */
  async function known(session: NetworkSession, hash: Buffer): Promise<ChainTransaction | undefined> {
    const found = await store.transactionRef(hash)
    return found && transactionByHash(session, coreAddress(found.account), { lt: found.lt, hash })
  }

  /** Finds a transaction that is not indexed: at a hinted place, then in the newest blocks. */
  async function search(
    session: NetworkSession,
    hash: Buffer,
    { signal, searches = true }: Pick<FetchOptions, 'signal' | 'searches'>,
  ): Promise<ChainTransaction | undefined> {
    const server = hints?.server()
    const hinted = server && (await findByHint(session, server, { what: 'transaction', hash }, signal))
    return hinted ?? (searches ? findByHash(session, hash, signal) : undefined)
  }

  function around(
    kind: string,
    hash: Buffer,
    options: FetchOptions,
    find: (session: NetworkSession, start: ChainTransaction, signal: AbortSignal) => Promise<TraceParts>,
  ): Promise<boolean> {
    const { head } = options
    return once(`${kind}:${hash.toString('hex')}`, options, async (session, signal) => {
      const there = await known(session, hash)
      const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
      const start = there ?? (await search(sessionAt(head, both), hash, { ...options, signal: both }))
      if (!start) return absent(both, store)
      const found = await find(session, start, signal)
      const transactions = [...(there ? [] : [start]), ...found.transactions]
      const { states } = found
      if (transactions.length + states.length > 0) await record(context, session, { transactions, states })
      if (found.isCut && !found.isWhole)
        throw unfinished(`its trace (${found.transactions.length} transactions so far)`, store)
      return found.isWhole
    })
  }

  return {
    searchDepth,
    history: (account, count, options) =>
      once(`history:${account.toString('hex')}:${count}`, options, async (session) => {
        const readsSenders = options.readsSenders === true && count <= MAX_WITH_SENDERS
        const reader = { ...context, readsSenders }
        await readHistory(reader, session, account, Math.min(count, MAX_HISTORY))
        return true
      }),
    state: (account, options) =>
      once(`state:${account.toString('hex')}`, options, (session) => readState(context, session, account)),
    trace: (hash, options) => {
      // A separate deadline, so that time is left to find the blocks of all transactions.
      const deadline = AbortSignal.timeout(SEARCH_MS)
      return around('trace', hash, options, (_session, start, signal) => {
        const both = AbortSignal.any([signal, deadline])
        return traceOf(sessionAt(options.head, both), start, both)
      })
    },
    root: (hash, options) =>
      around('root', hash, options, (_session, start, signal) => {
        const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
        return ancestorsOf(sessionAt(options.head, both), start, both)
      }),
    states: (hash, options) =>
      once(`states:${hash.toString('hex')}`, options, async (session, signal) => {
        const there = await known(session, hash)
        const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
        const found =
          there ?? (await search(sessionAt(options.head, both), hash, { ...options, signal: both }))
        if (!found) return absent(both, store)
        const { transactions = [], pastStates } = await statesAround(session, found)
        const unknown = transactions.filter((transaction) => transaction !== there)
        await record(context, session, { transactions: unknown, ...(pastStates && { pastStates }) })
        return true
      }),
    neighbours: (hash, options) => around('neighbours', hash, options, neighboursOf),
    transaction: (hash, options) =>
      once(
        `transaction:${hash.toString('hex')}:${placeKey(options.place)}`,
        options,
        async (session, signal) => {
          const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
          const searching = sessionAt(options.head, both)
          const placed = options.place && (await findAtPlace(searching, options.place, hash, both))
          const found = placed ?? (await search(searching, hash, { ...options, signal: both }))
          // Its trace is likely to be requested next.
          if (!found) return absent(both, store)
          const { transactions, states } = await traceOf(searching, found, both)
          await record(context, session, { transactions, states })
          return true
        },
      ),
    message: async (hash, options) => {
      const server = hints?.server()
      if (!server) return false
      return once(`message:${hash.toString('hex')}`, options, async (session, signal) => {
        const found = await findByHint(session, server, { what: 'message', hash }, signal)
        if (!found) return false
        await record(context, session, { transactions: [found] })
        return true
      })
    },
    search: (hash, { signal, onProgress }) =>
      fetches.runAlone(signal, LONG_SEARCH_MS, async (session, both) => {
        const found = await findByHash(session, hash, both, onProgress)
        both.throwIfAborted()
        if (!found) return false
        await record(context, session, { transactions: [found] })
        return true
      }),
    masterchainBlock: (seqno, options) =>
      once(`block:${seqno}`, options, async (session, signal) => {
        if (isCovered(seqno, store.coverage())) return true
        if (seqno < 1 || seqno > (options.head ?? (await session.last()).seqno)) return false
        // Its shards are compared with those of the block before it. A failure shows when that block is read.
        const before = seqno > 1 ? session.masterchainBlock(seqno - 1).catch(() => {}) : undefined
        // Rejects early if the block is refused: ingest would retry.
        await Promise.all([session.masterchainBlock(seqno), before])
        const range = { first: seqno, last: seqno }
        await ingest.run([range], { newestFirst: true, signal, onWritten: () => {} })
        return true
      }),
    fetching: () => fetches.size,
    close: () => fetches.close(),
  }
}

function placeKey(place: TransactionPlace | undefined): string {
  return place ? `${place.account.toString('hex')}:${place.lt}` : ''
}

/** Returns that a search found nothing; throws UnfinishedError if its time limit ended it. */
function absent(search: AbortSignal, store: Pick<IndexStore, 'coverage'>): false {
  if (search.aborted) throw unfinished('the transaction lists of the newest blocks', store)
  return false
}

function unfinished(what: string, store: Pick<IndexStore, 'coverage'>): UnfinishedError {
  return new UnfinishedError(
    withCoverage(`the network did not give ${what} within ${SEARCH_MS / 1000} s`, store),
  )
}

/**
 * Returns a session whose newest block is the one as of which a request is answered, so that all fetches for one request
 * share what they read of an account.
 * @param head seqno; undefined: the newest block
 */
function atHead(session: NetworkSession, head: number | undefined): NetworkSession {
  return head === undefined ? session : { ...session, last: () => session.masterchainBlock(head) }
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
  await record(recorder, session, state ? { states: [state] } : { history: none })
  return state !== undefined
}
