import { Link } from '@tanstack/react-router'
import { DatabaseZap } from 'lucide-react'
import { useIndexCall, useIndexStatus } from '../api/indexStatus.ts'
import { ApiFailure } from '../api/request.ts'
import { Button } from './Button.tsx'
import { LastAction } from './LastAction.tsx'
import styles from './NotIndexed.module.css'
import { Failed } from './states.tsx'
import { useAction } from './useAction.ts'

/** What would have to be indexed. */
export type Wanted =
  | { readonly kind: 'account'; readonly address: string }
  | { readonly kind: 'blocks'; readonly from: number; readonly to: number }
  | { readonly kind: 'lately' }

const HOUR = 3_600

function orderOf(wanted: Wanted) {
  switch (wanted.kind) {
    case 'account':
      return { sent: { account: wanted.address }, label: 'Index its whole history' }
    case 'blocks':
      return {
        sent: { from: wanted.from, to: wanted.to },
        label: wanted.from === wanted.to ? 'Index this block' : 'Index these blocks',
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

type NotIndexedProps = {
  /** "The history of this account". */
  readonly what: string
  readonly wanted: Wanted
  /** Of the answer's header. */
  readonly coverage?: string | undefined
}

/** The index doesn't have it: neither empty nor broken. Says what there is, and offers to fetch the rest. */
export function NotIndexed({ what, wanted, coverage }: NotIndexedProps) {
  const status = useIndexStatus()
  const call = useIndexCall()
  const { state, working, run } = useAction()
  const { sent, label } = orderOf(wanted)
  const canGrow = status !== undefined && status.mode !== 'readonly'
  return (
    <div className={styles.box}>
      <DatabaseZap aria-hidden="true" size={20} strokeWidth={1.5} />
      <p className={styles.headline}>{what}: not indexed yet</p>
      {coverage !== undefined && <p className={styles.quiet}>{coverageWords(coverage)}</p>}
      {status?.state === 'offline' && (
        <p className={styles.quiet}>No liteserver answers now, so it can't be fetched.</p>
      )}
      {canGrow ? (
        <div className={styles.actions}>
          <Button
            tone="main"
            disabled={working || state.kind === 'done'}
            onClick={() => run('beginning to index', call('backfill', sent), () => 'It is being fetched')}
          >
            {label}
          </Button>
          <Link to="/index" className={styles.link}>
            See the index
          </Link>
        </div>
      ) : (
        status?.mode === 'readonly' && (
          <p className={styles.quiet}>This index is read-only: it does not grow.</p>
        )
      )}
      <LastAction state={state} />
    </div>
  )
}

type UnreadProps = {
  readonly error: unknown
  /** "the history of this account" */
  readonly what: string
  readonly wanted: Wanted
  readonly onRetry: () => void
}

/** An answer that did not come: because the index lacks it, or because something failed. */
export function Unread({ error, what, wanted, onRetry }: UnreadProps) {
  return error instanceof ApiFailure && error.notIndexed ? (
    <NotIndexed
      what={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}
      wanted={wanted}
      coverage={error.coverage}
    />
  ) : (
    <Failed error={error} what={what} onRetry={onRetry} />
  )
}
