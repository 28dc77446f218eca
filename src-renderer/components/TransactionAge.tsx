import { Link } from '@tanstack/react-router'
import type { TransactionView } from '../decode/transactionView.ts'
import { transactionParams } from '../format/transactionParams.ts'
import { Age } from './Age.tsx'

/** The age of a transaction as a link to its page. */
export function TransactionAge({
  view,
  className,
}: {
  readonly view: TransactionView
  readonly className: string | undefined
}) {
  return (
    <Link
      to="/transaction/$account/$lt/$hash"
      params={transactionParams(view)}
      className={className}
      aria-label="Open this transaction"
    >
      <Age utime={view.utime} />
    </Link>
  )
}
