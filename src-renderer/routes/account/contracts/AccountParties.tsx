import type { ReactNode } from 'react'
import { AccountLink } from '../../../components/AccountLink.tsx'
import styles from './AccountParties.module.css'
import type { Contracts } from './useContracts.ts'

type Party = { readonly name: string; readonly raw: string | null | undefined }

function partiesOf({ jetton, wallet, item, collection, sale, order, vesting }: Contracts): Party[] {
  return [
    { name: 'Admin', raw: jetton.row?.admin_address },
    { name: 'Owner', raw: wallet.row?.owner },
    { name: 'Jetton', raw: wallet.row?.jetton },
    { name: 'Owner', raw: item.row?.on_sale ? item.row.real_owner : item.row?.owner_address },
    { name: 'Collection', raw: item.row?.collection_address },
    { name: 'Owner', raw: collection.row?.owner_address },
    { name: 'Item', raw: sale.row?.nft_address },
    { name: 'Multisig', raw: order.row?.multisig_address },
    { name: 'Owner', raw: vesting.row?.owner_address },
  ]
}

/** The accounts to which a contract belongs. */
export function AccountParties({ contracts }: { readonly contracts: Contracts }) {
  const parties = partiesOf(contracts).flatMap(({ name, raw }, i): ReactNode[] =>
    raw === null || raw === undefined
      ? []
      : [
          <span key={i} className={styles.party}>
            <span className={styles.role}>{name}</span>
            <AccountLink address={raw} pictured />
          </span>,
        ],
  )
  return parties.length === 0 ? null : <p className={styles.parties}>{parties}</p>
}
