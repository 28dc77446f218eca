import { useQuery } from '@tanstack/react-query'
import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import type { NftItemJson } from '#shared/schema/v3/nftItem.ts'
import { useNetwork } from '../../../api/network.tsx'
import { nftSaleQuery } from '../../../api/tokens.ts'
import { Chip } from '../../../components/Chip.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { TokenImage } from '../../../components/TokenImage.tsx'
import { UntrustedParagraph, UntrustedText } from '../../../components/UntrustedText.tsx'
import { tokenWords } from '../../../decode/tokenInfo.ts'
import { AccountValue } from './AccountValue.tsx'
import { Attributes } from './Attributes.tsx'
import styles from './ContractPanel.module.css'
import { DomainDetails } from './DomainDetails.tsx'
import { SalePrice } from './SaleDetails.tsx'

type NftItemFactsProps = {
  readonly item: NftItemJson
  readonly info: TokenInfoJson | undefined
  readonly address: string
}

/** The price of an item on sale. */
function OnSale({ contract }: { readonly contract: string }) {
  const { data } = useQuery(nftSaleQuery(useNetwork(), contract))
  const sale = data?.result.nft_sales[0]
  return (
    <>
      <Chip tone="good">On sale</Chip>
      {sale && <SalePrice sale={sale} />}
    </>
  )
}

/** Image, attributes and sale of an NFT, and the records of a domain. */
export function NftItemDetails({ item, info, address }: NftItemFactsProps) {
  const words = tokenWords(info, item.content)
  const contract = item.sale_contract_address ?? item.auction_contract_address
  const domain = item.content?.domain ?? info?.extra?.domain
  // A domain without an image shows its name.
  const hasPicture = words.image !== undefined || typeof domain !== 'string'
  const isLongIndex = item.index.length > 20
  return (
    <div className={styles.stack}>
      <div className={hasPicture ? styles.pictured : undefined}>
        {hasPicture && (
          <div className={styles.picture}>
            <TokenImage address={address} image={words.image} size="fill" />
          </div>
        )}
        <div className={styles.stack}>
          <DescriptionList
            items={[
              { name: 'Name', value: <UntrustedText text={words.name ?? ''} /> },
              {
                name: 'Index',
                value: isLongIndex ? (
                  <span title={item.index}>{`${item.index.slice(0, 8)}…${item.index.slice(-6)}`}</span>
                ) : (
                  item.index
                ),
              },
              !item.init && { name: 'State', value: <Chip tone="warn">not initialized</Chip> },
              contract !== undefined && { name: 'Sale', value: <OnSale contract={contract} /> },
              contract !== undefined && { name: 'Sale contract', value: <AccountValue raw={contract} /> },
            ]}
          />
          {words.description !== undefined && <UntrustedParagraph text={words.description} />}
          <Attributes attributes={words.attributes} />
        </div>
      </div>
      {typeof domain === 'string' && <DomainDetails domain={domain} address={address} />}
    </div>
  )
}
