import { queryOptions } from '@tanstack/react-query'
import { ApiFailure } from './apiFailure.ts'
import type { Network } from './network.tsx'
import { getV2 } from './request.ts'
import { type DomainSources, resolveDomain } from './resolveDomain.ts'
import { getConfiguredAccount } from './systemAccounts.ts'
import { getV3 } from './v3.ts'

const DNS_ROOT = 4
const FRESH_MS = 6_000

function domainSources(signal: AbortSignal): DomainSources {
  return {
    async records(domain) {
      try {
        return (await getV3('dns/records', { domain }, signal)).result.records
      } catch (error) {
        if (error instanceof ApiFailure) return undefined
        throw error
      }
    },
    root: () => getConfiguredAccount(DNS_ROOT, signal),
    entries: async (address, name, ttl) =>
      (await getV2('dnsResolve', { address, name, ttl }, signal)).result.entries,
    isActive: async (address) => (await getV2('getAddressState', { address }, signal)).result === 'active',
  }
}

/** Returns the query for the accounts of a domain; its data is null if the domain is not registered. */
export function resolvedDomainQuery(network: Network, name: string) {
  return queryOptions({
    queryKey: [network.id, 'domain', name],
    queryFn: ({ signal }) => resolveDomain(name, domainSources(signal)),
    staleTime: FRESH_MS,
  })
}
