import { queryOptions } from '@tanstack/react-query'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/**
 * Returns the query for a transaction with the states of its account before and after it. Where other blocks are not
 * indexed, the gateway reads them only for a question that names the transaction, and traces lack them.
 */
export function transactionStatesQuery(network: Network, { hash }: Pick<TransactionJson, 'hash'>) {
  return queryOptions({
    queryKey: [network.id, 'transactionStates', hash],
    queryFn: async ({ signal }) => {
      const { result } = await getV3('transactions', { hash: [hash], limit: 1 }, signal)
      return result.transactions[0] ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
