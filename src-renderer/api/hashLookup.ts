import { queryOptions } from '@tanstack/react-query'
import type { HASH_LOOKUP_PATH, HashLookup } from '#shared/schema/hashLookup.ts'
import { ApiFailure } from './apiFailure.ts'
import type { Network } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof HASH_LOOKUP_PATH = '/api/tonscope/index/hash'

/** Query for what has a hash (hexadecimal). It does not fail for an unknown one, which can be found a moment later. */
export function hashLookupQuery(network: Network, hash: string) {
  return queryOptions({
    queryKey: [network.id, 'hashLookup', hash],
    queryFn: ({ signal }) => requestEnveloped<HashLookup>(`${PATH}?hash=${hash}`, signal),
    staleTime: 0,
    retry: false,
  })
}

/** Returns the failure of a request for something that blocks which are not indexed can have. */
export function notIndexedFailure(reason: string): ApiFailure {
  return new ApiFailure(503, reason, undefined, 'none')
}
