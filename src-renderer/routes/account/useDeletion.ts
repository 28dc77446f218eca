import { useQuery } from '@tanstack/react-query'
import { accountHistoryQuery, HISTORY_PAGE, NO_TRANSACTION } from '../../api/accountHistory.ts'
import { useNetwork } from '../../api/network.tsx'
import type { TransactionView } from '../../decode/transactionView.ts'
import type { AccountState } from './contractNameOf.ts'

/**
 * Returns the transaction that deleted an account. Returns undefined if the account has a state or never had
 * one, or if its transactions are not indexed. Reads the same page as the history.
 */
export function useDeletion(address: string, state: AccountState | undefined): TransactionView | undefined {
  const last = state?.last_transaction_id
  const { data } = useQuery({
    ...accountHistoryQuery(
      useNetwork(),
      address,
      { lt: NO_TRANSACTION, hash: last?.hash ?? '' },
      HISTORY_PAGE + 1,
    ),
    enabled: last?.lt === NO_TRANSACTION,
  })
  return data?.views.find(
    ({ decoded }) => decoded?.before !== 'nonexistent' && decoded?.after === 'nonexistent',
  )
}
