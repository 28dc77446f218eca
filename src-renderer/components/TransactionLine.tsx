import type { ReactNode } from 'react'
import { describeTransaction, summarizeTransaction } from '../decode/describeTransaction.ts'
import type { TransactionView } from '../decode/transactionView.ts'
import { FailureNote } from './FailureNote.tsx'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import { Sentence } from './Sentence.tsx'
import { TransactionAge } from './TransactionAge.tsx'

type TransactionLineProps = {
  readonly view: TransactionView
  /** Classes of the surrounding list. */
  readonly styles: { readonly sentence?: string | undefined; readonly age?: string | undefined }
  /** Content between the sentence and the age. */
  readonly children?: ReactNode
}

/**
 * A transaction as a sentence with its outcome and a link to its page. The surrounding list defines the layout.
 */
export function TransactionLine({ view, styles, children }: TransactionLineProps) {
  const summary = summarizeTransaction(view)
  return (
    <>
      <OutcomeIcon summary={summary} />
      <p className={styles.sentence}>
        <Sentence parts={describeTransaction(view)} /> <FailureNote outcome={summary.outcome} />
      </p>
      {children}
      <TransactionAge view={view} className={styles.age} />
    </>
  )
}
