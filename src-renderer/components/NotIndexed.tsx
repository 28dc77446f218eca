import { Link } from '@tanstack/react-router'
import { DatabaseZap } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { IndexJob } from '#shared/schema/indexer.ts'
import { ApiFailure } from '../api/apiFailure.ts'
import { useIndexCall, useIndexStatus } from '../api/indexStatus.ts'
import { findJob, type IndexTarget } from '../format/findJob.ts'
import { useAction } from '../hooks/useAction.ts'
import { Button } from './Button.tsx'
import { JobProgress } from './JobProgress.tsx'
import { LastAction } from './LastAction.tsx'
import styles from './NotIndexed.module.css'
import { ErrorState } from './states.tsx'

const HOUR = 3_600

function orderOf(target: IndexTarget) {
  switch (target.kind) {
    case 'account':
      return { sent: { account: target.address }, label: 'Index its whole history' }
    case 'blocks':
      return {
        sent: { from: target.from, to: target.to },
        label: target.from === target.to ? 'Index this block' : 'Index these blocks',
      }
    case 'lately':
      return { sent: { last_seconds: HOUR }, label: 'Index the last hour' }
  }
}

/** `1-12849,13000-13005` of a header, for the eye. */
function coverageWords(coverage: string): string {
  return coverage === 'none'
    ? 'nothing is indexed yet'
    : `indexed: ${coverage.replaceAll(',', ', ').replaceAll('-', '–')}`
}

const UNDER_WAY: { readonly [State in IndexJob['state']]?: string } = {
  waiting: 'Queued.',
  running: 'Fetching.',
  paused: 'Paused.',
}

/** What became of the order: said for as long as it is so, however often the list is asked for meanwhile. */
function Ordered({ job, says }: { readonly job: IndexJob; readonly says: string }) {
  return (
    <div className={styles.job}>
      <p role="status">{says}</p>
      <JobProgress job={job} />
    </div>
  )
}

/**
 * Calls `onDone` when a job that was seen under way, or ordered here, is done: a small one may be before it is seen.
 * The answer takes the id of a job that was ordered.
 */
function useDone(job: IndexJob | undefined, onDone: () => void): (ordered: number) => void {
  const [awaited, setAwaited] = useState<number>()
  const { id, state } = job ?? {}
  useEffect(() => {
    if (state === undefined) return
    if (UNDER_WAY[state] !== undefined) setAwaited(id)
    else if (state === 'done' && id === awaited) {
      setAwaited(undefined)
      onDone()
    }
  }, [id, state, awaited, onDone])
  return setAwaited
}

type NotIndexedProps = {
  /** "The history of this account". */
  readonly what: string
  readonly target: IndexTarget
  /** Of the answer's header. */
  readonly coverage?: string | undefined
  /** Asks for the list again. */
  readonly onRetry: () => void
}

/** The index doesn't have it: neither empty nor broken. Says what there is, and offers to fetch the rest. */
function NotIndexed({ what, target, coverage, onRetry }: NotIndexedProps) {
  const status = useIndexStatus()
  const call = useIndexCall()
  const { state, working, run } = useAction()
  const { sent, label } = orderOf(target)
  const canGrow = status !== undefined && status.mode !== 'readonly'
  const job = status && findJob(status.jobs, target)
  const awaitJob = useDone(job, onRetry)
  const says = job && UNDER_WAY[job.state]
  return (
    <div className={styles.box}>
      <DatabaseZap aria-hidden="true" size={20} strokeWidth={1.5} />
      <p className={styles.headline}>{what}: not indexed yet</p>
      {coverage !== undefined && <p className={styles.quiet}>{coverageWords(coverage)}</p>}
      {status?.state === 'offline' && (
        <p className={styles.quiet}>No liteserver is reachable, so it cannot be fetched now.</p>
      )}
      {job?.state === 'failed' && (
        <p className={styles.quiet}>Fetching failed{job.detail === null ? '.' : `: ${job.detail}`}</p>
      )}
      {job && says && <Ordered job={job} says={says} />}
      {canGrow ? (
        <div className={styles.actions}>
          {!says && (
            <Button
              tone="main"
              disabled={working}
              onClick={() =>
                run('starting to index', call('backfill', sent), ({ id }) => {
                  awaitJob(id)
                  return undefined
                })
              }
            >
              {label}
            </Button>
          )}
          <Link to="/index" className={styles.link}>
            Open the index page
          </Link>
        </div>
      ) : (
        status?.mode === 'readonly' && <p className={styles.quiet}>This index is read-only.</p>
      )}
      <LastAction state={state} />
    </div>
  )
}

type UnreadProps = {
  readonly error: unknown
  /** "the history of this account" */
  readonly what: string
  readonly target: IndexTarget
  readonly onRetry: () => void
}

/** An answer that did not come: because the index lacks it, or because something failed. */
export function Unread({ error, what, target, onRetry }: UnreadProps) {
  return error instanceof ApiFailure && error.notIndexed ? (
    <NotIndexed
      what={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}
      target={target}
      coverage={error.coverage}
      onRetry={onRetry}
    />
  ) : (
    <ErrorState error={error} what={what} onRetry={onRetry} />
  )
}
