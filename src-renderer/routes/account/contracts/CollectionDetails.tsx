import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import type { NftCollectionJson } from '#shared/schema/v3/nftItem.ts'
import { Figure } from '../../../components/Amount.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { UntrustedParagraph, UntrustedText } from '../../../components/UntrustedText.tsx'
import { tokenWords } from '../../../decode/tokenInfo.ts'
import styles from './ContractPanel.module.css'

type CollectionFactsProps = {
  readonly collection: NftCollectionJson
  readonly info: TokenInfoJson | undefined
}

/** Size and content of an NFT collection. */
export function CollectionDetails({ collection, info }: CollectionFactsProps) {
  const words = tokenWords(info, collection.collection_content)
  const next = collection.next_item_index
  return (
    <div className={styles.stack}>
      <DescriptionList
        items={[
          { name: 'Name', value: <UntrustedText text={words.name ?? ''} /> },
          {
            name: 'Items',
            value: next === '-1' ? 'not numbered' : <Figure value={next} />,
            hint: 'Next item index',
          },
          words.uri !== undefined && {
            name: 'Metadata URL',
            value: <UntrustedText text={words.uri} max={80} />,
          },
        ]}
      />
      {words.description !== undefined && <UntrustedParagraph text={words.description} />}
    </div>
  )
}
