import type { Address, Cell } from '@ton/core'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { transactionLink } from '../../liteserver/verify/transactions.ts'
import type { StdAddress } from '../../store/facts.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { coreAddress } from '../stdAddress.ts'
import { findByAccount } from './hashSearch.ts'
import { foundState, type PlacedCell, type Recorder, record } from './record.ts'

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

/**
 * Reads and records an account's newest transactions: all since the last reading and `count` more below what is known,
 * or the newest `count` where nothing is.
 */
export async function readHistory(
  recorder: Recorder,
  session: NetworkSession,
  account: StdAddress,
  count: number,
): Promise<HistoryReading> {
  const address = coreAddress(account)
  const head = await session.last()
  const [answer, known] = await Promise.all([
    session.account(head, address),
    recorder.store.accountHistory(account),
  ])
  const newest = { lt: answer.lastTransLt, hash: answer.lastTransHash }
  if (newest.lt === 0n) return readAbsent(recorder, session, account, head.seqno)
  const isKnown = ({ lt }: Place) => known !== undefined && lt <= known.newestLt
  const upper = await walkBack(session, address, newest, known ? Math.max(count, MAX_NEW) : count, isKnown)
  const isJoined = isKnown(upper.next)
  const lower = known && isJoined ? await walkBack(session, address, known.before, count) : NOTHING
  const cells = [...upper.cells, ...lower.cells]
  const last = cells.at(-1)
  const oldestLt = lower.cells.length === 0 && known && isJoined ? known.oldestLt : last && ltOf(last)
  const isComplete = (known && isJoined ? lower.next : upper.next).lt === 0n
  await record(recorder, session, {
    transactions: await withBlocks(session, address, cells),
    state: foundState(answer),
    history: { account, mcSeqno: head.seqno, newestLt: newest.lt, oldestLt: oldestLt ?? 0n, isComplete },
  })
  return { count: cells.length, isComplete }
}

/** Of an account that does not exist now: only its blocks tell whether it had transactions. */
async function readAbsent(
  recorder: Recorder,
  session: NetworkSession,
  account: StdAddress,
  mcSeqno: number,
): Promise<HistoryReading> {
  const { transactions, isWhole } = await findByAccount(session, coreAddress(account))
  const history = { account, mcSeqno, newestLt: 0n, oldestLt: 0n, isComplete: isWhole }
  await record(recorder, session, { transactions, history })
  // Reading on would tell no more.
  return { count: transactions.length, isComplete: true }
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
