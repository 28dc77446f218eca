import { queryOptions } from '@tanstack/react-query'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Maximum number of transactions of one account in a block. */
const LIMIT = 100

/**
 * Returns the query for the account's transactions that follow another one in its block, in the order of
 * logical time.
 */
export function laterInBlockQuery(network: Network, { account, lt, block_ref: block }: TransactionJson) {
  return queryOptions({
    queryKey: [network.id, 'laterInBlock', account, lt],
    queryFn: async ({ signal }) => {
      const start_lt = String(BigInt(lt) + 1n)
      const { result } = await getV3(
        'transactions',
        { account: [account], start_lt, limit: LIMIT, sort: 'asc' },
        signal,
      )
      return result.transactions.filter(
        ({ block_ref: { workchain, shard, seqno } }) =>
          workchain === block.workchain && shard === block.shard && seqno === block.seqno,
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
