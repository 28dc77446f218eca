import { queryOptions } from '@tanstack/react-query'
import { type NamedToken, namedTokens } from '../search/matchNames.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Maximum limit of v3: only the first 1,000 jettons, collections and NFTs are searched. */
const LIMIT = 1_000
const FRESH_MS = 30_000

export type TokenNames = {
  readonly tokens: readonly NamedToken[]
  /** True if these are all tokens in the index. */
  readonly isComplete: boolean
  /** Number of contracts that were read. */
  readonly searched: number
}

/** Returns the query for names and symbols of jettons, collections and NFTs, in the order of their discovery. */
export function tokenNamesQuery(network: Network) {
  return queryOptions({
    queryKey: [network.id, 'token names'],
    queryFn: async ({ signal }): Promise<TokenNames> => {
      const [jettons, collections, items] = await Promise.all([
        getV3('jetton/masters', { limit: LIMIT }, signal),
        getV3('nft/collections', { limit: LIMIT }, signal),
        getV3('nft/items', { limit: LIMIT }, signal),
      ])
      const { jetton_masters: masters, metadata } = jettons.result
      const { nft_collections: nfts, metadata: nftMetadata } = collections.result
      return {
        tokens: [
          ...namedTokens(
            'jetton',
            masters.map(({ address, jetton_content: content }) => ({ address, content })),
            metadata,
          ),
          ...namedTokens(
            'collection',
            nfts.map(({ address, collection_content: content }) => ({ address, content })),
            nftMetadata,
          ),
          ...namedTokens('item', items.result.nft_items, items.result.metadata),
        ],
        isComplete: [masters, nfts, items.result.nft_items].every(({ length }) => length < LIMIT),
        searched: masters.length + nfts.length + items.result.nft_items.length,
      }
    },
    staleTime: FRESH_MS,
  })
}
