import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { committedTransactionsQuery } from '../../api/indexedLists.ts'
import { useNetwork } from '../../api/network.tsx'
import styles from '../../components/ListParts.module.css'
import { Unread } from '../../components/NotIndexed.tsx'
import { Pager } from '../../components/Pager.tsx'
import { EmptyState, LoadingText, SkeletonRows } from '../../components/states.tsx'
import { TransactionTable } from '../../components/TransactionTable.tsx'
import { viewIndexedTransaction } from '../../decode/indexedTransaction.ts'

const PAGE = 40
const route = getRouteApi('/block/$workchain/$shard/$seqno')

/** The transactions of a masterchain block and of all shard blocks that it committed, by logical time. */
export function CommittedTransactions({ seqno }: { readonly seqno: number }) {
  const { tab, scope, offset: written } = route.useSearch()
  const offset = Number(written ?? 0)
  // One additional row shows whether there is another page.
  const { data, error, isError, refetch } = useQuery(
    committedTransactionsQuery(useNetwork(), seqno, offset, PAGE + 1),
  )
  const views = useMemo(
    () =>
      data?.result.transactions
        .slice(0, PAGE)
        .map((transaction) => viewIndexedTransaction(transaction, data.result.address_book)),
    [data],
  )
  if (isError) {
    return (
      <Unread
        error={error}
        what="the transactions of the shard blocks"
        target={{ kind: 'blocks', from: seqno, to: seqno }}
        onRetry={() => refetch()}
      />
    )
  }
  if (!data || !views) {
    return (
      <>
        <LoadingText what="transactions" />
        <SkeletonRows rows={8} columns={5} />
      </>
    )
  }
  if (views.length === 0) {
    return (
      <EmptyState>
        {offset > 0 ? 'No more transactions.' : 'No transactions in this block and its shard blocks.'}
      </EmptyState>
    )
  }
  const hasMore = data.result.transactions.length > PAGE
  const at = (next: number) => ({ tab, scope, offset: next > 0 ? String(next) : undefined })
  return (
    <>
      <TransactionTable views={views} />
      {(hasMore || offset > 0) && (
        <footer className={styles.footer}>
          <span>
            {offset + 1}–{offset + views.length}, oldest first
          </span>
          <Pager
            newest={
              offset > 0 && (
                <Link to="." search={at(0)} resetScroll={false}>
                  First page
                </Link>
              )
            }
            older={
              hasMore && (
                <Link to="." search={at(offset + PAGE)} resetScroll={false}>
                  Next page
                </Link>
              )
            }
          />
        </footer>
      )}
    </>
  )
}
