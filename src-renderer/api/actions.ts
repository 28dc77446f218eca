import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Action } from '../actions/action.ts'
import { ACTIONS_PER_PAGE, type CompleteTraces, completeTraces } from '../actions/completeTraces.ts'
import type { ActionKind } from '../actions/describe/actionLine.ts'
import { typesOfKind } from '../actions/describe/describeAction.ts'
import { allActions, foldTraces, type TraceFold } from '../actions/foldTraces.ts'
import type { Network } from './network.tsx'
import type { PageKey } from './pageKey.ts'
import type { Answer } from './request.ts'
import { type SystemTest, standardSystemTest } from './systemAccounts.ts'
import { getV3 } from './v3.ts'

/** All types that the explorer has words for: tgBTC's are in no version (docs/actions §6). */
export const SUPPORTED_TYPES: readonly string[] = ['latest', 'tgbtc']

/** A page of actions, newest trace first, without the trace that its end may have cut. */
export type ActionsPage = CompleteTraces & { readonly answer: Answer<unknown> }

type ActionsWanted = {
  readonly account?: string
  readonly action_type?: string[]
  readonly exclude_action_type?: string[]
}

async function askPage(
  wanted: ActionsWanted,
  key: PageKey | undefined,
  signal: AbortSignal,
  limit = ACTIONS_PER_PAGE,
): Promise<ActionsPage> {
  const window = key && { end_lt: key.at, offset: key.skip }
  const supported_action_types = [...SUPPORTED_TYPES]
  const request = {
    ...wanted,
    ...window,
    supported_action_types,
    limit,
    sort: 'desc',
  } as const
  const answer = await getV3('actions', request, signal)
  return { ...completeTraces(answer.result.actions, key, limit), answer }
}

/** A page of the actions that an account takes part in; of one kind where it is given. */
export function accountActionsQuery(
  network: Network,
  account: string,
  kind: ActionKind | undefined,
  key: PageKey | undefined,
) {
  return queryOptions({
    queryKey: [network.id, 'accountActions', account, kind, key],
    queryFn: ({ signal }) =>
      askPage({ account, ...(kind !== undefined && { action_type: typesOfKind(kind) }) }, key, signal),
    // A page further back ends at its key: it does not change.
    staleTime: key === undefined ? 1_000 : Number.POSITIVE_INFINITY,
  })
}

/** Actions of traces that are not in blocks yet and that an account takes part in. */
export function pendingActionsQuery(network: Network, account: string) {
  return queryOptions({
    queryKey: [network.id, 'accountActions', account, 'pending'],
    queryFn: async ({ signal }): Promise<readonly Action[]> => {
      const request = { account, supported_action_types: [...SUPPORTED_TYPES] }
      return (await getV3('pendingActions', request, signal)).result.actions
    },
    staleTime: 1_000,
    // What is pending is an addition: the list is whole without it.
    retry: false,
  })
}

/** All actions of a trace, by its id (base64). */
export function traceActionsQuery(network: Network, traceId: string) {
  return queryOptions({
    queryKey: [network.id, 'traceActions', traceId],
    queryFn: ({ signal }) =>
      getV3(
        'actions',
        { trace_id: [traceId], supported_action_types: [...SUPPORTED_TYPES], limit: 1000, sort: 'asc' },
        signal,
      ),
    staleTime: 10_000,
  })
}

/** Actions of the first request: the newest ones of a dozen traces are enough mostly. */
const FIRST_LIMIT = 60

/** A page beyond the first is as large as the traces that are missing need by what was read, within these bounds. */
const MIN_LIMIT = 20

/** Returns how many more actions to read for `missing` traces, where `read` actions made `kept` of them. */
function limitFor(missing: number, read: number, kept: number): number {
  const pace = read / Math.max(1, kept)
  return Math.min(ACTIONS_PER_PAGE, Math.max(MIN_LIMIT, Math.ceil(missing * pace)))
}

/** Pages that are read at most to find what is not the network's own work. */
const MAX_PAGES = 10

/** The newest actions of all accounts that a filter leaves, by whole traces. */
export type LatestActions = {
  readonly actions: readonly Action[]
  readonly read: number
  readonly isAll: boolean
}

/** What was found when an earlier block was the newest. */
function earlierActions(client: QueryClient, network: Network): readonly Action[] {
  const earlier = client.getQueriesData<LatestActions>({ queryKey: [network.id, 'latestActions'] })
  return earlier.findLast(([, data]) => data !== undefined)?.[1]?.actions ?? []
}

/** How many traces are enough, and how many are kept: the last few are not worth another request. */
type TraceCount = { readonly min: number; readonly max: number }

/**
 * The newest actions of all accounts, until they make enough traces after the filter. Reads only what is newer than
 * an earlier list.
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
      const earlier = earlierActions(client, network)
      const isSystemAccount = standardSystemTest(client, network.id)
      const known = new Set(earlier.map(({ action_id }) => action_id))
      let found: readonly Action[] = []
      let read = 0
      let key: PageKey | undefined
      let kept: readonly TraceFold[] = []
      for (let i = 0; i < MAX_PAGES; i++) {
        const limit = i === 0 ? FIRST_LIMIT : limitFor(wanted.max - kept.length, read, kept.length)
        const page = await askPage({ exclude_action_type: ['tick_tock'] }, key, signal, limit)
        read += page.actions.length
        key = page.next
        found = [...found, ...page.actions]
        if (page.actions.some(({ action_id }) => known.has(action_id))) found = [...found, ...earlier]
        kept = keep(foldTraces(found), isSystemAccount).slice(0, wanted.max)
        found = kept.flatMap(allActions)
        if (!key || kept.length >= wanted.min) break
      }
      return { actions: found, read, isAll: key === undefined }
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
}

/** Asks the newest actions of an account again: the stream says that there are some, or it was interrupted. */
export function refreshAccountActions(client: QueryClient, network: Network, account: string): void {
  void client.invalidateQueries({ queryKey: [network.id, 'accountActions', account] })
}
