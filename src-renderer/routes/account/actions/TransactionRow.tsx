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

function Counterparty({ summary: { counterparty, direction } }: { readonly summary: Summary }) {
  if (!counterparty) return null
  const word = direction === 'out' ? 'to' : 'from'
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
  const { label, comment, sent, received, outcome } = summary
  const words = failureWords(outcome)
  return (
    <li className={styles.row} title={unread && `Only the transaction is known: ${unread}`}>
      <div className={styles.line}>
        <OutcomeIcon summary={summary} />
        <p className={styles.sentence}>
          {label.charAt(0).toUpperCase() + label.slice(1)}
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
