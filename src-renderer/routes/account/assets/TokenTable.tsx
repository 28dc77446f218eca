import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import { AccountLink } from '../../../components/AccountLink.tsx'
import { classNames } from '../../../components/classNames.ts'
import table from '../../../components/Table.module.css'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import { TokenImage } from '../../../components/TokenImage.tsx'
import { tokenWords } from '../../../decode/tokenInfo.ts'
import styles from './TokensTab.module.css'

function imageOf(metadata: MetadataJson, { jetton }: JettonWalletJson): string | undefined {
  return tokenWords(metadata[jetton]?.token_info.find(({ type }) => type === 'jetton_masters')).image
}

type TokenTableProps = {
  readonly wallets: readonly JettonWalletJson[]
  readonly metadata: MetadataJson
}

/** Jetton wallets of an account with their balances. */
export function TokenTable({ wallets, metadata }: TokenTableProps) {
  return (
    <table className={classNames(table.table, styles.table)}>
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col" className={styles.wallet}>
            Jetton wallet
          </th>
          <th scope="col" className={table.number}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <tr key={wallet.address}>
            <th scope="row">
              <span className={styles.token}>
                <TokenImage address={wallet.jetton} image={imageOf(metadata, wallet)} size={24} />
                <AccountLink address={wallet.jetton} />
              </span>
            </th>
            <td className={styles.wallet}>
              <AccountLink address={wallet.address} />
            </td>
            <td className={table.number}>
              <TokenAmount value={BigInt(wallet.balance)} jetton={wallet.jetton} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
