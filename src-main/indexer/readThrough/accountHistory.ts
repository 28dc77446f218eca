import type { Address, Cell } from '@ton/core'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { transactionLink } from '../../liteserver/verify/transactions.ts'
import type { AccountHistory, StdAddress } from '../../store/facts.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { uncovered } from '../ranges.ts'
import { coreAddress } from '../stdAddress.ts'
import { findByAccount } from './hashSearch.ts'
import { foundState, type PlacedCell, type Recorder, record } from './record.ts'
import type { ChainTransaction } from './traceSearch.ts'

/** A liteserver gives no more at once. */
const PAGE = 16
/** Of what came since the last reading; beyond that the history is begun anew. */
const MAX_NEW = 1_000
/** Transactions whose blocks are looked for at once. */
const WIDTH = 16

type Place = { readonly lt: bigint; readonly hash: Buffer }

export type HistoryReading = {
  /** Transactions read. */
  readonly count: number
  readonly isComplete: boolean
}

/** What reads histories. `searchDepth`: see ReadThrough. */
export type HistoryReader = Recorder & { readonly searchDepth: number }

/**
 * Reads and records an account's newest transactions: all since the last reading and `count` more below what is known,
 * or the newest `count` where nothing is. Then searches for those before the account's deployment, if that is reached.
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
  // An account that did not exist when it was read has no history to join.
  const known = before && before.newestLt > 0n ? before : undefined
  const newest = { lt: answer.lastTransLt, hash: answer.lastTransHash }
  if (newest.lt === 0n) return readAbsent(reader, session, account, head.seqno)
  const isKnown = ({ lt }: Place) => known !== undefined && lt <= known.newestLt
  const upper = await walkBack(session, address, newest, known ? Math.max(count, MAX_NEW) : count, isKnown)
  const isJoined = isKnown(upper.next)
  const lower = known && isJoined ? await walkBack(session, address, known.before, count) : NOTHING
  const cells = [...upper.cells, ...lower.cells]
  const last = cells.at(-1)
  const oldestLt = lower.cells.length === 0 && known && isJoined ? known.oldestLt : last && ltOf(last)
  const isComplete = (known && isJoined ? lower.next : upper.next).lt === 0n
  const transactions = await withBlocks(session, address, cells)
  const history: AccountHistory = {
    account,
    mcSeqno: head.seqno,
    newestLt: newest.lt,
    oldestLt: oldestLt ?? 0n,
    isComplete,
    searchedSeqno: 0,
  }
  await record(reader, session, { transactions, state: foundState(answer), history })
  if (isComplete) await searchBefore(reader, session, history)
  return { count: cells.length, isComplete }
}

/** Searches the blocks up to an account's deployment for messages that it bounced: no transaction is linked to those. */
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

/** Of an account that does not exist now: only its blocks tell whether it had transactions. */
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
  // Reading on would tell no more.
  return { count: transactions.length, isComplete: true }
}

/**
 * The account's transactions up to masterchain block `seqno`, of those blocks that are neither indexed nor searched yet.
 * Undefined where the chain is too long to search.
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

const NOTHING: Stretch = { cells: [], next: { lt: 0n, hash: Buffer.alloc(32) } }

type Stretch = {
  /** Newest first. */
  readonly cells: readonly Cell[]
  /** The transaction before them; lt 0 where there is none. */
  readonly next: Place
}

/** At most `count` transactions (rounded up to whole pages), from `next` on down to the one that `isEnd` knows. */
async function walkBack(
  session: NetworkSession,
  address: Address,
  from: Place,
  count: number,
  isEnd: (place: Place) => boolean = () => false,
): Promise<Stretch> {
  const cells: Cell[] = []
  let next = from
  while (next.lt > 0n && cells.length < count && !isEnd(next)) {
    const page = await session.transactions(address, next.lt, next.hash, PAGE)
    for (const { transaction } of page) {
      if (isEnd(next)) break
      cells.push(transaction)
      const { prevLt, prevHash } = transactionLink(transaction)
      next = { lt: prevLt, hash: prevHash }
    }
  }
  return { cells, next }
}

async function withBlocks(session: NetworkSession, address: Address, cells: readonly Cell[]) {
  const found: PlacedCell[] = []
  const place = async (cell: Cell): Promise<PlacedCell> => ({
    cell,
    workchain: address.workChain,
    block: await session.transactionBlock(address, ltOf(cell)),
  })
  for await (const placed of mapInOrder(cells, WIDTH, place)) found.push(placed)
  return found
}

function ltOf(transaction: Cell): bigint {
  return transactionLink(transaction).lt
}
