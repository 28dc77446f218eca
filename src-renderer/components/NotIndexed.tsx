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

/** Formats the ranges of a coverage header (`1-12849,13000-13005`). */
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

/** The state of a job that was started here. */
function Ordered({ job, says }: { readonly job: IndexJob; readonly says: string }) {
  return (
    <div className={styles.job}>
      <p role="status">{says}</p>
      <JobProgress job={job} />
    </div>
  )
}

/**
 * Calls `onDone` when a job that was running, or that was started here, is done. A small job can be done before
 * its state is read, so its id is taken from the answer to the command.
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
  /** The name of the data: "The history of this account". */
  readonly what: string
  readonly target: IndexTarget
  /** Coverage in the header of the answer. */
  readonly coverage?: string | undefined
  /** Reads the data again. */
  readonly onRetry: () => void
}

/** Shown for data that is not indexed, with the coverage and a button to fetch it. */
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
  /** The name of the data: "the history of this account". */
  readonly what: string
  readonly target: IndexTarget
  readonly onRetry: () => void
}

/** Shown for a failed request: the data is not indexed, or something else failed. */
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
