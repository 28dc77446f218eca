import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { INDEX_PREFIX, IndexCommand, IndexStatus } from '#shared/schema/indexer.ts'
import type { IndexAnswer, IndexRequest } from './indexCommands.ts'
import { ApiFailure, askEnveloped } from './request.ts'

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PREFIX: typeof INDEX_PREFIX = '/api/tonscope/index'

const INTERVAL_MS = 1_000

/** What is indexed and what is being done about it. Polled while the page is visible; absent (404) without an index. */
export const indexQuery = queryOptions({
  queryKey: ['index'],
  queryFn: ({ signal }) => askEnveloped<IndexStatus>(PREFIX, signal),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) =>
    state.error instanceof ApiFailure && state.error.status === 404 ? false : INTERVAL_MS,
})

export function useIndexStatus(): IndexStatus | undefined {
  return useQuery(indexQuery).data
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
    const answer = await askEnveloped<IndexAnswer<Name>>(`${PREFIX}/${name}`, signal, { sent })
    await client.invalidateQueries({ queryKey: indexQuery.queryKey })
    return answer
  }
}
