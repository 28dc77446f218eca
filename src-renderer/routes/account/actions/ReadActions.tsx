import { getRouteApi, Link } from '@tanstack/react-router'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { traceFault } from '../../../actions/traceFacts.ts'
import { NO_TRANSACTION } from '../../../api/accountHistory.ts'
import { useIsSystemAccount } from '../../../api/systemAccounts.ts'
import { readingOf } from '../../../api/traceFacts.ts'
import footer from '../../../components/ListParts.module.css'
import { Pager } from '../../../components/Pager.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { EmptyState, SkeletonRows } from '../../../components/states.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { base64OfHex, hexOfBase64 } from '../../../format/hexOfBase64.ts'
import { useStableList } from '../../../hooks/useStableList.ts'
import { AccountHistory } from '../AccountHistory.tsx'
import { HistoryPending } from '../HistoryPending.tsx'
import styles from './AccountActions.module.css'
import { hiddenWords, tracesWord } from './hiddenWords.ts'
import { type FilteredRows, filterRows, type HistoryRow } from './readRows.ts'
import { TraceRow } from './TraceRow.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import { useActionFilter } from './useActionFilter.ts'
import { useImitations } from './useImitations.ts'
import { useReadHistory } from './useReadHistory.ts'

const route = getRouteApi('/account/$address')

type ReadActionsProps = { readonly address: string; readonly last: TransactionIdJson }

/** Reads the page's transactions, and beside each other the traces that they are parts of. */
function useReadActions(address: string, last: TransactionIdJson) {
  const { lt, hash } = route.useSearch()
  const stable = useStableList(last)
  const isFirst = lt === undefined || hash === undefined
  const start = isFirst ? { lt: stable.shown.lt, hash: stable.shown.hash } : { lt, hash: base64OfHex(hash) }
  const { query, page, rows, traces: parts, next } = useReadHistory(address, start)
  return { query, page, rows, parts, stable, isFirst, next }
}

/** Filters the rows as far as their traces are read. */
function useFilteredRows(
  address: string,
  rows: readonly HistoryRow[],
  parts: ReturnType<typeof useReadActions>['parts'],
) {
  const { filter, change } = useActionFilter(address)
  const isSystemAccount = useIsSystemAccount()
  const context = { here: accountKey(address), isSystemAccount }
  const reading = (row: HistoryRow) =>
    readingOf(parts.values.get(row.hash)?.facts, parts.errors.get(row.hash) ?? null)
  const factsOf = new Map(rows.map((row) => [row.key, reading(row)]))
  const unfiltered = filterRows(rows, parts.values, ALL, {
    ...context,
    isImitation: () => false,
    hasFailed: () => undefined,
  })
  const isImitation = useImitations(unfiltered.shown.flatMap(({ trace }) => trace ?? []))
  const filtered = filterRows(rows, parts.values, filter, {
    ...context,
    isImitation,
    hasFailed: (trace) => {
      const facts = factsOf.get(trace.traceId ?? trace.key)?.facts
      return facts && traceFault(trace, facts) !== undefined
    },
  })
  return { filtered, reading, filter, change }
}

const ALL = { kind: undefined, spam: true, system: true, failedOnly: false } as const

function Rows({
  filtered,
  reading,
  here,
  errors,
}: {
  readonly filtered: FilteredRows
  readonly reading: ReturnType<typeof useFilteredRows>['reading']
  readonly here: string
  readonly errors: ReadonlyMap<string, Error>
}) {
  return filtered.shown.map(({ row, trace }) =>
    trace ? (
      <TraceRow key={row.hash} trace={trace} here={here} reading={reading(row)} fresh={false} />
    ) : (
      <TransactionRow key={row.hash} view={row.view} unread={errors.get(row.hash)?.message} />
    ),
  )
}

/**
 * An account's actions where the index lacks other blocks: its transactions first, each completed in place by the
 * actions of its trace. Traces in which the account has no transaction are not found.
 */
export function ReadActions({ address, last }: ReadActionsProps) {
  const search = route.useSearch()
  const { query, page, rows, parts, stable, isFirst, next } = useReadActions(address, last)
  const { filtered, reading, filter, change } = useFilteredRows(address, rows, parts)
  const { data, error, refetch } = query
  // Nothing of a deleted or unused account is known: the empty history says why.
  if (last.lt === NO_TRANSACTION && isFirst && data?.views.length === 0) {
    return <AccountHistory address={address} last={last} />
  }
  if (!page) return <HistoryPending address={address} error={error} onRetry={() => refetch()} />
  const isChosen = filter.kind !== undefined || filter.failedOnly
  const pageWords = isChosen ? [`of the ${tracesWord(rows.length)} on this page`] : []
  const hasNewer = isFirst && last.lt !== stable.shown.lt
  return (
    <div className={styles.list}>
      {hasNewer && (
        <p className={styles.newer}>
          <button type="button" className={styles.link} onClick={stable.release}>
            Show newer transactions
          </button>
        </p>
      )}
      {filtered.shown.length > 0 ? (
        <ol aria-label="Actions by trace" {...stable.handlers}>
          <Rows filtered={filtered} reading={reading} here={accountKey(address)} errors={parts.errors} />
        </ol>
      ) : rows.length === 0 ? (
        <EmptyState>No transactions of this account.</EmptyState>
      ) : filtered.unchecked > 0 ? (
        <SkeletonRows rows={Math.min(filtered.unchecked, 8)} columns={4} />
      ) : (
        <EmptyState>The filters hide {tracesWord(rows.length)} of this page.</EmptyState>
      )}
      <footer className={footer.footer}>
        <span title="Without an index of all blocks, traces in which this account has no transaction are not found.">
          {[isFirst ? 'Newest first' : 'Older traces', ...pageWords, ...hiddenWords(filtered)].join(' · ')}
          {filtered.spam > 0 && (
            <>
              {' · '}
              <button type="button" className={styles.link} onClick={() => change({ spam: true })}>
                show spam
              </button>
            </>
          )}
          {data ? (
            <Reading parts={parts} what="trace" before=" · " />
          ) : (
            <span data-progress=""> · Reading which traces these transactions are in</span>
          )}
        </span>
        <Pager
          newest={
            !isFirst && (
              <Link to="." search={{ ...search, lt: undefined, hash: undefined }} resetScroll={false}>
                Newest
              </Link>
            )
          }
          older={
            next && (
              <Link to="." search={{ ...search, view: 'actions', lt: next.lt, hash: hexOfBase64(next.hash) }}>
                Older
              </Link>
            )
          }
        />
      </footer>
    </div>
  )
}
