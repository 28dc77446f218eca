import { AccountLink } from '../../../components/AccountLink.tsx'
import { FaultNote } from '../../../components/FailureNote.tsx'
import { MessageAmount } from '../../../components/MessageAmount.tsx'
import { OutcomeIcon } from '../../../components/OutcomeIcon.tsx'
import { TransactionAge } from '../../../components/TransactionAge.tsx'
import { UntrustedText } from '../../../components/UntrustedText.tsx'
import { type Summary, summarizeTransaction } from '../../../decode/describeTransaction.ts'
import { isZero } from '../../../decode/messageValue.ts'
import { failureWords, verdictOf } from '../../../decode/outcome.ts'
import type { TransactionView } from '../../../decode/transactionView.ts'
import changes from './ChangeList.module.css'
import styles from './TraceRow.module.css'

const MAX_COMMENT = 140

/** A call without a name has its opcode as the label. */
function isOpcode(label: string): boolean {
  return label.startsWith('0x')
}

/** Returns the words before the other account: `Sent`, `Called 0x27d5a91b`. */
function leadWords({ label, direction }: Summary): string {
  if (isOpcode(label)) return direction === 'out' ? `Called ${label}` : `Call ${label}`
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function Counterparty({ summary: { counterparty, direction, label } }: { readonly summary: Summary }) {
  if (!counterparty) return null
  const word = direction === 'out' ? (isOpcode(label) ? 'on' : 'to') : 'from'
  return (
    <>
      {' '}
      {word}{' '}
      {'count' in counterparty ? (
        `${counterparty.count} accounts`
      ) : (
        <AccountLink address={counterparty.address} />
      )}
    </>
  )
}

type TransactionRowProps = {
  readonly view: TransactionView
  /** Why its trace could not be read. */
  readonly unread?: string | undefined
}

/** A transaction in the place of its trace, until the trace is read: its own message and value, without actions. */
export function TransactionRow({ view, unread }: TransactionRowProps) {
  const summary = summarizeTransaction(view)
  const { comment, sent, received, outcome } = summary
  const words = failureWords(outcome)
  return (
    <li className={styles.row} title={unread && `Only the transaction is known: ${unread}`}>
      <div className={styles.line}>
        <OutcomeIcon summary={summary} />
        <p className={styles.sentence}>
          {leadWords(summary)}
          <Counterparty summary={summary} />
          {comment !== undefined && (
            <>
              {' '}
              <q>
                <UntrustedText text={comment} max={MAX_COMMENT} />
              </q>
            </>
          )}{' '}
          {words !== undefined && (
            <FaultNote kind={verdictOf(outcome) === 'partly' ? 'partly' : 'bad'} words={words} />
          )}
        </p>
        <div className={styles.moves}>
          <span className={changes.changes}>
            {!isZero(sent) && (
              <span className={changes.change} data-sign="−">
                <MessageAmount of={sent} sign="−" />
              </span>
            )}
            {!isZero(received) && (
              <span className={changes.change} data-sign="+">
                <MessageAmount of={received} sign="+" />
              </span>
            )}
          </span>
        </div>
        <TransactionAge view={view} className={styles.age} />
        <span className={styles.expand} />
      </div>
    </li>
  )
}
