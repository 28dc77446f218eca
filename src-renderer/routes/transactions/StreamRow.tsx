import { Link } from '@tanstack/react-router'
import { Age } from '../../components/Age.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { OutcomeIcon } from '../../components/OutcomeIcon.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { transactionParams } from '../../components/transactionParams.ts'
import { describeTransaction, summarizeTransaction } from '../../decode/describeTransaction.ts'
import styles from './TransactionsPage.module.css'
import type { StreamItem } from './useTransactionStream.ts'

/** One transaction in a sentence, or how many of a crowded block are not here. */
export function StreamRow({ item }: { readonly item: StreamItem }) {
  if (item.kind === 'more') {
    return (
      <p className={styles.more}>
        {item.count}
        {item.atLeast && ' or more'} further transactions in block <BlockLink place={item.place} />
      </p>
    )
  }
  const { view, place } = item
  const summary = summarizeTransaction(view)
  return (
    <div className={styles.item}>
      <OutcomeIcon summary={summary} />
      <p className={styles.sentence}>
        <Sentence parts={describeTransaction(view)} /> <FailureNote outcome={summary.outcome} />
      </p>
      <span className={styles.block}>
        <BlockLink place={place} />
      </span>
      <Link
        to="/transaction/$account/$lt/$hash"
        params={transactionParams(view)}
        className={styles.age}
        aria-label="Open this transaction"
      >
        <Age utime={view.utime} />
      </Link>
    </div>
  )
}
