import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { filterTraces } from '../../actions/filterTraces.ts'
import { foldTraces, type TraceFold } from '../../actions/foldTraces.ts'
import { latestActionsQuery } from '../../api/actions.ts'
import { ApiFailure } from '../../api/apiFailure.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { useHead, useNetwork } from '../../api/network.tsx'
import type { SystemTest } from '../../api/systemAccounts.ts'
import { traceRef, useTraceFacts } from '../../api/traceFacts.ts'
import { NewItems } from '../../components/NewItems.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { useFreshRows } from '../../hooks/useFreshRows.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import styles from './LatestItem.module.css'
import { LatestItem, LatestSkeletons } from './LatestItem.tsx'
import { NEWS, NO_PERSON } from './news.ts'

const SHOWN = { min: 10, max: 12 }

/** The latest actions, one line per trace, as the index lists them. */
export function LatestActions({ fallback }: { readonly fallback: ReactNode }) {
  const network = useNetwork()
  const head = useHead()?.seqno ?? 0
  const { isFollowed } = useIdentityState()
  const keep = (all: readonly TraceFold[], isSystemAccount: SystemTest) =>
    filterTraces(all, NEWS, { ...NO_PERSON, isSystemAccount }).shown
  // Waits for the current list before a new head is used: on a slow machine each would abort the other's
  // request.
  const [listHead, setListHead] = useState(head)
  const query = useQuery({
    ...latestActionsQuery(network, listHead, SHOWN, keep),
    enabled: isFollowed === true,
  })
  const { isFetching } = query
  useEffect(() => {
    if (!isFetching) setListHead(head)
  }, [head, isFetching])
  const traces = useMemo(() => foldTraces(query.data?.actions ?? []), [query.data])
  const { shown, handlers, release } = useStableList(traces)
  const isFresh = useFreshRows(shown[0]?.endLt)
  const facts = useTraceFacts(shown.map(traceRef))
  const { data, error, isError, refetch } = query
  if (isFollowed === false) return fallback
  if (isError && !data && error instanceof ApiFailure && (error.notIndexed || error.status === 501))
    return fallback
  const newest = shown[0]?.key
  const missed = newest === undefined ? 0 : traces.findIndex(({ key }) => key === newest)
  return (
    <Panel
      title="Latest actions"
      note={
        network.recorded ? 'when it was recorded' : <NewItems count={missed} what="action" onShow={release} />
      }
      actions={<Link to="/transactions">All transactions</Link>}
      handlers={handlers}
      flush
    >
      {isError && !data ? (
        <ErrorState error={error} what="the latest actions" onRetry={() => refetch()} />
      ) : data && traces.length === 0 ? (
        <EmptyState>
          {data.isAll
            ? 'No actions in the indexed blocks except system actions.'
            : `The ${data.read} latest actions are all system actions.`}
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {data ? (
            shown.map((trace) => (
              <LatestItem
                key={trace.key}
                trace={trace}
                reading={facts(traceRef(trace).id)}
                fresh={isFresh(trace.endLt)}
              />
            ))
          ) : (
            <LatestSkeletons count={SHOWN.max} />
          )}
        </ol>
      )}
    </Panel>
  )
}
