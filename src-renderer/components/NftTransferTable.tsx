import type { NftTransferJson } from '#shared/schema/v3/nfts.ts'
import { useTransferFailures } from '../api/traceFacts.ts'
import { accountKey } from '../decode/accountKey.ts'
import { AccountLink } from './AccountLink.tsx'
import { Age, AgeHeading } from './Age.tsx'
import { classNames } from './classNames.ts'
import table from './Table.module.css'
import { TransferLabel } from './TransferLabel.tsx'
import styles from './TransferTable.module.css'

type NftTransferTableProps = {
  readonly transfers: readonly NftTransferJson[]
  /** The account of the page. */
  readonly of?: string
  /** Omits the column of the item, if all rows have the same one. */
  readonly isItem?: boolean
}

/** @param here key of the account from whose view the transfer is shown; undefined if nothing moved */
function wordOf({ new_owner, old_owner }: NftTransferJson, here: string | undefined): string {
  return accountKey(new_owner) === here ? 'Received' : accountKey(old_owner) === here ? 'Sent' : 'Transfer'
}

/** NFT transfers, one per row with a link to its trace. */
export function NftTransferTable({ transfers, of, isItem = false }: NftTransferTableProps) {
  const here = of === undefined ? undefined : accountKey(of)
  const failureOf = useTransferFailures(transfers)
  return (
    <table className={classNames(table.table, styles.table)}>
      <thead>
        <tr>
          <th scope="col">Transfer</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          {!isItem && <th scope="col">Item</th>}
          <th scope="col" className={table.number}>
            <AgeHeading />
          </th>
        </tr>
      </thead>
      <tbody>
        {transfers.map((transfer) => {
          const failure = failureOf(transfer)
          return (
            <tr key={transfer.transaction_hash}>
              <TransferLabel
                hash={transfer.transaction_hash}
                words={wordOf(transfer, failure?.kind === 'bad' ? undefined : here)}
                failure={failure}
              />
              <td className={styles.from}>
                <AccountLink address={transfer.old_owner} pictured />
              </td>
              <td className={styles.to}>
                <AccountLink address={transfer.new_owner} pictured />
              </td>
              {!isItem && (
                <td className={styles.amount}>
                  <AccountLink address={transfer.nft_address} collection={transfer.nft_collection} pictured />
                </td>
              )}
              <td className={classNames(table.number, table.quiet, styles.age)}>
                <Age utime={transfer.transaction_now} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
