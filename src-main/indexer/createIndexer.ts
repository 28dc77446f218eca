import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { ApiError } from '#shared/apiError.ts'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { Hints } from '../metadata/hints.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import type { IndexStore, Written } from '../store/indexStore.ts'
import { type OpenClassification, startClassification } from './actions/classification.ts'
import { startAnalysisThread } from './analysis/analysisThread.ts'
import { startArchiveRepair } from './archiveRepair.ts'
import { createChainHead } from './chainHead.ts'
import { type OpenDetection, startDetection } from './detect/detection.ts'
import { createDiskLimit } from './diskLimit.ts'
import { createRetryingClient, type IndexNetwork } from './fetch/retryingClient.ts'
import { startFollower } from './follower.ts'
import { createIndexCommands } from './indexCommands.ts'
import { type Indexer, type ReadThrough, SEARCH_DEPTH } from './indexer.ts'
import { indexStatus } from './indexStatus.ts'
import { createIngest } from './ingest.ts'
import { openJobQueue } from './jobs/jobQueue.ts'
import { jobRunner } from './jobs/runJob.ts'
import type { ParsePool } from './parse/parsePool.ts'
import { spareParsing } from './parse/parseService.ts'
import { createRateMeter } from './rateMeter.ts'
import { createAccountBackfill } from './readThrough/accountBackfill.ts'
import { createCommitments } from './readThrough/commitment.ts'
import { createHintedContracts } from './readThrough/hintedContracts.ts'
import { createReadThrough } from './readThrough/readThrough.ts'
import { openSeenHead } from './seenHead.ts'
import { type FollowPreference, type IndexSettings, loadSettings, saveStart } from './settings.ts'
import { openAccountWatch } from './watch/accountWatch.ts'
import { savedWatch } from './watch/watchedList.ts'

/** Options of an indexer. */
export type IndexerOptions = {
  readonly network: IndexNetwork
  readonly zeroState: BlockIdExt
  readonly store: IndexStore
  readonly parser: ParsePool
  readonly preference: FollowPreference
  readonly log: Pick<Logger, 'warn'>
  /** Undefined: no hint server is asked. */
  readonly hints?: Hints | undefined
  /** Maximum number of blocks to search; see ReadThrough. Default: SEARCH_DEPTH. */
  readonly searchDepth?: number | undefined
}

/** Number of blocks behind the network's newest from which on detection pauses in favour of the follower. */
const CATCHING_UP = 4

/** Interval of noting the newest proved block, ms. */
const HEAD_INTERVAL_MS = 10_000

