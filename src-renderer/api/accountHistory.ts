import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import { viewIndexedTransaction } from '../decode/indexedTransaction.ts'
import { type TransactionView, viewTransaction } from '../decode/transactionView.ts'
import { type HistoryStart, historyQuery } from './accounts.ts'
import type { Network } from './network.tsx'
import { type Answer, ApiFailure } from './request.ts'
import { askV3 } from './v3.ts'

/** A page of an account's history, newest first. */
export type HistoryPage = {
  readonly views: readonly TransactionView[]
  readonly source: 'index' | 'liteservers'
  readonly answer: Answer<unknown>
}

/** Undefined where the index refuses, or hasn't come to the transaction that the page begins with. */
async function fromIndex(
  address: string,
  start: HistoryStart,
  limit: number,
  signal: AbortSignal,
): Promise<HistoryPage | undefined> {
  try {
    const request = { account: [address], end_lt: start.lt, limit, sort: 'desc' } as const
    const answer = await askV3('transactions', request, signal)
    const { transactions, address_book } = answer.result
    if (transactions[0]?.lt !== start.lt) return undefined
    const views = transactions.map((transaction) => viewIndexedTransaction(transaction, address_book))
    return { views, source: 'index', answer }
  } catch (error) {
    if (error instanceof ApiFailure) return undefined
    throw error
  }
}

async function fromLiteservers(
  client: QueryClient,
  network: Network,
  address: string,
  start: HistoryStart,
  limit: number,
): Promise<HistoryPage> {
  const answer = await client.fetchQuery(historyQuery(network, address, start, limit))
  return { views: answer.result.map(viewTransaction), source: 'liteservers', answer }
}

/**
 * Transactions of an account from `start` on (itself included), by their logical time as the key: a deep page costs
 * what the first one does. Asked of the index, and of liteservers where that doesn't have them.
 */
export function accountHistoryQuery(network: Network, address: string, start: HistoryStart, limit: number) {
  return queryOptions({
    queryKey: [network.id, 'accountHistory', accountKey(address), start.lt, start.hash, limit],
    queryFn: async ({ client, signal }) =>
      (await fromIndex(address, start, limit, signal)) ??
      (await fromLiteservers(client, network, address, start, limit)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
