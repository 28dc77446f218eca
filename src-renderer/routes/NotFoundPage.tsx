import { Link } from '@tanstack/react-router'
import styles from './NotFoundPage.module.css'

/** 404: no page has this address. */
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
        Home page
      </Link>
    </div>
  )
}
