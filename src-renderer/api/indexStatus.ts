import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { INDEX_PREFIX, IndexCommand, IndexStatus } from '#shared/schema/indexer.ts'
import { ApiFailure } from './apiFailure.ts'
import type { IndexAnswer, IndexRequest } from './indexCommands.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PREFIX: typeof INDEX_PREFIX = '/api/tonscope/index'

/** Interval on pages that wait for the index, ms. */
const LIVE_INTERVAL_MS = 1_000
/** Interval on other pages, ms. */
const INTERVAL_MS = 5_000

function statusQuery(intervalMs: number) {
  return queryOptions({
    queryKey: ['index'],
    queryFn: ({ signal }) => requestEnveloped<IndexStatus>(PREFIX, signal),
    // Several parts of a page ask at once.
    staleTime: 500,
    retry: false,
    refetchInterval: ({ state }) =>
      state.error instanceof ApiFailure && state.error.status === 404 ? false : intervalMs,
  })
}

/** What is indexed and what is being done about it. Polled while the page is visible; absent (404) without an index. */
export const indexQuery = statusQuery(INTERVAL_MS)

/** The same every second: for a page that shows the index's work. */
export const liveIndexQuery = statusQuery(LIVE_INTERVAL_MS)

/** Polls every second: for a part of a page that waits for the index. */
export function useIndexStatus(): IndexStatus | undefined {
  return useQuery(liveIndexQuery).data
}

/** Polls every second only while the index lacks the head: for what stands on every page. */
export function useIndexAtHead(headSeqno: number | undefined): IndexStatus | undefined {
  const { data } = useQuery(indexQuery)
  const last = data?.coverage.at(-1)?.last ?? 0
  const isBehind = data?.mode === 'follow' && headSeqno !== undefined && last < headSeqno
  useQuery({ ...liveIndexQuery, enabled: isBehind })
  return data
}

/** Returns the index's status, null without an index, undefined while that is not known. */
export function useIndex(): IndexStatus | null | undefined {
  const { data, isError } = useQuery(indexQuery)
  return data ?? (isError ? null : undefined)
}

export type IndexCall = <Name extends IndexCommand>(
  name: Name,
  sent: IndexRequest<Name>,
) => Promise<IndexAnswer<Name>>

/** Gives the index a command; what it changed is read anew. */
export function useIndexCall(): IndexCall {
  const client = useQueryClient()
  return async <Name extends IndexCommand>(name: Name, sent: IndexRequest<Name>) => {
    const { signal } = new AbortController()
    const answer = await requestEnveloped<IndexAnswer<Name>>(`${PREFIX}/${name}`, signal, { sent })
    await client.invalidateQueries({ queryKey: indexQuery.queryKey })
    return answer
  }
}
