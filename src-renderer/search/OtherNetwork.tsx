import { useQuery } from '@tanstack/react-query'
import { useNetwork } from '../api/network.tsx'
import { networksQuery } from '../api/networks.ts'
import { otherLinkNetwork } from './linkNetwork.ts'
import type { ParsedQuery } from './readPlain.ts'
import { SearchNote } from './SearchEntry.tsx'
import { blockSearch, transactionSearch } from './targets.ts'

/** Returns the path of a page of any network about what a query means; undefined if it depends on the network. */
function pathOf(reading: ParsedQuery | undefined): string | undefined {
  switch (reading?.kind) {
    case 'account':
    case 'transactionAt':
      return `/account/${encodeURIComponent(reading.address)}`
    case 'block':
      return blockSearch(reading.blockId, '').path
    case 'hash':
      return `/tx/${reading.hash}`
    case 'transaction': {
      const { address, lt, hash } = reading
      return address === undefined ? `/tx/${lt}:${hash}` : transactionSearch(address, lt, hash, '').path
    }
    default:
      return undefined
  }
}

/** A note on a link of another network, where the same hash or address is something else, or nothing. */
export function OtherNetwork({
  query,
  reading,
}: {
  readonly query: string
  readonly reading: ParsedQuery | undefined
}) {
  const { kind, name } = useNetwork()
  const network = otherLinkNetwork(query, kind)
  const isOther = network !== undefined
  const { data } = useQuery({ ...networksQuery, refetchInterval: false, enabled: isOther })
  if (!isOther) return null
  const there = data?.networks.find((entry) => entry.kind === network)
  const path = pathOf(reading)
  return (
    <SearchNote tone="warn">
      <p>
        This is a link to {network}; this page shows {name}.{' '}
        {there && path !== undefined && <a href={`${there.base}${path}`}>Open it on {there.title}</a>}
      </p>
    </SearchNote>
  )
}
