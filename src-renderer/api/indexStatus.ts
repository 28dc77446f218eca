import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { INDEX_PREFIX, IndexCommand, IndexStatus } from '#shared/schema/indexer.ts'
import { ApiFailure } from './apiFailure.ts'
import type { IndexAnswer, IndexRequest } from './indexCommands.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PREFIX: typeof INDEX_PREFIX = '/api/tonscope/index'

/** Interval on pages that wait for the index, ms. */
const LIVE_INTERVAL_MS = 1_000
/** Interval on other pages, ms. */
const INTERVAL_MS = 5_000
/** Interval without an index, ms: its state changes by a setting, which reads it again. */
const OFF_INTERVAL_MS = 30_000

function statusQuery(intervalMs: number) {
  return queryOptions({
    queryKey: ['index'],
    queryFn: ({ signal }) => requestEnveloped<IndexStatus>(PREFIX, signal),
    // Several parts of a page use the query at once.
    staleTime: 500,
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof ApiFailure && error.status === 404) return false
      return intervalMs === INTERVAL_MS && data?.mode === 'off' && data.jobs.length === 0
        ? OFF_INTERVAL_MS
        : intervalMs
    },
  })
}

/** Query for the state of the index, which polls while the page is visible. Fails with 404 without an index. */
export const indexQuery = statusQuery(INTERVAL_MS)

/** The same with an interval of one second, for pages about the index. */
export const liveIndexQuery = statusQuery(LIVE_INTERVAL_MS)

/** Returns the state of the index, polled every second. */
export function useIndexStatus(): IndexStatus | undefined {
  return useQuery(liveIndexQuery).data
}

/** Returns the state of the index, which is polled every second only while it is behind the head. */
export function useIndexAtHead(headSeqno: number | undefined): IndexStatus | undefined {
  const { data } = useQuery(indexQuery)
  const last = data?.coverage.at(-1)?.last ?? 0
  const isBehind = data?.mode === 'follow' && headSeqno !== undefined && last < headSeqno
  useQuery({ ...liveIndexQuery, enabled: isBehind })
  return data
}

/** Returns the state of the index; null without an index, undefined until this is known. */
export function useIndex(): IndexStatus | null | undefined {
  const { data, isError } = useQuery(indexQuery)
  return data ?? (isError ? null : undefined)
}

export type IndexCall = <Name extends IndexCommand>(
  name: Name,
  sent: IndexRequest<Name>,
) => Promise<IndexAnswer<Name>>

/** Returns a function that sends a command to the index and refreshes the data that it changed. */
export function useIndexCall(): IndexCall {
  const client = useQueryClient()
  return async <Name extends IndexCommand>(name: Name, sent: IndexRequest<Name>) => {
    const { signal } = new AbortController()
    const answer = await requestEnveloped<IndexAnswer<Name>>(`${PREFIX}/${name}`, signal, { sent })
    await client.invalidateQueries({ queryKey: indexQuery.queryKey })
    return answer
  }
}
