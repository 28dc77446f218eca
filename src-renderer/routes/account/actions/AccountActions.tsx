import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { type FilteredTraces, filterTraces } from '../../../actions/filterTraces.ts'
import { foldTraces, type TraceFold } from '../../../actions/foldTraces.ts'
import { KIND_WORDS } from '../../../actions/kindWords.ts'
import { traceFault } from '../../../actions/traceFacts.ts'
import { ApiFailure } from '../../../api/apiFailure.ts'
import type { PageKey } from '../../../api/pageKey.ts'
import { useIsSystemAccount } from '../../../api/systemAccounts.ts'
import { traceRef, useTraceFacts } from '../../../api/traceFacts.ts'
import footer from '../../../components/ListParts.module.css'
import { NewItems } from '../../../components/NewItems.tsx'
import { Unread } from '../../../components/NotIndexed.tsx'
import { Pager } from '../../../components/Pager.tsx'
import { EmptyState, LoadingText, SkeletonRows } from '../../../components/states.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { coverageNote } from '../../../format/coverageNote.ts'
import { useStableList } from '../../../hooks/useStableList.ts'
import { AccountHistory } from '../AccountHistory.tsx'
import styles from './AccountActions.module.css'
import { hiddenWords, tracesWord } from './hiddenWords.ts'
import { ReadActions } from './ReadActions.tsx'
import { TraceRow } from './TraceRow.tsx'
import { useAccountActions } from './useAccountActions.ts'
import { type ActionFilter, useActionFilter } from './useActionFilter.ts'
import { useImitations } from './useImitations.ts'

const route = getRouteApi('/account/$address')

type AccountActionsProps = { readonly address: string; readonly last: TransactionIdJson }

/** Returns a test for traces that arrived while the list was on the screen. */
function useFreshTraces(traces: readonly TraceFold[], isReady: boolean): (key: string) => boolean {
  const first = useRef<ReadonlySet<string>>(undefined)
  if (first.current === undefined && isReady) first.current = new Set(traces.map(({ key }) => key))
  const known = first.current
  const newest = traces.findIndex(({ key }) => known?.has(key))
  return (key) =>
    known !== undefined && !known.has(key) && traces.findIndex((one) => one.key === key) < newest
}

function NoActions({ filter }: { readonly filter: ActionFilter }) {
  return (
    <EmptyState>
      {filter.kind === undefined ? 'No actions.' : `No actions of the kind “${KIND_WORDS[filter.kind].all}”.`}
    </EmptyState>
  )
}

function keyOf(at: string | undefined, skip: string | undefined): PageKey | undefined {
  return at === undefined ? undefined : { at, skip: Number(skip ?? 0) }
}

/** Reads and filters the traces on the screen, and counts the newer ones. */
function useFilteredTraces(
  traces: readonly TraceFold[],
  held: readonly TraceFold[],
  filter: ActionFilter,
  here: string,
) {
  const isSystemAccount = useIsSystemAccount()
  const isImitation = useImitations(traces)
  // A frozen row still shows the newest state of its trace.
  const current = new Map(traces.map((trace) => [trace.key, trace]))
  const onScreen = held.map((trace) => current.get(trace.key) ?? trace)
  const since = traces.filter(({ key }) => !held.some((trace) => trace.key === key))
  const facts = useTraceFacts(onScreen.map(traceRef), here)
  const readingOf = (trace: TraceFold) => facts(traceRef(trace).id)
  const hasFailed = (trace: TraceFold) => {
    const reading = readingOf(trace)
    const isRead = reading.facts !== undefined || reading.unread !== undefined
    return traceFault(trace, reading.facts) !== undefined || (isRead ? false : undefined)
  }
  const context = { here, isImitation, isSystemAccount, hasFailed }
  return {
    readingOf,
    filtered: filterTraces(onScreen, filter, context),
    missed: filterTraces(since, filter, context).shown.length,
  }
}

type UnreadActionsProps = AccountActionsProps & { readonly error: Error; readonly onRetry: () => void }

