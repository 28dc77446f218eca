import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { seqnosUpTo, withoutLoadingTop } from '../../api/masterSummary.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { useMasterSummaries } from '../../api/useMasterSummaries.ts'
import { Button } from '../../components/Button.tsx'
import { ListLinks } from '../../components/ListLinks.tsx'
import { NewItems } from '../../components/NewItems.tsx'
import { NoHead } from '../../components/NoHead.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState, ErrorState, LoadingText, SkeletonRows } from '../../components/states.tsx'
import { useFreshRows } from '../../hooks/useFreshRows.ts'
import { useFrozenValue } from '../../hooks/useFrozenValue.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import {
  readTransactionFilter,
  type TransactionFilter,
  writeTransactionFilter,
} from '../../settings/localSettings.ts'
import { StreamRow } from './StreamRow.tsx'
import styles from './TransactionsPage.module.css'
import { keyOfItem, type StreamItem, useTransactionStream } from './useTransactionStream.ts'

/** Number of masterchain blocks at first and for each "older". */
const STEP = 24
const MAX_DEPTH = 240
const ROW_HEIGHT = 41

/** Returns whether the start of the list is above the window. */
function useScrolledAway(list: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const look = () => setAway((list.current?.getBoundingClientRect().top ?? 0) < 0)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [list])
  return away
}

type RowsProps = { readonly items: readonly StreamItem[]; readonly newest: number }

/** Rows of the list, of which only the visible ones are rendered. */
function Rows({ items, newest }: RowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), [])
  const fresh = useFreshRows(newest)
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (i) => {
      const item = items[i]
      return item ? keyOfItem(item) : i
    },
    overscan: 8,
    scrollMargin: offset,
  })
  return (
    <ol ref={list} className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index]
        return (
          item && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.row}
              data-fresh={item.kind === 'transaction' && fresh(item.master) ? '' : undefined}
              style={{ translate: `0 ${start - offset}px` }}
            >
              <StreamRow item={item} />
            </li>
          )
        )
      })}
    </ol>
  )
}

type FilterProps = {
  readonly filter: TransactionFilter
  readonly onChange: (filter: TransactionFilter) => void
}

function Filters({ filter, onChange }: FilterProps) {
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      <label>
        <input
          type="checkbox"
          checked={filter.system}
          onChange={(event) => onChange({ ...filter, system: event.target.checked })}
        />
        System
      </label>
      <label>
        <input
          type="checkbox"
          checked={filter.failedOnly}
          onChange={(event) => onChange({ ...filter, failedOnly: event.target.checked })}
        />
        Failed only
      </label>
    </fieldset>
  )
}

function Stream({ head }: { readonly head: number }) {
  const { recorded } = useNetwork()
  const [filter, setFilter] = useState(readTransactionFilter)
  const [depth, setDepth] = useState(STEP)
  const list = useRef<HTMLDivElement>(null)
  const away = useScrolledAway(list)
  const { shown: pointedAt, handlers, release } = useStableList(head)
  // The newest block is frozen; older ones can still be added below.
  const top = useFrozenValue(pointedAt, away)
  const rows = withoutLoadingTop(useMasterSummaries(seqnosUpTo(top, depth)))
  const { items, pending, error } = useTransactionStream(rows, filter)
  const looked = Math.min(depth, top)
  const change = (next: TransactionFilter) => {
    writeTransactionFilter(next)
    setFilter(next)
  }
  const show = () => {
    window.scrollTo({ top: 0 })
    release()
  }
  return (
    <Panel
      title="Transactions"
      note={recorded ? 'when it was recorded' : <NewItems count={head - top} what="block" onShow={show} />}
      actions={<Filters filter={filter} onChange={change} />}
      handlers={handlers}
      flush
    >
      <div ref={list}>
        {items.length > 0 ? (
          <Rows items={items} newest={rows[0]?.seqno ?? top} />
        ) : pending ? (
          <>
            <LoadingText what="transactions" />
            <SkeletonRows rows={10} columns={3} />
          </>
        ) : error ? (
          <ErrorState error={error} what="the newest blocks" />
        ) : (
          <EmptyState>
            {filter.failedOnly ? 'No transaction failed' : 'No transactions'} in the last {looked} masterchain
            blocks and their shards
            {!filter.system && ' except system transactions'}.
          </EmptyState>
        )}
      </div>
      <footer className={styles.footer}>
        <span>
          {looked} masterchain blocks with their shards
          {pending && ' · reading …'}
        </span>
        {depth < MAX_DEPTH && depth < top ? (
          <Button onClick={() => setDepth(depth + STEP)}>Older</Button>
        ) : (
          depth >= MAX_DEPTH && <span>Older ones are on the pages of their blocks</span>
        )}
      </footer>
    </Panel>
  )
}

/** The transactions of all chains, live. */
export function TransactionsPage() {
  const head = useHead()
  return (
    <>
      <title>Latest transactions · Tonscope</title>
      <PageHeader
        title="Latest transactions"
        note="Of the masterchain and all shards"
        actions={<ListLinks />}
      />
      {head ? <Stream head={head.seqno} /> : <NoHead />}
    </>
  )
}
