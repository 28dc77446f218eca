import { queryOptions } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import type { Network } from './network.tsx'
import { postV2 } from './request.ts'

/** How long a .ton domain is kept without being filled up: 366 days, in the contract of its item. */
const LEASE_SECONDS = 31_622_400

/** Asks the item of a domain when it was filled up last; null where the item tells no such time. Unix seconds. */
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
