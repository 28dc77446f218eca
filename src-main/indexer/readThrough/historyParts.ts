import type { Address, Cell } from '@ton/core'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { isServerFault } from '../../liteserver/pool/serverFaults.ts'
import type { FoundTransaction } from '../../liteserver/session.ts'
import { transactionLink } from '../../liteserver/verify/transactions.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import type { LocatedCell } from './record.ts'

/** A liteserver's limit for one answer. */
const PAGE = 16
/** Number of transactions whose blocks are looked up concurrently: two pages. */
const WIDTH = 32
/** Number of parts of a history that are read side by side. */
const PARTS = 8

/** A transaction of a known account. */
export type TransactionRef = { readonly lt: bigint; readonly hash: Buffer }

/** Transactions that follow each other in a history. */
export type HistoryPart = {
  /** Newest first. */
  readonly transactions: readonly LocatedCell[]
  /** The transaction before them; lt 0 if there is none. */
  readonly next: TransactionRef
  /** Why no liteserver gave the rest; undefined if there is no rest. */
  readonly refusal?: LiteServerError | undefined
}

/** Which part of a history is read. */
export type PartOptions = {
  readonly from: TransactionRef
  /** Maximum number of transactions. */
  readonly count: number
  /** Called with each transaction before its block is known. */
  readonly onRead: (transaction: Cell) => void
  /** Returns true for the first transaction that is not read. */
  readonly isEnd?: (transaction: TransactionRef) => boolean
}

/**
 * Reads a part of a history, newest first. The blocks of a page are looked up while the next page is read. Ends early
 * where all liteservers refuse older transactions: most keep the newest blocks only. Rejects as sessions do otherwise.
 */
export async function readPart(
  session: NetworkSession,
  address: Address,
  { from, count, onRead, isEnd = () => false }: PartOptions,
): Promise<HistoryPart> {
  let next = from
  let refusal: LiteServerError | undefined
  const refused = (error: unknown) => {
    if (!(error instanceof LiteServerError)) throw error
    refusal = error
  }
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
      // A refusal does not end the others here: the blocks of earlier pages are still being looked up.
      const answer = await page.catch((error) => {
        refused(error)
        return readOneByOne(session, address, next, Math.min(PAGE, left))
      })
      for (const one of answer) {
        if (isEnd(next)) break
        const { prevLt, prevHash } = transactionLink(one.transaction)
        next = { lt: prevLt, hash: prevHash }
        found.push(one)
      }
      left -= found.length
      page = refusal ? undefined : readPage()
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
  try {
    for await (const located of mapInOrder(cells(), WIDTH, locate)) transactions.push(located)
  } catch (error) {
    refused(error)
    next = beforeAll(transactions, from)
  }
  return { transactions, next, refusal }
}

/**
 * Reads the transactions of a refused page up to the one that all liteservers refuse. Those that one of them has were
 * cached with the page.
 */
async function readOneByOne(
  session: NetworkSession,
  address: Address,
  from: TransactionRef,
  count: number,
): Promise<readonly FoundTransaction[]> {
  const found: FoundTransaction[] = []
  let next = from
  while (found.length < count && next.lt > 0n) {
    try {
      const [one] = await session.transactions(address, next.lt, next.hash, 1)
      if (!one) return found
      found.push(one)
      const { prevLt, prevHash } = transactionLink(one.transaction)
      next = { lt: prevLt, hash: prevHash }
    } catch (error) {
      if (!(error instanceof LiteServerError)) throw error
      return found
    }
  }
  return found
}

/** Returns the transaction before the last of these, which begin with `from`. */
function beforeAll(transactions: readonly LocatedCell[], from: TransactionRef): TransactionRef {
  const last = transactions.at(-1)
  if (!last) return from
  const { prevLt, prevHash } = transactionLink(last.cell)
  return { lt: prevLt, hash: prevHash }
}

/** Where further pieces of a history begin. */
export type OlderPlaces = {
  /** A masterchain block before the oldest known transaction. */
  readonly seqno: number
  /** Masterchain blocks from one place to the next. */
  readonly spacing: number
}

/**
 * Reads a part of a history, newest first, in several pieces at once: a page names the next one, so that a single piece
 * takes a round trip for each page. The others begin where the account stood at older masterchain blocks, whose states
 * prove it. Not every server has these states; where none has, there is one piece. Each piece has at most `count`
 * transactions. What follows a piece that failed, or does not reach the next one, is left out. Rejects as sessions do
 * if the first piece fails.
 */
export async function readSideBySide(
  session: NetworkSession,
  address: Address,
  options: Omit<PartOptions, 'isEnd'>,
  places: OlderPlaces,
): Promise<HistoryPart & { readonly pieces: number }> {
  const starts = [options.from, ...(await olderStarts(session, address, options.from, places))]
  const pieces = await Promise.allSettled(
    starts.map((from, at) => {
      const end = starts[at + 1]?.lt
      const isEnd = end === undefined ? undefined : ({ lt }: TransactionRef) => lt <= end
      return readPart(session, address, { ...options, from, ...(isEnd && { isEnd }) })
    }),
  )
  const [first] = pieces
  if (first?.status === 'rejected') throw first.reason
  const transactions: LocatedCell[] = []
  let next = options.from
  let refusal: LiteServerError | undefined
  for (const [at, piece] of pieces.entries()) {
    if (piece.status === 'rejected' || starts[at]?.lt !== next.lt) break
    transactions.push(...piece.value.transactions)
    next = piece.value.next
    refusal = piece.value.refusal
    if (refusal) break
  }
  return { transactions, next, refusal, pieces: starts.length }
}

/** Returns an account's newest transactions as of older masterchain blocks, newest first, all before `newest`. */
async function olderStarts(
  session: NetworkSession,
  address: Address,
  newest: TransactionRef,
  { seqno, spacing }: OlderPlaces,
): Promise<readonly TransactionRef[]> {
  const seqnos = Array.from({ length: PARTS - 1 }, (_, at) => seqno - spacing * (at + 1))
  const found = await Promise.all(
    seqnos.filter((older) => older > 0).map((older) => newestAt(session, address, older)),
  )
  const starts: TransactionRef[] = []
  for (const start of found) {
    const { lt } = starts.at(-1) ?? newest
    if (start && start.lt > 0n && start.lt < lt) starts.push(start)
  }
  return starts
}

/** Returns an account's newest transaction as of a masterchain block; undefined if no server answers for that block. */
async function newestAt(
  session: NetworkSession,
  address: Address,
  seqno: number,
): Promise<TransactionRef | undefined> {
  try {
    const { lastTransLt, lastTransHash } = await session.account(
      await session.masterchainBlock(seqno),
      address,
    )
    return { lt: lastTransLt, hash: lastTransHash }
  } catch (error) {
    if (error instanceof LiteServerError || isServerFault(error)) return undefined
    throw error
  }
}

/** Returns the logical time of a transaction's cell. */
export function ltOf(transaction: Cell): bigint {
  return transactionLink(transaction).lt
}
