import type { Address, Cell } from '@ton/core'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { FoundTransaction } from '../../liteserver/session.ts'
import { transactionLink } from '../../liteserver/verify/transactions.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { AccountHistory, StdAddress } from '../../store/parsedBlock.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { uncovered } from '../ranges.ts'
import { coreAddress } from '../stdAddress.ts'
import { findByAccount } from './hashSearch.ts'
import { createAccountWindows, readSendersAhead } from './newestTransactions.ts'
import { openedCell } from './openedTransaction.ts'
import { foundState, type LocatedCell, type Recorder, record } from './record.ts'
import type { ChainTransaction } from './traceSearch.ts'

/** A liteserver's limit for one answer. */
const PAGE = 16
/** Maximum number of new transactions since the last read; with more, the history is read from scratch. */
const MAX_NEW = 1_000
/** Number of transactions whose blocks are looked up concurrently: two pages. */
const WIDTH = 32

type TransactionRef = { readonly lt: bigint; readonly hash: Buffer }

/** The result of reading a part of a history. */
export type HistoryReading = {
  /** Number of transactions read. */
  readonly count: number
  /** Whether they join the known part; otherwise they replace it. */
  readonly isContinued: boolean
  readonly isComplete: boolean
}

/** Dependencies of reading histories. `searchDepth`: see ReadThrough. */
export type HistoryReader = Recorder & {
  readonly searchDepth: number
  /** Whether the senders of messages are read ahead: an answer needs them for names and for the roots of traces. */
  readonly readsSenders?: boolean
}

/**
 * Reads and records an account's newest transactions: all since the last read and `count` more below the known ones,
 * or the newest `count` if none are known. If the account's deployment is reached, searches for transactions before
 * it.
 */
export async function readHistory(
  reader: HistoryReader,
  session: NetworkSession,
  account: StdAddress,
  count: number,
): Promise<HistoryReading> {
  const address = coreAddress(account)
  const head = await session.last()
  const [answer, before] = await Promise.all([
    session.account(head, address),
    reader.store.accountHistory(account),
  ])
  // An account that did not exist at the last read has no history to join.
  const known = before && before.newestLt > 0n ? before : undefined
  const newest = { lt: answer.lastTransLt, hash: answer.lastTransHash }
  if (newest.lt === 0n) return readAbsent(reader, session, account, head.seqno)
  const isKnown = ({ lt }: TransactionRef) => known !== undefined && lt <= known.newestLt
  const windows = createAccountWindows(session)
  const onRead = (cell: Cell) => {
    const { received } = openedCell(address, cell).links
    // The fetches that need it report failures.
    if (reader.readsSenders && received) readSendersAhead(windows, received).catch(() => {})
  }
  const upper = await readPart(session, address, {
    onRead,
    from: newest,
    count: known ? Math.max(count, MAX_NEW) : count,
    isEnd: isKnown,
  })
  const isJoined = isKnown(upper.next)
  const lower =
    known && isJoined ? await readPart(session, address, { onRead, from: known.before, count }) : NOTHING
  const transactions = [...upper.transactions, ...lower.transactions]
  const last = transactions.at(-1)
  const oldestLt =
    lower.transactions.length === 0 && known && isJoined ? known.oldestLt : last && ltOf(last.cell)
  const isComplete = (known && isJoined ? lower.next : upper.next).lt === 0n
  const history: AccountHistory = {
    account,
    mcSeqno: head.seqno,
    newestLt: newest.lt,
    oldestLt: oldestLt ?? 0n,
    isComplete,
    searchedSeqno: 0,
  }
  const state = foundState(answer)
  const states = [...(state ? [state] : []), ...windows.states()]
  await record(reader, session, { transactions, states, history })
  if (isComplete) await searchBefore(reader, session, history)
  return { count: transactions.length, isContinued: isJoined, isComplete }
}

/** Searches the blocks up to an account's deployment for messages that it bounced: no transaction links to those. */
async function searchBefore(
  reader: HistoryReader,
  session: NetworkSession,
  history: AccountHistory,
): Promise<void> {
  const { oldest, searchedSeqno = 0 } = (await reader.store.accountHistory(history.account)) ?? {}
  if (oldest?.origStatus !== 'nonexist' || oldest.mcSeqno <= searchedSeqno) return
  const seqno = oldest.mcSeqno
  const searched = await search(reader, session, history.account, { head: history.mcSeqno, seqno })
  if (searched) await record(reader, session, { ...searched, history: { ...history, searchedSeqno: seqno } })
}

