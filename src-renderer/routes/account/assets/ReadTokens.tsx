import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import type { NftItemJson } from '#shared/schema/v3/nftItem.ts'
import { useNetwork } from '../../../api/network.tsx'
import { itemQuery, walletOfJettonQuery } from '../../../api/tokens.ts'
import { NftGrid } from '../../../components/NftGrid.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { useParts } from '../../../hooks/useParts.ts'
import { SeenList } from './SeenList.tsx'
import { TokenTable } from './TokenTable.tsx'
import { useSeenTokens } from './useSeenTokens.ts'

type ReadTokensProps = {
  readonly address: string
  readonly last: TransactionIdJson
}

/** Jettons of an account that its history or the network's list of known jettons names, where no index has all. */
export function ReadTokens({ address, last, showsZero }: ReadTokensProps & { readonly showsZero: boolean }) {
  const network = useNetwork()
  const seen = useSeenTokens(address, last)
  const wallets = useParts(seen.jettons, (jetton) => walletOfJettonQuery(network, address, jetton))
  const answers = [...wallets.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ jetton_wallets }) => jetton_wallets)
    .filter(({ balance }) => showsZero || balance !== '0')
  const { source, known } = seen
  return (
    <SeenList
      address={address}
      seen={seen}
      what="the tokens of this account"
      part="jetton"
      parts={wallets}
      places={known === 0 ? source : `${source}, and the ${known} best known jettons of the network`}
      count={rows.length}
      none="This account holds none of the jettons that are known here."
    >
      <TokenTable wallets={rows} metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))} />
    </SeenList>
  )
}

type SeenItemsProps = ReadTokensProps & {
  /** What is listed: "the NFTs of this account". */
  readonly what: string
  readonly none: string
  readonly shows: 'collection' | 'owner'
  /** Returns the items of the list, in its order. */
  readonly listed: (items: readonly NftItemJson[]) => readonly NftItemJson[]
}

/** NFT items that an account's history names, where no index has all. */
function SeenItems({ address, last, what, none, shows, listed }: SeenItemsProps) {
  const network = useNetwork()
  const seen = useSeenTokens(address, last)
  const items = useParts(seen.items, (item) => itemQuery(network, item))
  const answers = [...items.values.values()].map(({ result }) => result)
  const rows = listed(answers.flatMap(({ nft_items }) => nft_items))
  return (
    <SeenList
      address={address}
      seen={seen}
      what={what}
      part="NFT"
      parts={items}
      places={seen.source}
      count={rows.length}
      none={none}
    >
      <NftGrid
        items={rows}
        metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))}
        shows={shows}
      />
    </SeenList>
  )
}

/** NFTs of an account that its history names, where no index has all. */
export function ReadNfts(props: ReadTokensProps) {
  const here = accountKey(props.address)
  const isOwn = ({ owner_address, real_owner }: NftItemJson) => {
    const owner = real_owner ?? owner_address
    return owner != null && accountKey(owner) === here
  }
  return (
    <SeenItems
      {...props}
      what="the NFTs of this account"
      none="This account owns none of the NFTs that are known here."
      shows="collection"
      listed={(items) => items.filter(isOwn)}
    />
  )
}

function byIndex(a: NftItemJson, b: NftItemJson): number {
  const [first, second] = [BigInt(a.index), BigInt(b.index)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Items of a collection that its history names, where no index has all. */
export function ReadItems(props: ReadTokensProps) {
  const here = accountKey(props.address)
  const isOfCollection = ({ collection_address }: NftItemJson) =>
    collection_address !== null && accountKey(collection_address) === here
  return (
    <SeenItems
      {...props}
      what="the items of this collection"
      none="None of the items of this collection are known here."
      shows="owner"
      listed={(items) => items.filter(isOfCollection).toSorted(byIndex)}
    />
  )
}
