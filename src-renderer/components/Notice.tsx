import type { ReactNode } from 'react'
import styles from './Notice.module.css'

type NoticeProps = {
  readonly tone: 'good' | 'bad' | 'warn' | 'plain'
  readonly title: ReactNode
  readonly children?: ReactNode
}

const SIGNS = { good: '✓', bad: '✕', warn: '!', plain: '·' } as const

/** The result of an action. Screen readers announce it. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[tone]}
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </div>
  )
}
