import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Droplets, Plug, X } from 'lucide-react'
import { useState } from 'react'
import { useNetwork } from '../../api/network.tsx'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Code.tsx'
import { readWelcomeSeen, writeWelcomeSeen } from '../../settings/localSettings.ts'
import styles from './Welcome.module.css'

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The first-start card of a devnet, until it is dismissed. */
export function Welcome() {
  const { kind } = useNetwork()
  const [seen, setSeen] = useState(readWelcomeSeen)
  const [switching, setSwitching] = useState(false)
  if (kind !== 'devnet' || seen) return null
  const dismiss = () => {
    writeWelcomeSeen()
    setSeen(true)
  }
  return (
    <section className={styles.welcome} aria-labelledby="welcome-title">
      <div className={styles.words}>
        <h2 id="welcome-title">This is your own TON network.</h2>
        <p>It runs inside this program, with real blocks and proofs. Nothing on it costs anything.</p>
      </div>
      <div className={styles.actions}>
        <Link to="/faucet" className={styles.action}>
          <Droplets {...ICON} /> Get coins
        </Link>
        <Link to="/sdk" className={styles.action}>
          <Plug {...ICON} /> Point your SDK here
        </Link>
        <button
          type="button"
          className={styles.action}
          aria-expanded={switching}
          onClick={() => setSwitching(!switching)}
        >
          <ArrowLeftRight {...ICON} /> Switch to mainnet
        </button>
      </div>
      <Button className={styles.close} aria-label="Dismiss" onClick={dismiss}>
        <X {...ICON} />
      </Button>
      {switching && (
        <div className={styles.switch}>
          <p>Tonscope serves one network at a time. Start it again with:</p>
          <Code text="tonscope --network mainnet" what="command" />
        </div>
      )}
    </section>
  )
}
