import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { INDEX_PREFIX, WatchedAccounts } from '#shared/schema/indexer.ts'
import { indexQuery } from './indexStatus.ts'
import { requestEnveloped } from './request.ts'

/** See indexStatus. */
const PREFIX: typeof INDEX_PREFIX = '/api/tonscope/index'

const INTERVAL_MS = 5_000
/** Interval while an account is read, ms. */
const READING_INTERVAL_MS = 1_000

/** Query for one account among the watched ones, read again after each command. Fails with 404 without an index. */
export function watchedQuery(account: string) {
  return queryOptions({
    // Below the index: commands refresh both.
    queryKey: [...indexQuery.queryKey, 'watched', account],
    queryFn: ({ signal }) =>
      requestEnveloped<WatchedAccounts>(`${PREFIX}/watched?${new URLSearchParams({ account })}`, signal),
    staleTime: INTERVAL_MS,
    retry: false,
  })
}

/** Query for a page of the watched accounts, polled, and read again after each command. */
export function watchedPageQuery({ limit, offset }: { readonly limit: number; readonly offset: number }) {
  return queryOptions({
    queryKey: [...indexQuery.queryKey, 'watched', limit, offset],
    queryFn: ({ signal }) =>
      requestEnveloped<WatchedAccounts>(`${PREFIX}/watched?limit=${limit}&offset=${offset}`, signal),
    staleTime: INTERVAL_MS,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.reading > 0 ? READING_INTERVAL_MS : INTERVAL_MS,
  })
}
