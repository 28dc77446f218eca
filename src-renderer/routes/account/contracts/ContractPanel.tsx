import type { ReactNode } from 'react'
import { Unread } from '../../../components/NotIndexed.tsx'
import { Skeleton } from '../../../components/states.tsx'
import styles from './ContractPanel.module.css'
import type { Contract } from './useContracts.ts'

type ContractPanelProps<Row> = {
  readonly contract: Contract<Row>
  /** The name of the contract: "this jetton". */
  readonly what: string
  readonly address: string
  /** Whether the panel has a large picture, whose place is kept while the data are loading. */
  readonly isPictured?: boolean
  readonly children: (row: Row) => ReactNode
}

/** The data of a contract of one kind. */
export function ContractPanel<Row>({
  contract,
  what,
  address,
  isPictured = false,
  children,
}: ContractPanelProps<Row>) {
  const { row, error, isAsked, onRetry } = contract
  if (!isAsked || row === null) return null
  return (
    <section className={styles.panel} aria-label={what.replace(/^this /, '')}>
      {row !== undefined ? (
        children(row)
      ) : error ? (
        <Unread error={error} what={what} target={{ kind: 'account', address }} onRetry={onRetry} />
      ) : (
        <div className={styles.waiting} data-pictured={isPictured ? '' : undefined}>
          <Skeleton width="40%" height={16} />
          <Skeleton width="70%" height={16} />
        </div>
      )}
    </section>
  )
}
