import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../components/states.tsx'
import styles from './PageCrashed.module.css'

/** A mistake of ours in drawing a page: said plainly, with the rest of the window still usable. */
export function PageCrashed({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles.crashed}>
      <title>Error · Tonscope</title>
      <ErrorState error={error} what="this page" onRetry={reset} />
    </div>
  )
}
