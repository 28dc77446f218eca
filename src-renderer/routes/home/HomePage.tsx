import { Suspense, useState } from 'react'
import { seqnosUpTo, withoutLoadingTop } from '../../api/masterSummary.ts'
import { useHead } from '../../api/network.tsx'
import { useMasterSummaries } from '../../api/useMasterSummaries.ts'
import { NoHead } from '../../components/NoHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState } from '../../components/states.tsx'
import { lazyPart } from '../../loading/lazyPart.tsx'
import styles from './HomePage.module.css'
import { LatestActions } from './LatestActions.tsx'
import { LatestBlocks } from './LatestBlocks.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { Pulse } from './Pulse.tsx'
import { Welcome } from './Welcome.tsx'

/** Loaded only for a network without an index, since it decodes transactions. */
const LatestTransactions = lazyPart(
  () => import('./LatestTransactions.tsx'),
  'LatestTransactions',
  TransactionsNotLoaded,
)

function TransactionsNotLoaded() {
  return (
    <Panel title="Latest transactions">
      <ErrorState
        error={new Error('The script of this list could not be loaded.')}
        what="the latest transactions"
        onRetry={() => window.location.reload()}
      />
    </Panel>
  )
}

/** Number of masterchain blocks in the figures and in the list. */
const SHOWN = 16
/** Number of blocks that are read: the newest ones can still be loading. */
const WINDOW = SHOWN + 3
/** Number of older blocks that are searched at a time for the latest transactions. */
const STEP = 16
const MAX_WINDOW = 96

export function HomePage() {
  const head = useHead()
  const [depth, setDepth] = useState(WINDOW)
  const rows = withoutLoadingTop(useMasterSummaries(seqnosUpTo(head?.seqno ?? 0, depth)))
  return (
    <>
      <title>Tonscope</title>
      <h1 className="visually-hidden">Network</h1>
      <Welcome />
      {head ? (
        <div className={styles.home}>
          <Pulse rows={rows.slice(0, SHOWN)} />
          <NetworkCard globalId={rows.find(({ summary }) => summary)?.summary?.globalId} />
          <LatestActions
            fallback={
              <Suspense>
                <LatestTransactions
                  rows={rows}
                  onNeedMore={depth < MAX_WINDOW ? () => setDepth(depth + STEP) : undefined}
                />
              </Suspense>
            }
          />
          <LatestBlocks rows={rows.slice(0, SHOWN)} />
        </div>
      ) : (
        <NoHead />
      )}
    </>
  )
}
