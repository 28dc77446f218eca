import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { blockTransactionsQuery } from '../../api/blocks.ts'
import type { MasterRow } from '../../api/masterSummary.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { NewItems } from '../../components/NewItems.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { TransactionLine } from '../../components/TransactionLine.tsx'
import { type TransactionView, viewTransaction } from '../../decode/transactionView.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import styles from './LatestTransactions.module.css'
import {
  blocksToRead,
  isSystemTransaction,
  newestFirst,
  PER_BLOCK,
  withoutReceipts,
} from './recentTransactions.ts'

const SHOWN = 12

function Item({ view, fresh }: { readonly view: TransactionView; readonly fresh: boolean }) {
  return (
    <li className={styles.item} data-fresh={fresh ? '' : undefined}>
      <TransactionLine view={view} styles={styles} />
    </li>
  )
}

function BoneItems({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, i) => (
    <li key={i} className={styles.item} aria-hidden="true">
      <Skeleton width={16} />
      <span className={styles.sentence}>
        <Skeleton width={`${68 - (i % 4) * 9}%`} />
      </span>
      <Skeleton width={28} />
    </li>
  ))
}

/** The same function for all renders, so that each answer is decoded once. */
function transactionViews({ result }: Answer<V2Result<'getBlockTransactionsExt'>>): TransactionView[] {
  return result.transactions.map(viewTransaction)
}

type LatestTransactionsProps = {
  readonly rows: readonly MasterRow[]
  /** Called to read older blocks; undefined if there are enough. */
  readonly onNeedMore: (() => void) | undefined
}

/** Reads blocks, newest first, until the list is full or there are no more blocks. */
function useLatestTransactions({ rows, onNeedMore }: LatestTransactionsProps) {
  const network = useNetwork()
  const head = useHead()?.seqno ?? 0
  // A transfer has two transactions and one line, so that the necessary number is known only after reading.
  const [wanted, setWanted] = useState(2 * SHOWN)
  const { blocks, found, complete } = blocksToRead(rows, wanted)
  const answers = useQueries({
    queries: blocks.map(({ blockId }) => ({
      ...blockTransactionsQuery(network, blockId, PER_BLOCK),
      select: transactionViews,
    })),
  })
  const views = newestFirst(
    withoutReceipts(answers.flatMap(({ data }) => data ?? [])).filter((view) => !isSystemTransaction(view)),
  ).slice(0, SHOWN)
  const settled = complete && answers.every(({ isPending }) => !isPending)
  const canReadMore = found >= wanted
  const canLookBack = rows.length < head && onNeedMore !== undefined
  const searching = settled && views.length < SHOWN && (canReadMore || canLookBack)
  useEffect(() => {
    if (!searching) return
    if (canReadMore) setWanted((before) => before + SHOWN)
    else onNeedMore?.()
  }, [searching, canReadMore, onNeedMore])
  // The list stays while a new block is loading. Placeholders are shown only at the start.
  const pending = !settled || searching
  const whole = useRef<readonly TransactionView[]>([])
  if (!pending) whole.current = views
  return whole.current.length > 0 ? { views: whole.current, pending: false } : { views, pending }
}

/** Returns a test for transactions that arrived while the list was on the screen. */
function useFreshViews(views: readonly TransactionView[]): (view: TransactionView) => boolean {
  const first = useRef<bigint | undefined>(undefined)
  const newest = views[0]
  if (first.current === undefined && newest) first.current = BigInt(newest.lt)
  return ({ lt }) => first.current !== undefined && BigInt(lt) > first.current
}

/** The latest transactions as sentences. */
export function LatestTransactions(props: LatestTransactionsProps) {
  const { recorded } = useNetwork()
  const { views, pending } = useLatestTransactions(props)
  const { shown, handlers, release } = useStableList(views)
  const isFresh = useFreshViews(pending ? [] : shown)
  const newestShown = shown[0]
  const missed = newestShown ? views.findIndex(({ hash }) => hash === newestShown.hash) : 0
  return (
    <Panel
      title="Latest transactions"
      note={
        recorded ? 'when it was recorded' : <NewItems count={missed} what="transaction" onShow={release} />
      }
      actions={<Link to="/transactions">All transactions</Link>}
      handlers={handlers}
      flush
    >
      {!pending && views.length === 0 ? (
        <EmptyState>
          No transactions in the last {props.rows.length} blocks except calls of system contracts.
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {shown.map((view) => (
            <Item key={view.hash} view={view} fresh={isFresh(view)} />
          ))}
          {pending && <BoneItems count={Math.max(0, SHOWN - shown.length)} />}
        </ol>
      )}
    </Panel>
  )
}
