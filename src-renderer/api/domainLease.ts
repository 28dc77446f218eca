import { queryOptions } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import type { Network } from './network.tsx'
import { postV2 } from './request.ts'

/** Time for which a .ton domain is kept after it was last filled up: 366 days, as in the code of its item. */
const LEASE_SECONDS = 31_622_400

/**
 * Returns the query for the time when a domain expires (unix seconds), or null if its item has no such time.
 */
export function domainExpiryQuery(network: Network, address: string) {
  return queryOptions({
    queryKey: [network.id, 'domainExpiry', accountKey(address)],
    queryFn: async ({ signal }): Promise<number | null> => {
      const request = { address, method: 'get_last_fill_up_time', stack: [] }
      const { result } = await postV2('runGetMethod', request, signal)
      const [first] = result.stack
      if (result.exit_code !== 0 || !Array.isArray(first) || typeof first[1] !== 'string') return null
      const filled = Number(first[1])
      return Number.isSafeInteger(filled) && filled > 0 ? filled + LEASE_SECONDS : null
    },
    staleTime: 60_000,
    retry: false,
  })
}
