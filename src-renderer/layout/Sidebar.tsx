import { Link } from '@tanstack/react-router'
import {
  Blocks,
  Braces,
  Coins,
  Database,
  Droplets,
  FlaskConical,
  House,
  Images,
  Star,
  Wrench,
} from 'lucide-react'
import { base } from '../api/base.ts'
import { useNetworkState } from '../api/network.tsx'
import { classNames } from '../components/classNames.ts'
import { Logo } from './Logo.tsx'
import styles from './Sidebar.module.css'

const ICON = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const

/** Links to the pages that the network has data for. */
export function Sidebar() {
  const { network } = useNetworkState()
  return (
    <nav className={styles.sidebar} aria-label="Pages">
      <Link to="/" className={styles.logo} aria-label="Tonscope, home" tabIndex={-1}>
        <Logo size={28} />
      </Link>
      <Link to="/" className={styles.item} activeOptions={{ exact: true }}>
        <House {...ICON} />
        Home
      </Link>
      <Link to="/blocks" className={styles.item}>
        <Blocks {...ICON} />
        Blocks
      </Link>
      <Link to="/tokens" className={styles.item}>
        <Coins {...ICON} />
        Tokens
      </Link>
      <Link to="/nfts" className={styles.item}>
        <Images {...ICON} />
        NFTs
      </Link>
      <Link to="/watched" className={styles.item}>
        <Star {...ICON} />
        Watch
      </Link>
      {network?.kind === 'devnet' && (
        <>
          <Link to="/faucet" className={styles.item}>
            <Droplets {...ICON} />
            Faucet
          </Link>
          <Link to="/controls" className={styles.item}>
            <FlaskConical {...ICON} />
            Devnet
          </Link>
        </>
      )}
      <Link to="/tools" className={styles.item}>
        <Wrench {...ICON} />
        Tools
      </Link>
      <Link to="/index" className={styles.item}>
        <Database {...ICON} />
        Index
      </Link>
      <a href={base.at('/docs')} className={classNames(styles.item, styles.wide)}>
        <Braces {...ICON} />
        API
      </a>
    </nav>
  )
}
