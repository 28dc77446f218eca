import { Suspense, useEffect, useRef, useState } from 'react'
import { useIdentityState } from '../../api/identityContext.tsx'
import { type MasterRow, seqnosUpTo, withoutLoadingTop } from '../../api/masterSummary.ts'
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
import { useHeadRate, usePacedHead } from './usePacedHead.ts'
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
const SHOWN_SAMPLE = 8
/** Number of blocks that are read in addition: the newest ones can still be loading. */
const SPARE = 3
/** Number of older blocks that are searched at a time for the latest transactions. */
const STEP = 16
const MAX_WINDOW = 96

/**
 * Reads the newest masterchain blocks: of an index all of them, otherwise as many as a bounded number of requests
 * allows.
 * @param extra number of older blocks in addition
 */
function useNewestBlocks(extra: number) {
  const { kind } = useNetwork()
  const { isFollowed } = useIdentityState()
  // A devnet is on the same machine.
  const isBounded = isFollowed === false && kind !== 'devnet'
  const rate = useHeadRate() ?? 0
  const [cost, setCost] = useState<number>()
  const isSample = isBounded && cost !== undefined && isTooFast(rate, cost)
  const [shown, spare] = isSample ? [SHOWN_SAMPLE, 0] : [SHOWN, SPARE]
  const window = shown + spare + extra
  const { seqno, behind, release } = usePacedHead(isBounded ? cost : undefined, window)
  const rows = withoutLoadingTop(useMasterSummaries(seqnosUpTo(seqno, window)))
  const newest = rows.slice(0, shown)
  const newCost = meanCost(newest)
  useEffect(() => setCost(newCost), [newCost])
  return {
    rows,
    newest,
    head: seqno,
    listed: useFilledUp(newest),
    behind: behind > shown ? behind : 0,
    release,
  }
}

/** Fills a list that has become shorter with blocks that it had before; some between them are left out. */
function useFilledUp(rows: readonly MasterRow[]): readonly MasterRow[] {
  const before = useRef<readonly MasterRow[]>([])
  const last = rows.at(-1)?.seqno ?? 0
  const older = before.current.filter(({ seqno, summary }) => summary && seqno < last)
  const filled = [...rows, ...older].slice(0, SHOWN)
  before.current = filled
  return filled
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
  const { rows, newest, head, listed, behind, release } = useNewestBlocks(extra)
  const canLookBack = SHOWN + extra < MAX_WINDOW
  return (
    <div className={styles.home}>
      <Pulse rows={newest} />
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
      <LatestBlocks rows={listed} behind={behind} onShow={release} />
    </div>
  )
}
