import { useQuery } from '@tanstack/react-query'
import { base } from '../api/base.ts'
import { networksQuery, useNetworksCall, usePresentNetwork } from '../api/networks.ts'
import { statusQuery } from '../api/status.ts'
import { Button } from '../components/Button.tsx'
import { LastAction } from '../components/LastAction.tsx'
import { Notice } from '../components/Notice.tsx'
import { ErrorState, LoadingText, Skeleton } from '../components/states.tsx'
import { useAction } from '../hooks/useAction.ts'
import { useIsLate } from '../hooks/useIsLate.ts'
import styles from './NetworkLoading.module.css'
import { START_MS } from './networks/NetworkButton.tsx'

/** The network failed, or is set not to start: says so, and starts it on demand. */
function NotStarted({ name, title, error }: { name: string; title: string; error: string | null }) {
  const { state, working, run } = useAction()
  const { wake } = useNetworksCall()
  return (
    <div className={styles.failed}>
      <Notice
        tone={error === null ? 'plain' : 'bad'}
        title={`${title} ${error === null ? 'is not running' : 'could not start'}`}
      >
        <p>{error ?? 'It is set not to start by itself.'}</p>
      </Notice>
      <div className={styles.actions}>
        <Button
          tone="main"
          disabled={working}
          onClick={() => run(`starting ${title}`, wake(name), () => undefined)}
        >
          {error === null ? 'Start it' : 'Try again'}
        </Button>
      </div>
      <LastAction state={state} />
    </div>
  )
}

/** Shown in place of every page until the network is known: its progress while it starts. */
export function NetworkLoading() {
  const { error, refetch } = useQuery(statusQuery)
  const isLate = useIsLate(START_MS)
  const entry = usePresentNetwork({ enabled: isLate })
  const networks = useQuery({ ...networksQuery, enabled: isLate })
  const isMissing = networks.data !== undefined && entry === undefined
  const isStarting = entry?.state === 'starting' || (entry?.state === 'asleep' && entry.start !== 'never')
  return (
    <div className={styles.waiting}>
      <h1 className={isStarting ? styles.title : 'visually-hidden'}>
        {isStarting ? `Starting ${entry.title}` : 'Tonscope'}
      </h1>
      {isMissing ? (
        <Notice tone="warn" title={`There is no network ${base.path.slice(1)}`}>
          <p>It was removed. The menu above has the others.</p>
        </Notice>
      ) : isStarting ? (
        <p role="status" data-progress="">
          {entry.progress ?? 'The network starts at the first visit. This page appears when it answers.'}
        </p>
      ) : entry?.state === 'failed' || entry?.state === 'asleep' ? (
        <NotStarted name={entry.name} title={entry.title} error={entry.error} />
      ) : error ? (
        <ErrorState error={error} what="Tonscope's status" onRetry={() => refetch()} />
      ) : (
        <LoadingText what="the network" />
      )}
      {!error && !isMissing && (
        <>
          <Skeleton width={180} height={20} />
          <Skeleton width="100%" height={180} />
          <Skeleton width="100%" height={320} />
        </>
      )}
    </div>
  )
}
