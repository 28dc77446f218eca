import type { ReactNode } from 'react'
import styles from './Pager.module.css'

type PagerProps = {
  /** Links to other pages, if these exist. */
  readonly newest?: ReactNode
  readonly newer?: ReactNode
  readonly older?: ReactNode
}

/** Links between pages with cursors in their URLs. */
export function Pager({ newest, newer, older }: PagerProps) {
  if (!newest && !newer && !older) return null
  return (
    <nav className={styles.pager} aria-label="Pages of this list">
      {newest}
      {newer}
      {older}
    </nav>
  )
}
