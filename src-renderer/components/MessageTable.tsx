import { Link } from '@tanstack/react-router'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import { accountKey } from '../decode/accountKey.ts'
import { viewIndexedMessage } from '../decode/indexedTransaction.ts'
import { externalWords, messageWords } from '../decode/traceModel.ts'
import { hexOfBase64 } from '../format/hexOfBase64.ts'
import { AccountLink } from './AccountLink.tsx'
import { Age, AgeHeading } from './Age.tsx'
import { Chip } from './Chip.tsx'
import { classNames } from './classNames.ts'
import { MessageAmount } from './MessageAmount.tsx'
import styles from './MessageTable.module.css'
import table from './Table.module.css'

type RowProps = {
  readonly json: MessageJson
  readonly book: AddressBookJson
  readonly here: string | undefined
}

function End({
  address,
  outside,
  here,
}: {
  address: string | undefined
  outside: string
  here: string | undefined
}) {
  if (address === undefined) return <span className={table.quiet}>{outside}</span>
  return <AccountLink address={address} pictured here={here === accountKey(address)} />
}

function Row({ json, book, here }: RowProps) {
  const view = viewIndexedMessage(json, book)
  const words = view.source === undefined ? externalWords(view) : messageWords(view)
  return (
    <tr>
      <th scope="row" className={styles.message}>
        <span className={styles.line}>
          <Link
            to="/trace/$hash"
            params={{ hash: hexOfBase64(json.hash) }}
            className={styles.words}
            title={words}
          >
            <bdi>{words}</bdi>
          </Link>
          {json.bounced && <Chip tone="warn">↩ bounced</Chip>}
          {json.destination !== null && json.in_msg_tx_hash === undefined && <Chip>not delivered</Chip>}
        </span>
      </th>
      <td className={styles.opcode}>
        {json.opcode !== null && json.source !== null && words !== json.opcode && <code>{json.opcode}</code>}
      </td>
      <td className={styles.from}>
        <End address={view.source} outside="external" here={here} />
      </td>
      <td className={styles.to}>
        <End address={view.destination} outside="event log" here={here} />
      </td>
      <td className={classNames(table.number, styles.value)}>
        {json.value === null ? <span className={table.quiet}>–</span> : <MessageAmount of={view} />}
      </td>
      <td className={classNames(table.number, table.quiet, styles.age)}>
        {json.created_at === null ? '–' : <Age utime={Number(json.created_at)} />}
      </td>
    </tr>
  )
}

type MessageTableProps = {
  readonly messages: readonly MessageJson[]
  readonly book: AddressBookJson
  /** The account of the page. */
  readonly of?: string
}

/** Messages, one per row with a link to its trace. */
export function MessageTable({ messages, book, of }: MessageTableProps) {
  const here = of === undefined ? undefined : accountKey(of)
  return (
    <table className={classNames(table.table, styles.table)}>
      <thead>
        <tr>
          <th scope="col">Message</th>
          <th scope="col" className={styles.opcode}>
            Opcode
          </th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col" className={table.number}>
            Value
          </th>
          <th scope="col" className={table.number}>
            <AgeHeading />
          </th>
        </tr>
      </thead>
      <tbody>
        {messages.map((json) => (
          <Row key={json.hash} json={json} book={book} here={here} />
        ))}
      </tbody>
    </table>
  )
}
