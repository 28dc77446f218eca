import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountKey } from '../decode/accountKey.ts'
import { BatchLoader } from './batchLoader.ts'
import { useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'
import { getV3 } from './v3.ts'

/** Maximum number of items in a request, which keeps its URL short enough. */
const MAX_BATCH = 200

async function askCollections(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { signal } = new AbortController()
  const { result } = await getV3('nft/items', { address: [...keys], limit: keys.length }, signal)
  return new Map(
    result.nft_items.flatMap(({ address, collection_address: collection }) =>
      collection === null ? [] : [[accountKey(address), collection]],
    ),
  )
}

const loaderOf = new WeakMap<QueryClient, BatchLoader<string>>()

function collectionLoader(client: QueryClient): BatchLoader<string> {
  const known = loaderOf.get(client) ?? new BatchLoader({ ask: askCollections, maxBatch: MAX_BATCH })
  loaderOf.set(client, known)
  return known
}

/** Returns the query for the collection (raw address) of an NFT item; null if it has none. */
function itemCollectionQuery(client: QueryClient, networkId: string, key: string) {
  return queryOptions({
    queryKey: [networkId, 'item collection', key],
    queryFn: async ({ signal }) => (await collectionLoader(client).load(key, signal)) ?? null,
    // The index verified the item by its collection, which does not change.
    staleTime: Number.POSITIVE_INFINITY,
    // A page is complete without it.
    retry: false,
  })
}

/**
 * Returns the collection of an NFT item once it is known.
 * @param item key of a verified item; undefined for another account
 */
export function useItemCollection(item: string | undefined): string | undefined {
  const { hasIndex } = useIdentityState()
  const { network } = useNetworkState()
  const { data } = useQuery({
    ...itemCollectionQuery(useQueryClient(), network?.id ?? '', item ?? ''),
    enabled: item !== undefined && network !== undefined && hasIndex === true,
  })
  return data ?? undefined
}
