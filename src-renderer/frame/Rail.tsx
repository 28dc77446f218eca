import { Link } from '@tanstack/react-router'
import { Blocks, Braces, Coins, Database, Droplets, FlaskConical, House, Images, Wrench } from 'lucide-react'
import { useIdentityState } from '../api/identityContext.tsx'
import { useNetworkState } from '../api/network.tsx'
import { Mark } from './Mark.tsx'
import styles from './Rail.module.css'

const ICON = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const

/** The pages this network can serve; what it cannot is absent. */
export function Rail() {
  const { network } = useNetworkState()
  const { hasIndex } = useIdentityState()
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
      {hasIndex && (
        <>
          <Link to="/tokens" className={styles.item}>
            <Coins {...ICON} />
            Tokens
          </Link>
          <Link to="/nfts" className={styles.item}>
            <Images {...ICON} />
            NFTs
          </Link>
        </>
      )}
      {network?.kind === 'devnet' && (
        <>
          <Link to="/faucet" className={styles.item}>
            <Droplets {...ICON} />
            Faucet
          </Link>
          <Link to="/devnet" className={styles.item}>
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
      <a href="/docs" className={styles.item}>
        <Braces {...ICON} />
        API
      </a>
    </nav>
  )
}
