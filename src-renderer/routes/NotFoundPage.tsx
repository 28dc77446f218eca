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
  /** "This is not an account address". */
  readonly title: string
  /** Says what is wrong with it. */
  readonly sentence: string
}

/** The page of a path whose name of an object cannot be read: a mistyped account, a hash that is too short. */
export function NotReadable({ title, sentence }: NotReadableProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Tonscope`}</title>
      <p className={styles.code}>404</p>
      <h1>{title}</h1>
      <p className={styles.text}>{sentence}</p>
      <Link to="/" className={styles.home}>
        Go home
      </Link>
    </div>
  )
}
