import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../components/states.tsx'
import styles from './PageCrashed.module.css'

/** The page for an error in rendering. The rest of the window still works. */
export function PageCrashed({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles.crashed}>
      <title>Error · Tonscope</title>
      <ErrorState error={error} what="this page" onRetry={reset} />
    </div>
  )
}
