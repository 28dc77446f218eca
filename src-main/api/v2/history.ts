import type { Address } from '@ton/core'
import type { LiteSession } from '../../liteserver/session.ts'
import { type OpenTransaction, openTransaction } from './transactionJson.ts'

/** A transaction of an account; lt 0 means that there is none. */
export type HistoryCursor = { readonly lt: bigint; readonly hash: Buffer }

export type HistoryOptions = {
  readonly limit: number
  /** Transactions up to this logical time are left out. */
  readonly toLt: bigint
  /** Number of transactions of one query. */
  readonly pageSize: number
}

export type History = {
  readonly transactions: readonly OpenTransaction[]
  /** The next older transaction after the last page. */
  readonly previous: HistoryCursor
}

/**
 * Reads an account's history, newest first, page by page from `start` (inclusive): compatibility-v2 §5.2. Stops after
 * the page that reaches `toLt`, at `limit`, or at the end of the chain of transactions.
 */
export async function readHistory(
  session: LiteSession,
  address: Address,
  start: HistoryCursor,
  options: HistoryOptions,
): Promise<History> {
  const { limit, toLt, pageSize } = options
  const transactions: OpenTransaction[] = []
  let previous = start
  let reachedEnd = false
  while (!reachedEnd && previous.lt !== 0n && transactions.length < limit) {
    const count = Math.min(limit - transactions.length, pageSize)
    const found = await session.transactions(address, previous.lt, previous.hash, count)
    const page = found.map(({ transaction }) => openTransaction(transaction))
    const last = page.at(-1)
    if (!last) break
    const wanted = page.filter(({ transaction }) => transaction.lt > toLt)
    transactions.push(...wanted)
    reachedEnd = wanted.length < page.length
    const { prevTransLt, prevTransHash } = last.transaction
    previous = { lt: prevTransLt, hash: prevTransHash }
  }
  return { transactions, previous }
}
