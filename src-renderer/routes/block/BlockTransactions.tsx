import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BlockPlace, isMaster } from '../../api/blockPlace.ts'
import { blockTransactionsQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { Choice } from '../../components/Choice.tsx'
import styles from '../../components/ListParts.module.css'
import { Pager } from '../../components/Pager.tsx'
import { BoneRows, Empty, Failed, LoadingText } from '../../components/states.tsx'
import { TransactionTable } from '../../components/TransactionTable.tsx'
import { viewTransaction } from '../../decode/transactionView.ts'
import { CommittedTransactions } from './CommittedTransactions.tsx'

const PAGE = 40
const route = getRouteApi('/block/$workchain/$shard/$seqno')

/** A block's transactions; of a masterchain block, on demand, with those of the shard blocks that it committed. */
export function BlockTransactions({ place }: { readonly place: BlockPlace }) {
  const { tab, scope } = route.useSearch()
  const navigate = useNavigate()
  if (!isMaster(place)) return <OwnTransactions place={place} />
  return (
    <>
      <div className={styles.scope}>
        <Choice
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
      {scope === 'shards' ? <CommittedTransactions seqno={place.seqno} /> : <OwnTransactions place={place} />}
    </>
  )
}

/** A page of a block's transactions, by account and then logical time. */
function OwnTransactions({ place }: { readonly place: BlockPlace }) {
  const search = route.useSearch()
  const { after_lt: lt, after_hash: hash } = search
  const after = lt !== undefined && hash !== undefined ? { lt, hash } : undefined
  const { data, error, isError, refetch } = useQuery(blockTransactionsQuery(useNetwork(), place, PAGE, after))
  const views = useMemo(() => data?.result.transactions.map(viewTransaction) ?? [], [data])
  if (isError) return <Failed error={error} what="the transactions" onRetry={() => refetch()} />
  if (!data) {
    return (
      <>
        <LoadingText what="transactions" />
        <BoneRows rows={8} columns={5} />
      </>
    )
  }
  const last = data.result.transactions.at(-1)
  if (!last) {
    return (
      <Empty>
        {after
          ? 'No more transactions in this block.'
          : `No transactions in this block${isMaster(place) ? '; those of the shards are in their own blocks.' : '.'}`}
      </Empty>
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
