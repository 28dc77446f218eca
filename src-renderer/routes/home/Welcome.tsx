import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Droplets, Plug, X } from 'lucide-react'
import { useState } from 'react'
import { useNetwork } from '../../api/network.tsx'
import { networksQuery } from '../../api/networks.ts'
import { Button } from '../../components/Button.tsx'
import { pathOnNetwork } from '../../layout/networks/otherNetwork.ts'
import { readWelcomeSeen, writeNetworkChoice, writeWelcomeSeen } from '../../settings/localSettings.ts'
import styles from './Welcome.module.css'

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The first-start card of a devnet, until it is dismissed. */
export function Welcome() {
  const { kind } = useNetwork()
  const [seen, setSeen] = useState(readWelcomeSeen)
  const isShown = kind === 'devnet' && !seen
  const { data } = useQuery({ ...networksQuery, enabled: isShown, refetchInterval: false })
  const mainnet = data?.networks.find((entry) => entry.kind === 'mainnet')
  if (!isShown) return null
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
        {mainnet && (
          <a
            href={pathOnNetwork(mainnet, '/', '')}
            className={styles.action}
            onClick={() => writeNetworkChoice(mainnet.name)}
          >
            <ArrowLeftRight {...ICON} /> Switch to mainnet
          </a>
        )}
      </div>
      <Button className={styles.close} aria-label="Dismiss" onClick={dismiss}>
        <X {...ICON} />
      </Button>
    </section>
  )
}
