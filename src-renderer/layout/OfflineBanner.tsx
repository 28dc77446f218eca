import { Link } from '@tanstack/react-router'
import { CloudOff, OctagonX } from 'lucide-react'
import { useNetworkState } from '../api/network.tsx'
import { Figure } from '../components/Amount.tsx'
import { useNow } from '../components/clock.tsx'
import { formatAge } from '../format/age.ts'
import styles from './OfflineBanner.module.css'

/** The notice that the network has forked, or about connectivity problems. */
export function OfflineBanner() {
  const { status, unreachable, seenAt } = useNetworkState()
  const now = useNow()
  if (!status) return null
  if (status.fork && !unreachable) {
    return (
      <div className={styles.bar} data-tone="bad" role="alert">
        <OctagonX aria-hidden="true" size={16} strokeWidth={1.75} />
        <p>
          The network has forked: its validators signed two blocks <Figure value={status.fork.seqno} />.
          Nothing is read from it any more. <Link to="/liteservers">Both blocks and the evidence</Link>
        </p>
      </div>
    )
  }
  const serverless = status.servers.alive === 0
  if (!unreachable && !serverless) return null
  return (
    <div className={styles.bar} role="status">
      <CloudOff aria-hidden="true" size={16} strokeWidth={1.75} />
      <p>
        {unreachable ? (
          <>Tonscope has not responded for {formatAge((now - seenAt) / 1000)}. Retrying.</>
        ) : (
          <>No liteserver is reachable. Pages show stored data.</>
        )}
        {status.head && (
          <>
            {' '}
            Last block <Figure value={status.head.seqno} />.
          </>
        )}
      </p>
    </div>
  )
}