/** Reads an account that does not exist now: only blocks can show whether it had transactions. */
async function readAbsent(
  reader: HistoryReader,
  session: NetworkSession,
  account: StdAddress,
  mcSeqno: number,
): Promise<HistoryReading> {
  const searched = await search(reader, session, account, { head: mcSeqno, seqno: mcSeqno })
  const searchedSeqno = searched ? mcSeqno : 0
  const history = { account, mcSeqno, newestLt: 0n, oldestLt: 0n, isComplete: searched !== undefined }
  const { transactions = [] } = searched ?? {}
  await record(reader, session, { transactions, history: { ...history, searchedSeqno } })
  // A further read would find nothing new.
  return { count: transactions.length, isContinued: false, isComplete: true }
}

/**
 * Finds the account's transactions up to masterchain block `seqno` in blocks that are neither indexed nor searched.
 * Returns undefined if the chain is too long to search.
 */
async function search(
  { store, searchDepth }: HistoryReader,
  session: NetworkSession,
  account: StdAddress,
  { head, seqno }: { readonly head: number; readonly seqno: number },
): Promise<{ readonly transactions: readonly ChainTransaction[] } | undefined> {
  if (head > searchDepth) return undefined
  const searched = (await store.accountHistory(account))?.searchedSeqno ?? 0
  const open = searched < seqno ? uncovered({ first: searched + 1, last: seqno }, store.coverage()) : []
  return { transactions: await findByAccount(session, coreAddress(account), seqnosOf(open)) }
}

function* seqnosOf(ranges: readonly SeqnoRange[]): Generator<number, void, undefined> {
  for (const { first, last } of ranges) for (let seqno = first; seqno <= last; seqno++) yield seqno
}

type HistoryPart = {
  /** Newest first. */
  readonly transactions: readonly LocatedCell[]
  /** The transaction before them; lt 0 if there is none. */
  readonly next: TransactionRef
}

const NOTHING: HistoryPart = { transactions: [], next: { lt: 0n, hash: Buffer.alloc(32) } }

type PartOptions = {
  readonly from: TransactionRef
  /** Maximum number of transactions. */
  readonly count: number
  /** Called with each transaction before its block is known. */
  readonly onRead: (transaction: Cell) => void
  /** Returns true for the first transaction that is not read. */
  readonly isEnd?: (transaction: TransactionRef) => boolean
}

/** Reads a part of a history, newest first. The blocks of a page are looked up while the next page is read. */
async function readPart(
  session: NetworkSession,
  address: Address,
  { from, count, onRead, isEnd = () => false }: PartOptions,
): Promise<HistoryPart> {
  let next = from
  async function* cells(): AsyncGenerator<FoundTransaction, void> {
    let left = count
    const readPage = () => {
      if (next.lt === 0n || left <= 0 || isEnd(next)) return undefined
      const page = session.transactions(address, next.lt, next.hash, Math.min(PAGE, left))
      // Awaited after the transactions of the page before it.
      page.catch(() => {})
      return page
    }
    for (let page = readPage(); page; ) {
      const found: FoundTransaction[] = []
      for (const one of await page) {
        if (isEnd(next)) break
        const { prevLt, prevHash } = transactionLink(one.transaction)
        next = { lt: prevLt, hash: prevHash }
        found.push(one)
      }
      left -= found.length
      page = readPage()
      for (const one of found) {
        yield one
        onRead(one.transaction)
      }
    }
  }
  const locate = async ({ transaction: cell, claimedBlock }: FoundTransaction): Promise<LocatedCell> => ({
    cell,
    workchain: address.workChain,
    block: await session.transactionBlock(address, ltOf(cell), claimedBlock),
  })
  const transactions: LocatedCell[] = []
  for await (const located of mapInOrder(cells(), WIDTH, locate)) transactions.push(located)
  return { transactions, next }
}

function ltOf(transaction: Cell): bigint {
  return transactionLink(transaction).lt
}
