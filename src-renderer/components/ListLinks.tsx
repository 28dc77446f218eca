import { Link } from '@tanstack/react-router'
import styles from './ListLinks.module.css'

const LISTS = [
  { to: '/blocks', label: 'Blocks' },
  { to: '/transactions', label: 'Transactions' },
  { to: '/messages', label: 'Messages' },
] as const

/** Links between the lists of blocks, transactions and messages. */
export function ListLinks() {
  return (
    <nav className={styles.lists} aria-label="Lists">
      {LISTS.map(({ to, label }) => (
        <Link key={to} to={to} className={styles.list} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
