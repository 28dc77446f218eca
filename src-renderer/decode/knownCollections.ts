import { DNS } from '#shared/contracts/dns.ts'

/** Returns well-known collections (keys) of a kind of network: the roots of domains. */
export function knownCollections(kind: string): readonly string[] {
  return (DNS.accounts ?? []).filter(({ network }) => network === kind).map(({ address }) => address)
}
