import type { ReactNode } from 'react'
import styles from './PageHeader.module.css'

type PageHeaderProps = {
  readonly title: ReactNode
  readonly note?: ReactNode
  readonly chips?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, note, chips, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {chips !== undefined && <div className={styles.chips}>{chips}</div>}
        {note !== undefined && <div className={styles.note}>{note}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
