import { queryOptions } from '@tanstack/react-query'
import type { ChainConfigJson, CONFIG_PATH } from '#shared/schema/chainConfig.ts'
import type { Network } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof CONFIG_PATH = '/api/tonscope/config'

/** Age at which the newest configuration is read again, ms. It changes with key blocks only. */
const STALE_MS = 60_000

/** Query for the configuration of a masterchain block; without a seqno, of the newest one. */
export function chainConfigQuery(network: Network, seqno: number | undefined) {
  return queryOptions({
    queryKey: [network.id, 'chainConfig', seqno ?? 'newest'],
    queryFn: ({ signal }) =>
      requestEnveloped<ChainConfigJson>(seqno === undefined ? PATH : `${PATH}?seqno=${seqno}`, signal),
    staleTime: seqno === undefined ? STALE_MS : Number.POSITIVE_INFINITY,
  })
}
