import type { Address, Cell } from '@ton/core'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { AccountHistory, StdAddress } from '../../store/parsedBlock.ts'
import { uncovered } from '../ranges.ts'
import { coreAddress } from '../stdAddress.ts'
import { findByAccount } from './hashSearch.ts'
import {
  type HistoryPart,
  ltOf,
  type OlderPlaces,
  type PartOptions,
  readPart,
  readSideBySide,
  type TransactionRef,
} from './historyParts.ts'
import { createAccountWindows, readSendersAhead } from './newestTransactions.ts'
import { openedCell } from './openedTransaction.ts'
import { foundState, type Recorder, record } from './record.ts'
import type { ChainTransaction } from './traceSearch.ts'

/** Maximum number of new transactions since the last read; with more, the history is read from scratch. */
const MAX_NEW = 1_000

/** The result of reading a part of a history. */
export type HistoryReading = {
  /** Number of transactions read. */
  readonly count: number
  /** Whether they join the known part; otherwise they replace it. */
  readonly isContinued: boolean
  readonly isComplete: boolean
  /** Number of pieces below the known part that were read at once. */
  readonly pieces: number
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
 * it. With `places`, those below the known ones are read side by side, `count` for each place. Rejects as sessions do;
 * where all liteservers refuse older transactions, after the newer ones are recorded.
 */
export async function readHistory(
  reader: HistoryReader,
  session: NetworkSession,
  account: StdAddress,
  count: number,
  places?: OlderPlaces,
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
  if (newest.lt === 0n) return readAbsent(reader, session, account, { head: head.seqno, known })
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
    // A range without a transaction would count as read.
    count: known ? Math.max(count, MAX_NEW) : Math.max(count, 1),
    isEnd: isKnown,
  })
  // A history that ends without a link has not reached the known one: the account was deleted and made again since then.
  // Without what is between them, the new ones would take the place of the known ones.
  if (upper.refusal && (known || upper.transactions.length === 0)) throw upper.refusal
  const isJoined = known !== undefined && (isKnown(newest) || upper.next.lt === known.newestLt)
  const lower =
    known && isJoined
      ? await readBelow(session, address, { onRead, from: known.before, count }, places)
      : NOTHING
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
  const refusal = upper.refusal ?? lower.refusal
  if (refusal) throw refusal
  if (isComplete) await searchBefore(reader, session, history)
  return { count: transactions.length, isContinued: isJoined, isComplete, pieces: lower.pieces }
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

/** Maximum number of blocks that are searched for the transactions that deleted an account since its last read. */
const DELETION_DEPTH = 64

/** Reads an account that does not exist now: only blocks can show whether it had transactions, and what deleted it. */
async function readAbsent(
  reader: HistoryReader,
  session: NetworkSession,
  account: StdAddress,
  { head: mcSeqno, known }: { readonly head: number; readonly known: AccountHistory | undefined },
): Promise<HistoryReading> {
  const searched = await search(reader, session, account, { head: mcSeqno, seqno: mcSeqno })
  const searchedSeqno = searched ? mcSeqno : 0
  const history = { account, mcSeqno, newestLt: 0n, oldestLt: 0n, isComplete: searched !== undefined }
  const isRecent = known !== undefined && mcSeqno - known.mcSeqno <= DELETION_DEPTH
  const last =
    !searched && isRecent
      ? await findByAccount(
          session,
          coreAddress(account),
          seqnosOf([{ first: known.mcSeqno + 1, last: mcSeqno }]),
        )
      : []
  const { transactions = last } = searched ?? {}
  await record(reader, session, { transactions, history: { ...history, searchedSeqno } })
  // A further read would find nothing new.
  return { count: transactions.length, isContinued: false, isComplete: true, pieces: 0 }
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

type LowerPart = HistoryPart & { readonly pieces: number }

const NOTHING: LowerPart = { transactions: [], next: { lt: 0n, hash: Buffer.alloc(32) }, pieces: 0 }

async function readBelow(
  session: NetworkSession,
  address: Address,
  options: Omit<PartOptions, 'isEnd'>,
  places: OlderPlaces | undefined,
): Promise<LowerPart> {
  if (places) return readSideBySide(session, address, options, places)
  return { ...(await readPart(session, address, options)), pieces: 1 }
}