/** Shown in place of actions that could not be read: those of the account's transactions if the rest is not indexed. */
function UnreadActions({ address, last, error, onRetry }: UnreadActionsProps) {
  const isAbsent = error instanceof ApiFailure && (error.notIndexed || [404, 501].includes(error.status))
  if (!isAbsent) {
    return <Unread error={error} what="the actions" target={{ kind: 'account', address }} onRetry={onRetry} />
  }
  return <ReadActions address={address} last={last} />
}

type FooterProps = {
  readonly isFirst: boolean
  readonly filtered: FilteredTraces
  readonly next: PageKey | undefined
  readonly onShowSpam: () => void
}

function Footer({ isFirst, filtered, next, onShowSpam }: FooterProps) {
  const search = route.useSearch()
  return (
    <footer className={footer.footer}>
      <span>
        {[isFirst ? 'Newest first' : 'Older actions', ...hiddenWords(filtered)].join(' · ')}
        {filtered.spam > 0 && (
          <>
            {' · '}
            <button type="button" className={styles.link} onClick={onShowSpam}>
              show spam
            </button>
          </>
        )}
      </span>
      <Pager
        newest={
          !isFirst && (
            <Link to="." search={{ ...search, at: undefined, skip: undefined }} resetScroll={false}>
              Newest
            </Link>
          )
        }
        older={
          next && (
            <Link to="." search={{ ...search, at: next.at, skip: String(next.skip) }}>
              Older
            </Link>
          )
        }
      />
    </footer>
  )
}

/** An account's actions, one row for each trace, newest first. */
export function AccountActions({ address, last }: AccountActionsProps) {
  const search = route.useSearch()
  const { filter, change } = useActionFilter(address)
  const key = useMemo(() => keyOf(search.at, search.skip), [search.at, search.skip])
  const { query, actions } = useAccountActions({ address, kind: filter.kind, key, lastLt: last.lt })
  const traces = useMemo(() => foldTraces(actions ?? []), [actions])
  const here = accountKey(address)
  const { shown: held, handlers, release } = useStableList(traces)
  const isFresh = useFreshTraces(traces, actions !== undefined)
  const { filtered, missed, readingOf } = useFilteredTraces(traces, held, filter, here)
  // An account without a state was never used or is deleted, so its transactions are shown, or a note about
  // it.
  if (last.lt === '0' && actions?.length === 0 && !filter.kind && !key) {
    return <AccountHistory address={address} last={last} />
  }
  const { data, error, isError, refetch } = query
  if (isError && !data) {
    return <UnreadActions address={address} last={last} error={error} onRetry={() => refetch()} />
  }
  if (!data) {
    return (
      <>
        <LoadingText what="the actions" />
        <SkeletonRows rows={8} columns={4} />
      </>
    )
  }
  const waiting = coverageNote(data.answer.coverage)
  return (
    <div className={styles.list}>
      {waiting !== undefined && <p className={styles.note}>{waiting}</p>}
      {missed > 0 && (
        <p className={styles.newer}>
          <NewItems count={missed} what="trace" onShow={release} />
        </p>
      )}
      {filtered.shown.length > 0 ? (
        <ol aria-label="Actions by trace" {...handlers}>
          {filtered.shown.map((trace) => (
            <TraceRow
              key={trace.key}
              trace={trace}
              here={here}
              reading={readingOf(trace)}
              fresh={isFresh(trace.key)}
            />
          ))}
        </ol>
      ) : held.length === 0 ? (
        <NoActions filter={filter} />
      ) : filtered.unchecked > 0 ? (
        <SkeletonRows rows={Math.min(filtered.unchecked, 8)} columns={4} />
      ) : (
        <EmptyState>The filters hide {tracesWord(held.length)} of this page.</EmptyState>
      )}
      <Footer
        isFirst={key === undefined}
        filtered={filtered}
        next={data.next}
        onShowSpam={() => change({ spam: true })}
      />
    </div>
  )
}
