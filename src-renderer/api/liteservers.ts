import { queryOptions } from '@tanstack/react-query'
import type { LITESERVERS_PATH, Liteservers } from '#shared/schema/liteservers.ts'
import type { Network } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof LITESERVERS_PATH = '/api/tonscope/liteservers'

const INTERVAL_MS = 2_000

/** Query for the state of the liteservers, which polls while the page is visible. It costs no query to them. */
export function liteserversQuery(network: Network) {
  return queryOptions({
    queryKey: [network.id, 'liteservers'],
    queryFn: ({ signal }) => requestEnveloped<Liteservers>(PATH, signal),
    staleTime: 0,
    retry: false,
    refetchInterval: INTERVAL_MS,
  })
}
