import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Action } from '../actions/action.ts'
import type { ActionKind } from '../actions/describe/actionLine.ts'
import { typesOfKind } from '../actions/describe/describeAction.ts'
import type { TraceFold } from '../actions/foldTraces.ts'
import { accountKey } from '../decode/accountKey.ts'
import {
  askWholePage,
  type LatestActions,
  MAX_LIMIT,
  type PageRequest,
  readLatest,
  SUPPORTED_TYPES,
  type TraceCount,
} from './actionPages.ts'
import type { Network } from './network.tsx'
import type { PageKey } from './pageKey.ts'
import { type SystemTest, systemTest } from './systemAccounts.ts'
import { getV3 } from './v3.ts'

function askActions(request: PageRequest, signal: AbortSignal) {
  return getV3('actions', request, signal)
}

/** Returns the query for a page of the actions in which an account takes part, optionally of one kind. */
export function accountActionsQuery(
  network: Network,
  account: string,
  kind: ActionKind | undefined,
  key: PageKey | undefined,
) {
  return queryOptions({
    queryKey: [network.id, 'accountActions', accountKey(account), kind, key],
    queryFn: ({ signal }) =>
      askWholePage(
        askActions,
        { account, ...(kind !== undefined && { action_type: typesOfKind(kind) }) },
        key,
        signal,
      ),
    // An older page has a fixed end, so it does not change.
    staleTime: key === undefined ? 0 : Number.POSITIVE_INFINITY,
  })
}

/** Returns the query for an account's actions in traces that are not in blocks yet. */
export function pendingActionsQuery(network: Network, account: string) {
  return queryOptions({
    queryKey: [network.id, 'accountActions', accountKey(account), 'pending'],
    queryFn: async ({ signal }): Promise<readonly Action[]> => {
      const request = { account, supported_action_types: [...SUPPORTED_TYPES] }
      return (await getV3('pendingActions', request, signal)).result.actions
    },
    staleTime: 0,
    // The list is complete without pending actions.
    retry: false,
  })
}

/** Returns the query for all actions of a trace by its id (base64). */
export function traceActionsQuery(network: Network, traceId: string) {
  return queryOptions({
    queryKey: [network.id, 'traceActions', traceId],
    queryFn: ({ signal }) =>
      getV3(
        'actions',
        { trace_id: [traceId], supported_action_types: [...SUPPORTED_TYPES], limit: MAX_LIMIT, sort: 'asc' },
        signal,
      ),
    staleTime: 10_000,
  })
}

/** Returns the actions that were found for an earlier block. */
function earlierActions(client: QueryClient, network: Network): readonly Action[] {
  const earlier = client.getQueriesData<LatestActions>({ queryKey: [network.id, 'latestActions'] })
  return earlier.findLast(([, data]) => data !== undefined)?.[1]?.actions ?? []
}

/**
 * Returns the query for the newest actions of all accounts, until they result in enough traces after the
 * filter. Reads only actions that are newer than an earlier list.
 */
export function latestActionsQuery(
  network: Network,
  headSeqno: number,
  wanted: TraceCount,
  keep: (traces: readonly TraceFold[], isSystemAccount: SystemTest) => readonly TraceFold[],
) {
  return queryOptions({
    queryKey: [network.id, 'latestActions', headSeqno],
    queryFn: async ({ client, signal }): Promise<LatestActions> => {
      const isSystemAccount = await systemTest(client, network.id)
      const kept = (traces: readonly TraceFold[]) => keep(traces, isSystemAccount)
      return readLatest(askActions, earlierActions(client, network), wanted, kept, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}

/** Refreshes the newest actions of an account. */
export function refreshAccountActions(client: QueryClient, network: Network, account: string): void {
  void client.invalidateQueries({ queryKey: [network.id, 'accountActions', accountKey(account)] })
}
