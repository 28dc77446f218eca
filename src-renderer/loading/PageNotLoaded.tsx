import { useEffect } from 'react'
import { useNetworkState } from '../api/network.tsx'
import { ErrorState } from '../components/states.tsx'
import styles from '../routes/PageCrashed.module.css'
import { reloadOnce } from './reloadOnce.ts'

type PageNotLoadedProps = {
  /** Name of the page's component. */
  readonly page: string
  readonly error: unknown
}

/**
 * Shown for a page whose script could not be loaded. Browsers keep a failed import until the window is reloaded, and
 * after an update the script has another name, so the window is reloaded once. The page before has been left, so no
 * input is lost.
 */
export function PageNotLoaded({ page, error }: PageNotLoadedProps) {
  const { unreachable } = useNetworkState()
  useEffect(() => {
    if (unreachable) return
    const controller = new AbortController()
    void reloadOnce(page, controller.signal)
    return () => controller.abort()
  }, [page, unreachable])
  return (
    <div className={styles.crashed}>
      <title>Error · Tonscope</title>
      <ErrorState error={error} what="this page" onRetry={() => window.location.reload()} />
    </div>
  )
}
