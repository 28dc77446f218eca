import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { safeText } from '#shared/untrustedText.ts'
import styles from './NotFoundPage.module.css'

/** A sentence quotes the path, which can have any text and length. */
const MAX_SENTENCE = 400

type MissingPageProps = {
  /** The title: "This is not an account address". */
  readonly title: string
  /** A sentence about the fault. */
  readonly children: ReactNode
}

/** The content of a page for a path that names nothing. */
export function MissingPage({ title, children }: MissingPageProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Tonscope`}</title>
      <p className={styles.code}>404</p>
      <h1>{title}</h1>
      <p className={styles.text}>
        {typeof children === 'string' ? safeText(children, MAX_SENTENCE).text : children}
      </p>
      <Link to="/" className={styles.home}>
        Home page
      </Link>
    </div>
  )
}
