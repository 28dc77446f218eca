import { Suspense, useEffect, useState } from 'react'
import { useIdentityState } from '../../api/identityContext.tsx'
import { seqnosUpTo, withoutLoadingTop } from '../../api/masterSummary.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
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
import { isTooFast, meanCost } from './pace.ts'
import { usePacedHead } from './usePacedHead.ts'
import { Welcome } from './Welcome.tsx'

/** Loaded only for a network without an index, since it decodes transactions. */
const ReadLatestActions = lazyPart(
  () => import('./ReadLatestActions.tsx'),
  'ReadLatestActions',
  ActionsNotLoaded,
)

function ActionsNotLoaded() {
  return (
    <Panel title="Latest actions">
      <ErrorState
        error={new Error('The script of this list could not be loaded.')}
        what="the latest actions"
        onRetry={() => window.location.reload()}
      />
    </Panel>
  )
}

/** Number of masterchain blocks in the figures and in the list. */
const SHOWN = 16
/** The same where blocks are read one by one and come faster than that. */
const SHOWN_SAMPLE = 6
/** Number of blocks that are read in addition: the newest ones can still be loading. */
const SPARE = 3
/** Number of older blocks that are searched at a time for the latest transactions. */
const STEP = 16
const MAX_WINDOW = 96

/** The newest masterchain blocks: of an index all of them, otherwise as many as a bounded number of requests allows. */
function useNewestBlocks(extra: number) {
  const { kind } = useNetwork()
  const { isFollowed } = useIdentityState()
  // A devnet is on the same machine.
  const isBounded = isFollowed === false && kind !== 'devnet'
  const [cost, setCost] = useState<number>()
  const [isSample, setSample] = useState(false)
  const shown = isBounded && isSample ? SHOWN_SAMPLE : SHOWN
  const spare = isBounded && isSample ? 0 : SPARE
  const paced = usePacedHead(isBounded ? cost : undefined, shown + spare)
  const rows = withoutLoadingTop(useMasterSummaries(seqnosUpTo(paced.seqno, shown + spare + extra)))
  const newCost = meanCost(rows)
  const isFast = isTooFast(rows)
  useEffect(() => setCost(newCost), [newCost])
  // A sample is too short to show that the chain has become slower.
  useEffect(() => setSample((before) => before || isFast), [isFast])
  return {
    rows,
    shown,
    head: paced.seqno,
    behind: paced.behind > shown ? paced.behind : 0,
    release: paced.release,
  }
}

export function HomePage() {
  const head = useHead()
  return (
    <>
      <title>Tonscope</title>
      <h1 className="visually-hidden">Network</h1>
      <Welcome />
      {head ? <Home /> : <NoHead />}
    </>
  )
}

function Home() {
  const [extra, setExtra] = useState(0)
  const { rows, shown, head, behind, release } = useNewestBlocks(extra)
  const canLookBack = shown + extra < MAX_WINDOW
  return (
    <div className={styles.home}>
      <Pulse rows={rows.slice(0, shown)} />
      <NetworkCard globalId={rows.find(({ summary }) => summary)?.summary?.globalId} />
      <LatestActions
        fallback={
          <Suspense>
            <ReadLatestActions
              rows={rows}
              head={head}
              onNeedMore={canLookBack ? () => setExtra(extra + STEP) : undefined}
            />
          </Suspense>
        }
      />
      <LatestBlocks rows={rows.slice(0, shown)} behind={behind} onShow={release} />
    </div>
  )
}
