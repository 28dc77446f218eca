import { BlockLink } from '../../components/BlockLink.tsx'
import { TransactionLine } from '../../components/TransactionLine.tsx'
import styles from './TransactionsPage.module.css'
import type { StreamItem } from './useTransactionStream.ts'

/** A transaction as a sentence, or the number of omitted transactions of a block. */
export function StreamRow({ item }: { readonly item: StreamItem }) {
  if (item.kind === 'more') {
    return (
      <p className={styles.more}>
        {item.count}
        {item.atLeast && ' or more'} further transactions in block <BlockLink blockId={item.blockId} />
      </p>
    )
  }
  return (
    <div className={styles.item}>
      <TransactionLine view={item.view} styles={styles}>
        <span className={styles.block}>
          <BlockLink blockId={item.blockId} />
        </span>
      </TransactionLine>
    </div>
  )
}
