import { queryOptions } from '@tanstack/react-query'
import { type NamedToken, namedTokens } from '../search/matchTokens.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** v3's largest page: of more jettons or collections the first ones are searched. */
const LIMIT = 1_000
const FRESH_MS = 30_000

export type TokenNames = {
  readonly tokens: readonly NamedToken[]
  /** Whether these are all tokens that the index knows. */
  readonly isComplete: boolean
  /** Contracts that were read. */
  readonly searched: number
}

/** Names and symbols of jettons and collections, in the order of their discovery. */
export function tokenNamesQuery(network: Network) {
  return queryOptions({
    queryKey: [network.id, 'token names'],
    queryFn: async ({ signal }): Promise<TokenNames> => {
      const [jettons, collections] = await Promise.all([
        getV3('jetton/masters', { limit: LIMIT }, signal),
        getV3('nft/collections', { limit: LIMIT }, signal),
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
        ],
        isComplete: masters.length < LIMIT && nfts.length < LIMIT,
        searched: masters.length + nfts.length,
      }
    },
    staleTime: FRESH_MS,
  })
}
