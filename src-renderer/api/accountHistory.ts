import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import { viewIndexedTransaction } from '../decode/indexedTransaction.ts'
import { type TransactionView, viewTransaction } from '../decode/transactionView.ts'
import { type HistoryStart, historyQuery } from './accounts.ts'
import { ApiFailure } from './apiFailure.ts'
import type { Network } from './network.tsx'
import type { Answer } from './request.ts'
import { getV3 } from './v3.ts'

/** A page of an account's history, newest first. */
export type HistoryPage = {
  readonly views: readonly TransactionView[]
  /** Ids of the traces of the transactions that have a known one, by the transaction's hash; both in base64. */
  readonly traceIds: ReadonlyMap<string, string>
  readonly source: 'index' | 'liteservers'
  /** Undefined if there was nothing to request: the state has no transaction and the index has no answer. */
  readonly answer?: Answer<unknown>
}

/** Number of transactions on a page. */
export const HISTORY_PAGE = 25

/** The lt of the last transaction of an account without a state, which was never used or is deleted. */
export const NO_TRANSACTION = '0'
/** Time for which an empty answer is fresh, ms: the index can be behind the head. */
const EMPTY_FRESH_MS = 10_000

/** Returns undefined if the index fails or has not reached the first transaction of the page. */
async function fromIndex(
  address: string,
  start: HistoryStart,
  limit: number,
  signal: AbortSignal,
): Promise<HistoryPage | undefined> {
  try {
    const isNamed = start.lt !== NO_TRANSACTION
    const from = isNamed ? { end_lt: start.lt } : {}
    const answer = await getV3('transactions', { account: [address], ...from, limit, sort: 'desc' }, signal)
    const { transactions, address_book } = answer.result
    if (isNamed && transactions[0]?.lt !== start.lt) return undefined
    const views = transactions.map((transaction) => viewIndexedTransaction(transaction, address_book))
    const traceIds = new Map(
      transactions.flatMap(({ hash, trace_id }): [string, string][] => (trace_id ? [[hash, trace_id]] : [])),
    )
    return { views, traceIds, source: 'index', answer }
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
  const traceIds = new Map<string, string>()
  if (start.lt === NO_TRANSACTION) return { views: [], traceIds, source: 'liteservers' }
  const answer = await client.fetchQuery(historyQuery(network, address, start, limit))
  return { views: answer.result.map(viewTransaction), traceIds, source: 'liteservers', answer }
}

/** Returns the query for the same transactions from liteservers, which is answered sooner, without trace ids. */
export function bareHistoryQuery(network: Network, address: string, start: HistoryStart, limit: number) {
  return queryOptions({
    queryKey: [network.id, 'bareHistory', accountKey(address), start.lt, start.hash, limit],
    queryFn: ({ client }) => fromLiteservers(client, network, address, start, limit),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Returns the query for transactions of an account from `start` on, inclusive. The logical time is the key, so
 * that a deep page costs no more than the first one. Reads the index, then liteservers if the index lacks them.
 * A `start` with lt 0 means the newest transaction in the index: liteservers do not keep those of a deleted
 * account.
 */
export function accountHistoryQuery(network: Network, address: string, start: HistoryStart, limit: number) {
  return queryOptions({
    queryKey: [network.id, 'accountHistory', accountKey(address), start.lt, start.hash, limit],
    queryFn: async ({ client, signal }) =>
      (await fromIndex(address, start, limit, signal)) ??
      (await fromLiteservers(client, network, address, start, limit)),
    staleTime: start.lt === NO_TRANSACTION ? EMPTY_FRESH_MS : Number.POSITIVE_INFINITY,
  })
}
