import { Link } from '@tanstack/react-router'
import { Blocks, Braces, House } from 'lucide-react'
import { Mark } from './Mark.tsx'
import styles from './Rail.module.css'

const ICON = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const

/** The pages this network can serve; what it cannot is absent. */
export function Rail() {
  return (
    <nav className={styles.rail} aria-label="Pages">
      <Link to="/" className={styles.mark} aria-label="Tonscope, home" tabIndex={-1}>
        <Mark size={28} />
      </Link>
      <Link to="/" className={styles.item} activeOptions={{ exact: true }}>
        <House {...ICON} />
        Home
      </Link>
      <Link to="/blocks" className={styles.item}>
        <Blocks {...ICON} />
        Blocks
      </Link>
      <a href="/docs" className={styles.item}>
        <Braces {...ICON} />
        API
      </a>
    </nav>
  )
}
