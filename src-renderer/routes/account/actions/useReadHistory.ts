import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  accountHistoryQuery,
  bareHistoryQuery,
  HISTORY_PAGE,
  NO_TRANSACTION,
} from '../../../api/accountHistory.ts'
import type { HistoryStart } from '../../../api/accounts.ts'
import { useIdentityState } from '../../../api/identityContext.tsx'
import { useNetwork } from '../../../api/network.tsx'
import { readTraceQuery } from '../../../api/traceFacts.ts'
import { accountKey } from '../../../decode/accountKey.ts'
import { useParts } from '../../../hooks/useParts.ts'
import { type HistoryRow, historyRows } from './readRows.ts'

const NO_ROWS: readonly HistoryRow[] = []

/**
 * Reads a page of an account's transactions: first without trace ids, then with them, then the traces side by side. This
 * needs no index of other blocks.
 */
export function useReadHistory(address: string, start: HistoryStart) {
  const network = useNetwork()
  // One more than the page shows: it begins the next page.
  const query = useQuery({
    ...accountHistoryQuery(network, address, start, HISTORY_PAGE + 1),
    placeholderData: keepPreviousData,
  })
  const { isFollowed } = useIdentityState()
  const bare = useQuery({
    ...bareHistoryQuery(network, address, start, HISTORY_PAGE + 1),
    // Liteservers have no transactions of an account without a state.
    enabled: isFollowed === false && query.data === undefined && start.lt !== NO_TRANSACTION,
  })
  const page = query.data ?? bare.data
  const rows = useMemo(
    () => (page ? historyRows(page.views.slice(0, HISTORY_PAGE), page.traceIds) : NO_ROWS),
    [page],
  )
  const here = accountKey(address)
  const traces = useParts(query.data ? rows.map(({ hash }) => hash) : [], (hash) =>
    readTraceQuery(network.id, hash, here),
  )
  return { query, page, rows, traces, next: page?.views[HISTORY_PAGE] }
}
