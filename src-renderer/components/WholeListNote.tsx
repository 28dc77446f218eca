import { Link } from '@tanstack/react-router'
import { DatabaseZap } from 'lucide-react'
import type { ReactNode } from 'react'
import footer from './ListParts.module.css'
import styles from './NotIndexed.module.css'

/** A footer that says what a list has where no index has all of it, with the way to such an index. */
export function WholeListNote({ children }: { readonly children: ReactNode }) {
  return (
    <footer className={footer.footer}>
      <span>
        {children} <Link to="/index">Open the index page</Link>
      </span>
    </footer>
  )
}

type WholeIndexOnlyProps = {
  /** The name of the list: "the holders of this jetton". */
  readonly what: string
  /** What the user can do without an index. */
  readonly instead?: string
}

/** Shown in place of a list that only an index of all blocks has. */
export function WholeIndexOnly({ what, instead }: WholeIndexOnlyProps) {
  return (
    <div className={styles.box}>
      <DatabaseZap aria-hidden="true" size={20} strokeWidth={1.5} />
      <p className={styles.headline}>Only an index of all blocks has {what}</p>
      {instead !== undefined && <p className={styles.quiet}>{instead}</p>}
      <div className={styles.actions}>
        <Link to="/index" className={styles.link}>
          Follow the network or fetch blocks
        </Link>
      </div>
    </div>
  )
}
