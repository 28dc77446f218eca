import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../api/status.ts'
import { ErrorState, LoadingText, Skeleton } from '../components/states.tsx'
import styles from './NetworkLoading.module.css'

/** Shown in place of every page until the network is known. */
export function NetworkLoading() {
  const { error, refetch } = useQuery(statusQuery)
  if (error) {
    return (
      <div className={styles.failed}>
        <h1 className="visually-hidden">Tonscope</h1>
        <ErrorState error={error} what="Tonscope's status" onRetry={() => refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.waiting}>
      <h1 className="visually-hidden">Tonscope</h1>
      <LoadingText what="the network" />
      <Skeleton width={180} height={20} />
      <Skeleton width="100%" height={180} />
      <Skeleton width="100%" height={320} />
    </div>
  )
}
