import { queryOptions } from '@tanstack/react-query'
import type { INDEX_PREFIX, WatchedAccounts } from '#shared/schema/indexer.ts'
import { indexQuery } from './indexStatus.ts'
import { requestEnveloped } from './request.ts'

/** See indexStatus. */
const PREFIX: typeof INDEX_PREFIX = '/api/tonscope/index'

const INTERVAL_MS = 5_000
/** Interval while an account is read, ms. */
const READING_INTERVAL_MS = 1_000

/** Query for the watched accounts, read again after each command. Fails with 404 without an index. */
export const watchedQuery = queryOptions({
  // Below the index: commands refresh both.
  queryKey: [...indexQuery.queryKey, 'watched'],
  queryFn: ({ signal }) => requestEnveloped<WatchedAccounts>(`${PREFIX}/watched`, signal),
  staleTime: INTERVAL_MS,
  retry: false,
})

/** The same, polled for the page of watched accounts. */
export const liveWatchedQuery = {
  ...watchedQuery,
  refetchInterval: ({ state }: { readonly state: { readonly data?: WatchedAccounts | undefined } }) =>
    state.data?.accounts.some(isBusy) ? READING_INTERVAL_MS : INTERVAL_MS,
}

function isBusy({ state }: WatchedAccounts['accounts'][number]): boolean {
  return state === 'reading' || state === 'waiting'
}
