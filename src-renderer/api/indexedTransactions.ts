import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { viewIndexedTransaction } from '../decode/indexedTransaction.ts'
import type { TransactionView } from '../decode/transactionView.ts'
import { type BlockId, indexedBlockId } from './blockId.ts'
import { countOf, type MasterSummary } from './masterSummary.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Maximum number of transactions in a request (several hundred kilobytes). */
const MAX_LIMIT = 500
/** Maximum number of requests for a list: other blocks of the same second can fill a page. */
const MAX_REQUESTS = 3
/** Time for which transactions outside of the window are kept, ms. */
const FORGET_MS = 60_000

export type PlacedTransaction = { readonly view: TransactionView; readonly blockId: BlockId }

/** Transactions by the masterchain block that committed them. */
export type TransactionWindow = ReadonlyMap<number, readonly PlacedTransaction[]>

function windowKey(network: Network) {
  return [network.id, 'transactionWindow'] as const
}

function earlierWindow(client: QueryClient, network: Network): TransactionWindow | undefined {
  const all = client.getQueryCache().findAll({ queryKey: windowKey(network) })
  const latest = all.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt).at(-1)
  return latest?.state.data as TransactionWindow | undefined
}

async function readTransactions(
  summaries: readonly MasterSummary[],
  signal: AbortSignal,
): Promise<Map<number, PlacedTransaction[]>> {
  const found = new Map(summaries.map(({ seqno }): [number, PlacedTransaction[]] => [seqno, []]))
  const wanted = summaries.reduce((sum, summary) => sum + countOf(summary).transactions, 0)
  const end = Math.max(...summaries.map(({ utime }) => utime))
  let limit = Math.min(MAX_LIMIT, wanted + 8)
  for (let requests = 1; wanted > 0 && requests <= MAX_REQUESTS; requests++) {
    const request = { limit, sort: 'desc', end_utime: String(end) } as const
    const { transactions, address_book: book } = (await getV3('transactions', request, signal)).result
    const ours = transactions.filter(({ mc_block_seqno: seqno }) => found.has(seqno))
    if (
      ours.length >= wanted ||
      transactions.length < limit ||
      limit === MAX_LIMIT ||
      requests === MAX_REQUESTS
    ) {
      for (const json of ours) {
        const view = viewIndexedTransaction(json, book)
        found.get(json.mc_block_seqno)?.push({ view, blockId: indexedBlockId(json.block_ref) })
      }
      break
    }
    limit = Math.min(MAX_LIMIT, limit * 2)
  }
  return found
}

/**
 * Returns the query for the transactions of masterchain blocks with their shard blocks: one request of v3,
 * which reads only new blocks after a new head. Of more than 500 transactions the oldest are not read.
 * @param summaries newest first, without gaps
 */
export function transactionWindowQuery(network: Network, summaries: readonly MasterSummary[]) {
  return queryOptions({
    queryKey: [...windowKey(network), summaries.at(-1)?.seqno, summaries[0]?.seqno],
    queryFn: async ({ client, signal }): Promise<TransactionWindow> => {
      const earlier = earlierWindow(client, network) ?? new Map<number, PlacedTransaction[]>()
      const unread = summaries.filter(({ seqno }) => !earlier.has(seqno))
      const read = unread.length > 0 ? await readTransactions(unread, signal) : new Map()
      return new Map(summaries.map(({ seqno }) => [seqno, earlier.get(seqno) ?? read.get(seqno) ?? []]))
    },
    placeholderData: keepPreviousData,
    // Views contain bigints and cells, whose comparison would cost more than rendering.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGET_MS,
    retry: false,
  })
}
