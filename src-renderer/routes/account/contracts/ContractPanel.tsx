import type { ReactNode } from 'react'
import { Unread } from '../../../components/NotIndexed.tsx'
import { Skeleton } from '../../../components/states.tsx'
import styles from './ContractPanel.module.css'
import type { Contract } from './useContracts.ts'

type ContractPanelProps<Row> = {
  readonly contract: Contract<Row>
  /** "this jetton" */
  readonly what: string
  readonly address: string
  readonly children: (row: Row) => ReactNode
}

/** What one kind of contract says of itself, between the header of the account and its tabs. */
export function ContractPanel<Row>({ contract, what, address, children }: ContractPanelProps<Row>) {
  const { row, error, isAsked, onRetry } = contract
  if (!isAsked || row === null) return null
  return (
    <section className={styles.panel} aria-label={what.replace(/^this /, '')}>
      {row !== undefined ? (
        children(row)
      ) : error ? (
        <Unread error={error} what={what} target={{ kind: 'account', address }} onRetry={onRetry} />
      ) : (
        <div className={styles.waiting}>
          <Skeleton width="40%" height={16} />
          <Skeleton width="70%" height={16} />
        </div>
      )}
    </section>
  )
}
