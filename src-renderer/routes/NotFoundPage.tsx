import { Link } from '@tanstack/react-router'
import styles from './NotFoundPage.module.css'

/** The page for an unknown path. */
export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <title>Not found · Tonscope</title>
      <p className={styles.code}>404</p>
      <h1>Page not found</h1>
      <p className={styles.text}>
        Search for an account, a block or a transaction in the box above (<kbd>/</kbd>).
      </p>
      <Link to="/" className={styles.home}>
        Home page
      </Link>
    </div>
  )
}

type NotReadableProps = {
  /** The title: "This is not an account address". */
  readonly title: string
  /** A sentence about the fault. */
  readonly sentence: string
}

/** The page for a path with a malformed name of an object: a mistyped account, a hash that is too short. */
export function NotReadable({ title, sentence }: NotReadableProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Tonscope`}</title>
      <p className={styles.code}>404</p>
      <h1>{title}</h1>
      <p className={styles.text}>{sentence}</p>
      <Link to="/" className={styles.home}>
        Home page
      </Link>
    </div>
  )
}
