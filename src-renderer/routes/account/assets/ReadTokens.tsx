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

/** NFTs of an account that its history names, where no index has all. */
export function ReadNfts({ address, last }: ReadTokensProps) {
  const network = useNetwork()
  const seen = useSeenTokens(address, last)
  const items = useParts(seen.items, (item) => itemQuery(network, item))
  const here = accountKey(address)
  const isOwn = (owner: string | null | undefined) => owner != null && accountKey(owner) === here
  const answers = [...items.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ nft_items }) => nft_items)
    .filter(({ owner_address, real_owner }) => isOwn(real_owner ?? owner_address))
  return (
    <SeenList
      address={address}
      seen={seen}
      what="the NFTs of this account"
      part="NFT"
      parts={items}
      places={seen.source}
      count={rows.length}
      none="This account owns none of the NFTs that are known here."
    >
      <NftGrid
        items={rows}
        metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))}
        shows="collection"
      />
    </SeenList>
  )
}

function byIndex(a: NftItemJson, b: NftItemJson): number {
  const [first, second] = [BigInt(a.index), BigInt(b.index)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Items of a collection that its history names, where no index has all. */
export function ReadItems({ address, last }: ReadTokensProps) {
  const network = useNetwork()
  const seen = useSeenTokens(address, last)
  const items = useParts(seen.items, (item) => itemQuery(network, item))
  const here = accountKey(address)
  const answers = [...items.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ nft_items }) => nft_items)
    .filter(
      ({ collection_address }) => collection_address !== null && accountKey(collection_address) === here,
    )
    .toSorted(byIndex)
  return (
    <SeenList
      address={address}
      seen={seen}
      what="the items of this collection"
      part="NFT"
      parts={items}
      places={seen.source}
      count={rows.length}
      none="None of the items of this collection are known here."
    >
      <NftGrid
        items={rows}
        metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))}
        shows="owner"
      />
    </SeenList>
  )
}
