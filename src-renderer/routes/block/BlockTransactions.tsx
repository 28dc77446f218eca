import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BlockId, isMasterchain } from '../../api/blockId.ts'
import { blockTransactionsQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import styles from '../../components/ListParts.module.css'
import { Pager } from '../../components/Pager.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { EmptyState, ErrorState, LoadingText, SkeletonRows } from '../../components/states.tsx'
import { TransactionTable } from '../../components/TransactionTable.tsx'
import { viewTransaction } from '../../decode/transactionView.ts'
import { CommittedTransactions } from './CommittedTransactions.tsx'

const PAGE = 40
const route = getRouteApi('/block/$workchain/$shard/$seqno')

/**
 * A block's transactions. For a masterchain block, on demand with those of the shard blocks that it committed.
 */
export function BlockTransactions({ blockId }: { readonly blockId: BlockId }) {
  const { tab, scope } = route.useSearch()
  const navigate = useNavigate()
  if (!isMasterchain(blockId)) return <OwnTransactions blockId={blockId} />
  return (
    <>
      <div className={styles.scope}>
        <SegmentedControl
          label="Scope"
          options={[
            { value: 'own', label: 'This block' },
            { value: 'shards', label: 'With its shard blocks' },
          ]}
          current={scope ?? 'own'}
          onChange={(value) =>
            navigate({
              to: '.',
              search: { tab, scope: value === 'shards' ? 'shards' : undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {scope === 'shards' ? (
        <CommittedTransactions seqno={blockId.seqno} />
      ) : (
        <OwnTransactions blockId={blockId} />
      )}
    </>
  )
}

/** A page of a block's transactions, by account and logical time. */
function OwnTransactions({ blockId }: { readonly blockId: BlockId }) {
  const search = route.useSearch()
  const { after_lt: lt, after_hash: hash } = search
  const after = lt !== undefined && hash !== undefined ? { lt, hash } : undefined
  const { data, error, isError, refetch } = useQuery(
    blockTransactionsQuery(useNetwork(), blockId, PAGE, after),
  )
  const views = useMemo(() => data?.result.transactions.map(viewTransaction) ?? [], [data])
  if (isError) return <ErrorState error={error} what="the transactions" onRetry={() => refetch()} />
  if (!data) {
    return (
      <>
        <LoadingText what="transactions" />
        <SkeletonRows rows={8} columns={5} />
      </>
    )
  }
  const last = data.result.transactions.at(-1)
  if (!last) {
    return (
      <EmptyState>
        {after
          ? 'No more transactions in this block.'
          : `No transactions in this block${isMasterchain(blockId) ? '; those of the shards are in their own blocks.' : '.'}`}
      </EmptyState>
    )
  }
  const next = { after_lt: last.transaction_id.lt, after_hash: last.account.toLowerCase() }
  return (
    <>
      <TransactionTable views={views} />
      {(after || data.result.incomplete) && (
        <footer className={styles.footer}>
          <span>{views.length} transactions on this page</span>
          <Pager
            newest={
              after && (
                <Link to="." search={{ tab: search.tab }} resetScroll={false}>
                  First page
                </Link>
              )
            }
            older={
              data.result.incomplete ? (
                <Link to="." search={{ ...search, ...next }} resetScroll={false}>
                  Next page
                </Link>
              ) : undefined
            }
          />
        </footer>
      )}
    </>
  )
}
