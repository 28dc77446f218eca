import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { useNetwork } from '../../../api/network.tsx'
import { type NftFilter, nftItemsQuery } from '../../../api/tokens.ts'
import { ListFrame } from '../../../components/ListFrame.tsx'
import { NftGrid } from '../../../components/NftGrid.tsx'
import { OffsetPager } from '../../../components/OffsetPager.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { ReadItems, ReadNfts } from './ReadTokens.tsx'
import { useHasList } from './useHasList.ts'

const PAGE = 24
const route = getRouteApi('/account/$address')

type NftsProps = {
  readonly address: string
  /** The account's last transaction. */
  readonly last: TransactionIdJson
}

/** NFTs that an account owns. */
export function OwnedNfts({ address, last }: NftsProps) {
  const hasList = useHasList(useItemsQuery({ address, by: 'owner' }))
  return hasList ? <NftList address={address} by="owner" /> : <ReadNfts address={address} last={last} />
}

/** Items of a collection. */
export function CollectionItems({ address, last }: NftsProps) {
  const hasList = useHasList(useItemsQuery({ address, by: 'collection' }))
  return hasList ? <NftList address={address} by="collection" /> : <ReadItems address={address} last={last} />
}

type NftListProps = {
  readonly address: string
  /** `owner`: items that the account owns or sells; `collection`: items of the collection. */
  readonly by: 'owner' | 'collection'
}

function useItemsQuery({ address, by }: NftListProps) {
  const offset = Number(route.useSearch().skip ?? 0)
  const key = [accountKey(address)]
  const filter: NftFilter =
    by === 'owner' ? { owner_address: key, include_on_sale: true } : { collection_address: key }
  return nftItemsQuery(useNetwork(), filter, { limit: PAGE + 1, offset })
}

/** NFT items as a grid. */
function NftList(props: NftListProps) {
  const { by } = props
  const { skip } = route.useSearch()
  const offset = Number(skip ?? 0)
  return (
    <ListFrame
      query={useQuery(useItemsQuery(props))}
      rowsOf={({ nft_items }) => nft_items}
      what={by === 'owner' ? 'the NFTs of this account' : 'the items of this collection'}
      none={by === 'owner' ? 'This account owns no NFTs.' : 'This collection has no items.'}
      target={{ kind: 'lately' }}
      columns={4}
    >
      {(rows, { metadata }) => (
        <>
          <NftGrid
            items={rows.slice(0, PAGE)}
            metadata={metadata}
            shows={by === 'owner' ? 'collection' : 'owner'}
          />
          <OffsetPager
            note={by === 'owner' ? 'By collection and index' : 'By index'}
            offset={offset}
            limit={PAGE}
            hasMore={rows.length > PAGE}
            search={{ tab: by === 'owner' ? 'nfts' : 'items' }}
          />
        </>
      )}
    </ListFrame>
  )
}
