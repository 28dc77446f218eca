import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { filterTraces } from '../../actions/filterTraces.ts'
import type { TraceFold } from '../../actions/foldTraces.ts'
import { blockTransactionsQuery } from '../../api/blocks.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import type { MasterRow } from '../../api/masterSummary.ts'
import { useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { useIsSystemAccount } from '../../api/systemAccounts.ts'
import { type LatestTrace, latestTraceQuery, readingOf, type TraceReading } from '../../api/traceFacts.ts'
import { NewItems } from '../../components/NewItems.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Reading } from '../../components/Reading.tsx'
import { EmptyState } from '../../components/states.tsx'
import { TransactionLine } from '../../components/TransactionLine.tsx'
import { type TransactionView, viewTransaction } from '../../decode/transactionView.ts'
import { useFreshRows } from '../../hooks/useFreshRows.ts'
import { type Parts, useParts } from '../../hooks/useParts.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import styles from './LatestItem.module.css'
import { LatestItem, LatestSkeletons } from './LatestItem.tsx'
import { NEWS, NO_PERSON } from './news.ts'
import {
  blocksToRead,
  isSystemTransaction,
  newestFirst,
  PER_BLOCK,
  type RecentTrace,
  recentTraces,
} from './recentTransactions.ts'

const SHOWN = 12
/** Maximum number of rows that are replaced because they turn out to be parts of other traces, or of the network. */
const MAX_DROPPED = 36

/** A row: the transactions of a trace, and the trace when it is read. */
type Row = RecentTrace & { readonly trace: TraceFold | undefined; readonly reading: TraceReading }

function Item({ row: { view, trace, reading }, fresh }: { readonly row: Row; readonly fresh: boolean }) {
  if (trace) return <LatestItem trace={trace} reading={reading} fresh={fresh} />
  return (
    <li
      className={styles.item}
      data-fresh={fresh ? '' : undefined}
      title={reading.unread && `Only the transaction is known: ${reading.unread}`}
    >
      <TransactionLine view={view} styles={styles} />
    </li>
  )
}

/** The same function for all renders, so that each answer is decoded once. */
function transactionViews({ result }: Answer<V2Result<'getBlockTransactionsExt'>>): TransactionView[] {
  return result.transactions.map(viewTransaction)
}

type ReadLatestActionsProps = {
  readonly rows: readonly MasterRow[]
  /** Seqno of the newest block that is read. */
  readonly head: number
  /** Called to read older blocks; undefined if there are enough. */
  readonly onNeedMore: (() => void) | undefined
}

type Wanted = ReadLatestActionsProps & {
  /** Number of traces. */
  readonly count: number
}

/** Reads blocks, newest first, until their transactions fill the list or there are no more blocks. */
function useRecentTraces({ rows, head, onNeedMore, count }: Wanted) {
  const network = useNetwork()
  // A transfer has two transactions and one line, so that the necessary number is known only after reading.
  const [wanted, setWanted] = useState(2 * SHOWN)
  const { blocks, found, complete } = blocksToRead(rows, wanted)
  const answers = useQueries({
    queries: blocks.map(({ blockId }) => ({
      ...blockTransactionsQuery(network, blockId, PER_BLOCK),
      select: transactionViews,
    })),
  })
  const views = newestFirst(answers.flatMap(({ data }) => data ?? [])).filter(
    (view) => !isSystemTransaction(view),
  )
  const traces = recentTraces(views).slice(0, count)
  const settled = complete && answers.every(({ isPending }) => !isPending)
  const canReadMore = found >= wanted
  const canLookBack = rows.length < head && onNeedMore !== undefined
  const searching = settled && traces.length < count && (canReadMore || canLookBack)
  useEffect(() => {
    if (!searching) return
    if (canReadMore) setWanted((before) => before + SHOWN)
    else onNeedMore?.()
  }, [searching, canReadMore, onNeedMore])
  // The list stays while a new block is loading. Placeholders are shown only at the start.
  const pending = !settled || searching
  const whole = useRef<readonly RecentTrace[]>([])
  if (!pending) whole.current = traces
  return whole.current.length > 0 ? { traces: whole.current, pending: false } : { traces, pending }
}

/** Reads the traces of the rows; drops rows of the same trace and of the network itself as they turn out to be. */
function useReadTraces(traces: readonly RecentTrace[]): {
  rows: readonly Row[]
  parts: Parts<LatestTrace | null>
} {
  const client = useQueryClient()
  const network = useNetwork()
  const { hasIndex } = useIdentityState()
  const isSystemAccount = useIsSystemAccount()
  const newestOf = new Map(traces.map(({ key, hash }) => [key, hash]))
  const parts = useParts(hasIndex === true ? [...newestOf.keys()] : [], (key) =>
    latestTraceQuery(client, network.id, key, newestOf.get(key) ?? key),
  )
  const seen = new Set<string>()
  const rows = traces.flatMap((recent): Row[] => {
    const read = parts.values.get(recent.key)
    const trace = read?.fold
    if (trace) {
      if (
        seen.has(trace.key) ||
        filterTraces([trace], NEWS, { ...NO_PERSON, isSystemAccount }).shown.length === 0
      )
        return []
      seen.add(trace.key)
    }
    const reading =
      hasIndex === true
        ? readingOf(read === null ? null : read?.facts, parts.errors.get(recent.key) ?? null)
        : {}
    return [{ ...recent, trace, reading }]
  })
  return { rows, parts }
}

/**
 * The latest actions where no index lists them: the transactions of the newest blocks first, each completed in place by
 * the actions of its trace. Where v3 does not answer, the transactions.
 */
export function ReadLatestActions(props: ReadLatestActionsProps) {
  const { recorded } = useNetwork()
  const { hasIndex } = useIdentityState()
  const [dropped, setDropped] = useState(0)
  const { traces, pending } = useRecentTraces({ ...props, count: SHOWN + dropped })
  const { rows: all, parts } = useReadTraces(traces)
  const newlyDropped = Math.min(MAX_DROPPED, traces.length - all.length)
  useEffect(() => setDropped(newlyDropped), [newlyDropped])
  const rows = all.slice(0, SHOWN)
  const { shown, handlers, release } = useStableList(rows)
  const newestShown = shown[0]
  const isFresh = useFreshRows(pending || !newestShown ? undefined : BigInt(newestShown.view.lt))
  const missed = newestShown ? rows.findIndex(({ key }) => key === newestShown.key) : 0
  const what = hasIndex === false ? 'transaction' : 'action'
  return (
    <Panel
      title={`Latest ${what}s`}
      note={recorded ? 'when it was recorded' : <NewItems count={missed} what={what} onShow={release} />}
      actions={<Link to="/transactions">All transactions</Link>}
      handlers={handlers}
      flush
    >
      {!pending && rows.length === 0 ? (
        <EmptyState>
          No transactions in the last {props.rows.length} blocks except calls of system contracts.
        </EmptyState>
      ) : (
        <ol className={styles.list} aria-label={`Latest ${what}s`}>
          {shown.map((row) => (
            <Item key={row.key} row={row} fresh={isFresh(BigInt(row.view.lt))} />
          ))}
          {pending && <LatestSkeletons count={Math.max(0, SHOWN - shown.length)} />}
        </ol>
      )}
      {parts.values.size === 0 && parts.total > 0 && (
        <span className="visually-hidden">
          <Reading parts={parts} what="trace" />
        </span>
      )}
    </Panel>
  )
}
