import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Action } from '../actions/action.ts'
import { ACTIONS_PER_PAGE, type CompleteTraces, completeTraces } from '../actions/completeTraces.ts'
import type { ActionKind } from '../actions/describe/actionLine.ts'
import { typesOfKind } from '../actions/describe/describeAction.ts'
import { allActions, foldTraces, type TraceFold } from '../actions/foldTraces.ts'
import { accountKey } from '../decode/accountKey.ts'
import type { Names } from '../decode/identity.ts'
import type { Network } from './network.tsx'
import type { PageKey } from './pageKey.ts'
import type { Answer } from './request.ts'
import { type SystemTest, standardSystemTest } from './systemAccounts.ts'
import { getV3 } from './v3.ts'

/** All types that the explorer can describe. Those of tgBTC are in no version (docs/actions §6). */
export const SUPPORTED_TYPES: readonly string[] = ['latest', 'tgbtc']

/** A page of actions in whole traces, newest first. */
export type ActionsPage = CompleteTraces & { readonly answer: Answer<Names> }

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
      askPage({ account, ...(kind !== undefined && { action_type: typesOfKind(kind) }) }, key, signal),
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
        { trace_id: [traceId], supported_action_types: [...SUPPORTED_TYPES], limit: 1000, sort: 'asc' },
        signal,
      ),
    staleTime: 10_000,
  })
}

/** Limit of the first request, which is usually enough for a dozen traces. */
const FIRST_LIMIT = 60

/** Minimum limit of the other requests. */
const MIN_LIMIT = 20

/** Returns the limit of a request for `missing` traces, given that `read` actions resulted in `kept` traces. */
function limitFor(missing: number, read: number, kept: number): number {
  const pace = read / Math.max(1, kept)
  return Math.min(ACTIONS_PER_PAGE, Math.max(MIN_LIMIT, Math.ceil(missing * pace)))
}

/** Maximum number of requests while pages have only the network's own actions. */
const MAX_PAGES = 10

/** The newest actions of all accounts that pass a filter, in whole traces. */
export type LatestActions = {
  readonly actions: readonly Action[]
  /** Number of actions read, before the filter. */
  readonly read: number
  readonly isAll: boolean
  /** Names of the accounts of all pages read; `IdentityProvider` finds them under `result`. */
  readonly result: Names
}

/** Returns the actions that were found for an earlier block. */
function earlierActions(client: QueryClient, network: Network): readonly Action[] {
  const earlier = client.getQueriesData<LatestActions>({ queryKey: [network.id, 'latestActions'] })
  return earlier.findLast(([, data]) => data !== undefined)?.[1]?.actions ?? []
}

/** Numbers of traces: a list with `min` is complete, and more than `max` are dropped. */
type TraceCount = { readonly min: number; readonly max: number }

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
      const earlier = earlierActions(client, network)
      const isSystemAccount = standardSystemTest(client, network.id)
      const known = new Set(earlier.map(({ action_id }) => action_id))
      let found: readonly Action[] = []
      let read = 0
      let key: PageKey | undefined
      let kept: readonly TraceFold[] = []
      const names = { address_book: {}, metadata: {} }
      for (let i = 0; i < MAX_PAGES; i++) {
        const limit = i === 0 ? FIRST_LIMIT : limitFor(wanted.max - kept.length, read, kept.length)
        const page = await askPage({ exclude_action_type: ['tick_tock'] }, key, signal, limit)
        read += page.actions.length
        Object.assign(names.address_book, page.answer.result.address_book)
        Object.assign(names.metadata, page.answer.result.metadata)
        key = page.next
        found = [...found, ...page.actions]
        if (page.actions.some(({ action_id }) => known.has(action_id))) found = [...found, ...earlier]
        kept = keep(foldTraces(found), isSystemAccount).slice(0, wanted.max)
        found = kept.flatMap(allActions)
        if (!key || kept.length >= wanted.min) break
      }
      return { actions: found, read, isAll: key === undefined, result: names }
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
