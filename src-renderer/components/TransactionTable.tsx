import { Link } from '@tanstack/react-router'
import { accountKey } from '../decode/accountKey.ts'
import { type Summary, summarizeTransaction } from '../decode/describeTransaction.ts'
import { isZero } from '../decode/messageValue.ts'
import { failureWords, outcomeWords, verdictOf } from '../decode/outcome.ts'
import type { TransactionView } from '../decode/transactionView.ts'
import { transactionParams } from '../format/transactionParams.ts'
import { AccountLink } from './AccountLink.tsx'
import { Age, AgeHeading } from './Age.tsx'
import { Amount } from './Amount.tsx'
import { classNames } from './classNames.ts'
import { MessageAmount } from './MessageAmount.tsx'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import table from './Table.module.css'
import { TokenMoves } from './TokenMoves.tsx'
import styles from './TransactionTable.module.css'
import { UntrustedText } from './UntrustedText.tsx'

type TransactionTableProps = {
  readonly views: readonly TransactionView[]
  /** The account of the history. Without it each row has its account. */
  readonly of?: string
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function outcomeText({ outcome, bouncedBack }: Summary): string | undefined {
  const words = outcome.kind === 'not run' ? outcomeWords(outcome) : failureWords(outcome)
  return words === undefined ? undefined : `${words}${bouncedBack ? ', bounced' : ''}`
}

function Action({ view, summary }: { readonly view: TransactionView; readonly summary: Summary }) {
  const failure = outcomeText(summary)
  return (
    <span className={styles.action}>
      <OutcomeIcon summary={summary} />
      <Link to="/transaction/$account/$lt/$hash" params={transactionParams(view)} className={styles.label}>
        {sentenceCase(summary.label)}
      </Link>
      {failure !== undefined && (
        <span className={styles.failure} data-verdict={verdictOf(summary.outcome)}>
          {failure}
        </span>
      )}
      {summary.comment !== undefined && (
        <q className={styles.comment}>
          <UntrustedText text={summary.comment} max={140} />
        </q>
      )}
    </span>
  )
}

function Counterparty({ summary }: { readonly summary: Summary }) {
  const { counterparty, direction } = summary
  if (!counterparty) return <span className={table.quiet}>–</span>
  const word = direction === 'out' ? 'to' : 'from'
  return (
    <span className={styles.counterparty}>
      <span className={styles.word}>{word}</span>
      {'count' in counterparty ? (
        `${counterparty.count} accounts`
      ) : (
        <AccountLink address={counterparty.address} pictured />
      )}
    </span>
  )
}

/** Coins and extra currencies that were sent and received, each with its sign. The fee has its own column. */
function Value({ summary: { direction, received, sent } }: { readonly summary: Summary }) {
  if (isZero(received) && isZero(sent)) {
    return direction === 'in' || direction === 'out' ? (
      <Amount value={0n} />
    ) : (
      <span className={table.quiet}>–</span>
    )
  }
  return (
    <>
      {!isZero(sent) && (
        <span className={styles.value} data-direction="out">
          <MessageAmount of={sent} sign="−" />
        </span>
      )}
      {!isZero(received) && (
        <span className={styles.value} data-direction={direction === 'bounced' ? 'bounced' : 'in'}>
          <MessageAmount of={received} sign="+" />
        </span>
      )}
    </>
  )
}

/** Transactions, one per row: of an account newest first, or of a block in its order. */
export function TransactionTable({ views, of }: TransactionTableProps) {
  const here = of === undefined ? undefined : accountKey(of)
  return (
    <table className={classNames(table.table, styles.table, here !== undefined && styles.history)}>
      <thead>
        <tr>
          {here === undefined && <th scope="col">Account</th>}
          <th scope="col">Action</th>
          <th scope="col">From / to</th>
          <th scope="col" className={table.number}>
            Amount
          </th>
          <th scope="col" className={classNames(table.number, table.wide)}>
            Fee
          </th>
          <th scope="col" className={table.number}>
            {here === undefined ? 'Logical time' : <AgeHeading />}
          </th>
        </tr>
      </thead>
      <tbody>
        {views.map((view) => {
          const summary = summarizeTransaction(view)
          return (
            <tr key={view.hash}>
              {here === undefined && (
                <td className={styles.account}>
                  <AccountLink address={view.address} pictured />
                </td>
              )}
              <th scope="row" className={styles.actionCell}>
                <Action view={view} summary={summary} />
              </th>
              <td className={styles.counterpartyCell}>
                <Counterparty summary={summary} />
              </td>
              <td className={classNames(table.number, styles.valueCell)}>
                <TokenMoves view={view} />
                <Value summary={summary} />
              </td>
              <td className={classNames(table.number, table.wide, table.quiet)}>
                <Amount value={view.fee} bare />
              </td>
              <td className={classNames(table.number, table.quiet, styles.ageCell)}>
                {here === undefined ? view.lt : <Age utime={view.utime} long={false} />}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
