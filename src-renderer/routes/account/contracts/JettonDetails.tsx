import type { TokenInfoJson } from '#shared/schema/v3/common.ts'
import type { JettonMasterJson } from '#shared/schema/v3/jettons.ts'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { UnitAmount } from '../../../components/TokenAmount.tsx'
import { UntrustedParagraph, UntrustedText } from '../../../components/UntrustedText.tsx'
import { hasKnownDecimals, tokenWords } from '../../../decode/tokenInfo.ts'
import styles from './ContractPanel.module.css'

type JettonFactsProps = { readonly jetton: JettonMasterJson; readonly info: TokenInfoJson | undefined }

/** Supply, administrator and content of a jetton. */
export function JettonDetails({ jetton, info }: JettonFactsProps) {
  const words = tokenWords(info, jetton.jetton_content)
  const isKnown = hasKnownDecimals(info, jetton.jetton_content)
  const decimals = isKnown ? words.decimals : undefined
  const unit = { jetton: jetton.address, symbol: words.symbol, decimals }
  return (
    <div className={styles.stack}>
      <DescriptionList
        items={[
          {
            name: 'Total supply',
            value: <UnitAmount value={BigInt(jetton.total_supply)} unit={unit} here />,
          },
          { name: 'Name', value: <UntrustedText text={words.name ?? ''} /> },
          { name: 'Symbol', value: <UntrustedText text={words.symbol ?? ''} max={24} /> },
          { name: 'Decimals', value: decimals ?? (isKnown ? 'not a number' : 'unknown') },
          { name: 'Mintable', value: jetton.mintable ? 'Yes' : 'No' },
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