/** Starts following and continues saved jobs. Closing the indexer closes the store. */
export async function createIndexer(options: IndexerOptions): Promise<Indexer> {
  const { network, zeroState, store, parser, preference, log, hints, searchDepth = SEARCH_DEPTH } = options
  let settings = await loadSettings(store, preference)
  if (store.isReadOnly) settings = { ...settings, mode: 'off' }
  function changeSettings(change: Partial<IndexSettings>): void {
    settings = { ...settings, ...change }
  }
  const seenHead = openSeenHead(dirname(store.file), { canWrite: !store.isReadOnly, log })
  // Requests that do not reach the index prove blocks too.
  const noteHead = () => {
    const { alive, newest } = network.stats()
    if (alive > 0) seenHead.note(newest.seqno)
  }
  const noting = setInterval(noteHead, HEAD_INTERVAL_MS).unref()
  const client = createRetryingClient(network)
  const diskLimit = createDiskLimit(store, settings.diskLimit)
  const { rates, onWritten, addListener } = watchCommits()

  const ingest = createIngest({ zeroState, client, store, parser, diskLimit, onWritten })
  const reading = { network, store, parser, commitments: createCommitments(), onWritten, searchDepth }
  const readThrough = createReadThrough({ ...reading, ingest, hints })
  const accounts = createAccountBackfill({ ...reading, diskLimit })
  const jobs = await openJobQueue({ store, run: jobRunner({ ingest, accounts }) })
  const follower = startFollower({
    network,
    client,
    store,
    ingest,
    settings: () => settings,
    async startAt(seqno) {
      changeSettings({ from: seqno })
      // The mode can be set by the command line for this run only: only the seqno is saved.
      await saveStart(store, seqno)
    },
  })
  const isBusy = () =>
    (follower.behind() ?? 0) >= CATCHING_UP || jobs.list().some(({ state }) => state === 'running')
  const archiveRepair = store.isReadOnly ? undefined : startArchiveRepair({ network, store })
  const unreadable = (id: BlockIdExt) => archiveRepair?.unreadable(id)
  const analysis = store.isReadOnly
    ? undefined
    : startAnalysis({
        network,
        zeroState,
        store,
        readThrough,
        isBusy,
        unreadable,
        parser,
        isFollowing: () => follower.isRunning(),
      })
  if (analysis) addListener(analysis.written)
  const { detection, classification } = analysis ?? {}
  const hinted = hints && detection && createHintedContracts(hints, detection)
  const watch = analysis
    ? await openAccountWatch({
        ...reading,
        diskLimit,
        readThrough,
        ...analysis,
        fetching: readThrough.fetching,
      })
    : undefined
  const head = createChainHead({ network, store, follower, seenHead, parser, onWritten: addListener })

  const parts = { network, store, settings: () => settings, follower, jobs, diskLimit, classification }
  const status = (): IndexStatus => indexStatus({ ...parts, rates, detection })
  const commands = createIndexCommands({ ...parts, watch, preference, changeSettings, status })
  return {
    store,
    status,
    measureDisk: (waitMs) => diskLimit.refresh(waitMs),
    unreadable,
    nudge: (seqno) => follower.nudge(seqno),
    async command(name, values) {
      if (store.isReadOnly)
        throw new ApiError(409, 'this index can only be read: its folder cannot be written')
      return commands[name](values as never)
    },
    watched: async (page) => (watch ? watch.list(page) : savedWatch(reading, page)),
    readThrough,
    detection,
    classification,
    hinted,
    head,
    onWritten: addListener,
    async close() {
      readThrough.close()
      await watch?.close()
      await Promise.all([follower.close(), jobs.close(), analysis?.close(), archiveRepair?.close()])
      clearInterval(noting)
      noteHead()
      seenHead.close()
      await store.close()
    },
  }
}

/** Measures the rate of commits and passes them on to listeners. */
function watchCommits() {
  const rates = { blocks: createRateMeter(), transactions: createRateMeter() }
  const listeners = new Set<(written: Written) => void>()
  return {
    rates,
    onWritten(written: Written): void {
      if (written.mcSeqno !== undefined) rates.blocks.add(1)
      rates.transactions.add(written.transactions)
      for (const listener of listeners) listener(written)
    },
    addListener(listener: (written: Written) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Analysis = {
  readonly detection: OpenDetection
  readonly classification: OpenClassification
  /** Notifies both of a commit. */
  written(): void
  close(): Promise<void>
}

/** Starts detection and classification in a thread that they share. */
function startAnalysis({
  network,
  zeroState,
  store,
  readThrough,
  isBusy,
  unreadable,
  parser,
  isFollowing,
}: Pick<IndexerOptions, 'network' | 'zeroState' | 'store' | 'parser'> & {
  readonly readThrough: ReadThrough
  isBusy(): boolean
  isFollowing(): boolean
  unreadable(id: BlockIdExt): void
}): Analysis {
  const { file } = store
  const thread = startAnalysisThread({ file, archiveDir: archiveFolder(dirname(file)), zeroState })
  const takeBack = parser.lend(spareParsing(thread, isBusy))
  const classification = startClassification({ store, analysis: thread, isBusy })
  const detection = startDetection({
    network,
    store,
    readThrough,
    analysis: thread,
    isBusy,
    onUnreadable: unreadable,
    isFollowing,
    onDetected: () => classification.written(),
  })
  return {
    detection,
    classification,
    written() {
      detection.written()
      classification.written()
    },
    async close() {
      takeBack()
      await Promise.all([detection.close(), classification.close(), thread.close()])
    },
  }
}
