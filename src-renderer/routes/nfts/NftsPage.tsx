import { getRouteApi } from '@tanstack/react-router'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { NftCollectionJson } from '#shared/schema/v3/nftItem.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { collectionQuery, nftCollectionsQuery } from '../../api/tokens.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { ImitationSign } from '../../components/AccountName.tsx'
import { AccountPageLink } from '../../components/AccountPageLink.tsx'
import { AddressText } from '../../components/AddressText.tsx'
import { Figure } from '../../components/Amount.tsx'
import { DiscoveredList } from '../../components/DiscoveredList.tsx'
import { KnownParts, useKnownTokens } from '../../components/KnownParts.tsx'
import grid from '../../components/NftGrid.module.css'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TokenImage } from '../../components/TokenImage.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { knownCollections } from '../../decode/knownCollections.ts'
import { suspicionOf } from '../../decode/suspicion.ts'
import { tokenWords } from '../../decode/tokenInfo.ts'
import { useParts } from '../../hooks/useParts.ts'

const PAGE = 24
const route = getRouteApi('/nfts')

type CardProps = { readonly collection: NftCollectionJson; readonly metadata: MetadataJson }

function Card({ collection, metadata }: CardProps) {
  const info = metadata[collection.address]?.token_info.find(({ type }) => type === 'nft_collections')
  const words = tokenWords(info, collection.collection_content)
  const { address } = collection
  const isMainnet = useNetwork().kind === 'mainnet'
  const suspicion = suspicionOf({ own: words }, isMainnet)
  const { next_item_index: next, owner_address: owner } = collection
  return (
    <li className={grid.item}>
      <TokenImage address={address} image={words.image} size="fill" />
      <div className={grid.words}>
        <p className={grid.name}>
          {suspicion && <ImitationSign imitation={suspicion} />}
          <AccountPageLink address={address} className={grid.link}>
            {words.name === undefined ? (
              <AddressText address={address} short />
            ) : (
              <UntrustedText text={words.name} max={40} />
            )}
          </AccountPageLink>
        </p>
        <p className={grid.other}>
          {next === '-1' ? (
            'items not numbered'
          ) : (
            <>
              <Figure value={next} /> {next === '1' ? 'item' : 'items'}
            </>
          )}
        </p>
        {owner !== null && (
          <p className={grid.other}>
            <AccountLink address={owner} />
          </p>
        )}
      </div>
    </li>
  )
}

/** All NFT collections in the index. */
function AllCollections() {
  const network = useNetwork()
  return (
    <DiscoveredList
      skip={route.useSearch().skip}
      limit={PAGE}
      queryOf={(page) => nftCollectionsQuery(network, page)}
      rowsOf={({ nft_collections }) => nft_collections}
      what="NFT collections"
    >
      {(rows, { metadata }) => <Cards collections={rows} metadata={metadata} />}
    </DiscoveredList>
  )
}

type CardsProps = { readonly collections: readonly NftCollectionJson[]; readonly metadata: MetadataJson }

function Cards({ collections, metadata }: CardsProps) {
  return (
    <ul className={grid.grid}>
      {collections.map((collection) => (
        <Card key={collection.address} collection={collection} metadata={metadata} />
      ))}
    </ul>
  )
}

/** The collections that are known without an index, each as soon as it is read. */
function KnownCollections() {
  const network = useNetwork()
  const wellKnown = knownCollections(network.kind)
  const keys = useKnownTokens('nft_collections', wellKnown)
  const parts = useParts(keys, (collection) => collectionQuery(network, collection))
  const answers = keys.flatMap((key) => parts.values.get(key)?.result ?? [])
  const collections = answers.flatMap(({ nft_collections }) => nft_collections)
  const metadata: MetadataJson = Object.assign({}, ...answers.map((answer) => answer.metadata))
  return (
    <KnownParts
      parts={parts}
      what="NFT collection"
      isWellKnown={wellKnown.length > 0}
      isEmpty={collections.length === 0}
    >
      <Cards collections={collections} metadata={metadata} />
    </KnownParts>
  )
}

/** The NFT collections of the network. */
export function NftsPage() {
  const { isFollowed } = useIdentityState()
  return (
    <>
      <title>NFTs · Tonscope</title>
      <PageHeader
        title="NFTs"
        note={isFollowed === false ? 'Collections' : 'Collections whose contracts the index has verified'}
      />
      <Panel title="Collections" flush>
        {isFollowed === false ? <KnownCollections /> : <AllCollections />}
      </Panel>
    </>
  )
}
