import type { JettonTransferJson } from '#shared/schema/v3/jettons.ts'
import { useTransferFailures } from '../api/traceFacts.ts'
import { accountKey } from '../decode/accountKey.ts'
import { AccountLink } from './AccountLink.tsx'
import { Age, AgeHeading } from './Age.tsx'
import { classNames } from './classNames.ts'
import table from './Table.module.css'
import { TokenAmount } from './TokenAmount.tsx'
import { TransferLabel } from './TransferLabel.tsx'
import styles from './TransferTable.module.css'
import { UntrustedText } from './UntrustedText.tsx'

type JettonTransferTableProps = {
  readonly transfers: readonly JettonTransferJson[]
  /** The account of the page: amounts have a sign, and it is not linked. */
  readonly of?: string
  /** The jetton of the page. */
  readonly jetton?: string
}

/** Returns the text comment in the forward payload. */
function commentOf({ decoded_forward_payload: payload }: JettonTransferJson): string | undefined {
  const comment = (payload as { comment?: unknown } | null)?.comment
  return typeof comment === 'string' && comment !== '' ? comment : undefined
}

/** Jetton transfers, one per row with a link to its trace. */
export function JettonTransferTable({ transfers, of, jetton }: JettonTransferTableProps) {
  const here = of === undefined ? undefined : accountKey(of)
  const failureOf = useTransferFailures(transfers)
  return (
    <table className={classNames(table.table, styles.table)}>
      <thead>
        <tr>
          <th scope="col">Transfer</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col" className={table.number}>
            Amount
          </th>
          <th scope="col" className={table.number}>
            <AgeHeading />
          </th>
        </tr>
      </thead>
      <tbody>
        {transfers.map((transfer) => {
          const isOut = accountKey(transfer.source) === here
          const isIn = accountKey(transfer.destination) === here
          const comment = commentOf(transfer)
          const failure = failureOf(transfer)
          // A failed transfer moved nothing.
          const isOwn = here !== undefined && isIn !== isOut && failure?.kind !== 'bad'
          const direction = isOwn ? (isIn ? 'in' : 'out') : undefined
          return (
            <tr key={transfer.transaction_hash}>
              <TransferLabel
                hash={transfer.transaction_hash}
                words={direction === 'in' ? 'Received' : direction === 'out' ? 'Sent' : 'Transfer'}
                failure={failure}
              >
                {comment !== undefined && (
                  <q className={styles.comment}>
                    <UntrustedText text={comment} max={80} />
                  </q>
                )}
              </TransferLabel>
              <td className={styles.from}>
                <AccountLink address={transfer.source} pictured here={isOut} />
              </td>
              <td className={styles.to}>
                <AccountLink address={transfer.destination} pictured here={isIn} />
              </td>
              <td className={classNames(table.number, styles.amount)} data-direction={direction}>
                <TokenAmount
                  value={BigInt(transfer.amount)}
                  jetton={transfer.jetton_master}
                  sign={direction === undefined ? undefined : direction === 'in' ? '+' : '−'}
                  here={jetton !== undefined}
                />
              </td>
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
