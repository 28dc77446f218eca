import { type ReactNode, useId } from 'react'
import type { StableListHandlers } from '../hooks/useStableList.ts'
import { classNames } from './classNames.ts'
import styles from './Panel.module.css'

type PanelProps = {
  readonly title: string
  /** Text beside the title. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
  /** Removes the padding, for content such as a table. */
  readonly flush?: boolean
  /** Handlers of `useStableList`. */
  readonly handlers?: StableListHandlers
}

/** A titled part of a page. */
export function Panel({ title, note, actions, children, className, flush = false, handlers }: PanelProps) {
  const id = useId()
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={id} {...handlers}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  )
}
