import { Link } from '@tanstack/react-router'
import styles from './NotFoundPage.module.css'

/** 404: no page has this address. */
export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <title>Not found · Tonscope</title>
      <p className={styles.code}>404</p>
      <h1>There is no page at this address</h1>
      <p className={styles.text}>
        Accounts, blocks and transactions are found by the search box above: press <kbd>/</kbd> and paste what
        you have.
      </p>
      <Link to="/" className={styles.home}>
        Go home
      </Link>
    </div>
  )
}

type NotReadableProps = {
  /** "account", "block". */
  readonly what: string
  readonly sentence: string
}

/** The address names a kind of object but not one that can be: a mistyped account, a shard that is none. */
export function NotReadable({ what, sentence }: NotReadableProps) {
  return (
    <div className={styles.page}>
      <title>{`No such ${what} · Tonscope`}</title>
      <p className={styles.code}>404</p>
      <h1>This names no {what}</h1>
      <p className={styles.text}>{sentence}</p>
      <Link to="/" className={styles.home}>
        Go home
      </Link>
    </div>
  )
}
