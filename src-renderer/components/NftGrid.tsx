import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { NftItemJson } from '#shared/schema/v3/nftItem.ts'
import { safeText } from '#shared/untrustedText.ts'
import { useNetwork } from '../api/network.tsx'
import { suspicionOf } from '../decode/suspicion.ts'
import { type TokenType, tokenWords } from '../decode/tokenInfo.ts'
import { AccountLink } from './AccountLink.tsx'
import { ImitationSign } from './AccountName.tsx'
import { AccountPageLink } from './AccountPageLink.tsx'
import { Chip } from './Chip.tsx'
import styles from './NftGrid.module.css'
import { TokenImage } from './TokenImage.tsx'
import { UntrustedText } from './UntrustedText.tsx'

type NftGridProps = {
  readonly items: readonly NftItemJson[]
  readonly metadata: MetadataJson
  /** The text under each item: its owner or its collection. */
  readonly shows: 'owner' | 'collection'
}

function isBlank(name: string | undefined): name is undefined {
  return name === undefined || safeText(name, 1).text === ''
}

function shortIndex(index: string): string {
  return index.length > 12 ? `${index.slice(0, 6)}…${index.slice(-4)}` : index
}

/** Returns what is suspicious about the name of an item or of its collection. */
function suspicionOfItem(item: NftItemJson, metadata: MetadataJson, isMainnet: boolean) {
  const { address, content, collection, collection_address: of } = item
  const infoOf = (raw: string, type: TokenType) =>
    metadata[raw]?.token_info.find((info) => info.type === type)
  return suspicionOf(
    {
      own: tokenWords(infoOf(address, 'nft_items'), content),
      collection:
        of === null ? undefined : tokenWords(infoOf(of, 'nft_collections'), collection?.collection_content),
    },
    isMainnet,
  )
}

/** NFT items as a grid of images. */
export function NftGrid({ items, metadata, shows }: NftGridProps) {
  const isMainnet = useNetwork().kind === 'mainnet'
  return (
    <ul className={styles.grid}>
      {items.map((item) => {
        const info = metadata[item.address]?.token_info.find(({ type }) => type === 'nft_items')
        const words = tokenWords(info, item.content)
        const suspicion = suspicionOfItem(item, metadata, isMainnet)
        const other =
          shows === 'collection' ? item.collection_address : (item.real_owner ?? item.owner_address)
        return (
          <li key={item.address} className={styles.item}>
            <TokenImage address={item.address} image={words.image} size="fill" />
            <div className={styles.words}>
              <p className={styles.name}>
                {suspicion && <ImitationSign imitation={suspicion} />}
                <AccountPageLink address={item.address} className={styles.link}>
                  {isBlank(words.name) ? (
                    `#${shortIndex(item.index)}`
                  ) : (
                    <UntrustedText text={words.name} max={40} />
                  )}
                </AccountPageLink>
              </p>
              <p className={styles.other}>
                {other === null || other === undefined ? (
                  shows === 'owner' ? (
                    'no owner'
                  ) : (
                    'no collection'
                  )
                ) : (
                  <AccountLink address={other} />
                )}
              </p>
              {item.on_sale && (
                <p>
                  <Chip tone="good">On sale</Chip>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
