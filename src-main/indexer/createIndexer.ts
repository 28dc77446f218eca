import { dirname } from 'node:path'
import type { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import type { IndexCommand, IndexJob, IndexStatus, indexCommands } from '#shared/schema/indexer.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import type { IndexStore, Written } from '../store/indexStore.ts'
import { startClassification } from './actions/classification.ts'
import { startAnalysisThread } from './analysis/analysisThread.ts'
import { createChainHead } from './chainHead.ts'
import { jobOfRequest } from './commands.ts'
import { startDetection } from './detect/detection.ts'
import { createDiskLimit } from './diskLimit.ts'
import { createRetryingClient, type IndexNetwork, isUnreachable } from './fetch/retryingClient.ts'
import { startFollower } from './follower.ts'
import { type Indexer, SEARCH_DEPTH } from './indexer.ts'
import { createIngest } from './ingest.ts'
import { openJobQueue } from './jobs/jobQueue.ts'
import { jobRunner } from './jobs/runJob.ts'
import type { ParsePool } from './parse/parsePool.ts'
import { createRateMeter } from './rateMeter.ts'
import { createAccountBackfill } from './readThrough/accountBackfill.ts'
import { createCommitments } from './readThrough/commitment.ts'
import { createReadThrough } from './readThrough/readThrough.ts'
import {
  type FollowPreference,
  type IndexSettings,
  loadSettings,
  saveDiskLimit,
  saveMode,
  saveStart,
} from './settings.ts'

/** Options of an indexer. */
export type IndexerOptions = {
  readonly network: IndexNetwork
  readonly zeroState: BlockIdExt
  readonly store: IndexStore
  readonly parser: ParsePool
  readonly preference: FollowPreference
  /** Maximum number of blocks to search; see ReadThrough. Default: SEARCH_DEPTH. */
  readonly searchDepth?: number | undefined
}

/** Number of blocks behind the network's newest from which on detection pauses in favour of the follower. */
const CATCHING_UP = 4
/** Time limit for a command's requests to the network, ms. */
const COMMAND_MS = 20_000

/** Starts following and continues saved jobs. Closing the indexer closes the store. */
export async function createIndexer(options: IndexerOptions): Promise<Indexer> {
  const { network, zeroState, store, parser, preference, searchDepth = SEARCH_DEPTH } = options
  let settings: IndexSettings = await loadSettings(store, preference)
  if (store.isReadOnly) settings = { ...settings, mode: 'off' }
  const client = createRetryingClient(network)
  const diskLimit = createDiskLimit(store, settings.diskLimit)
  const rates = { blocks: createRateMeter(), transactions: createRateMeter() }
  const listeners = new Set<(written: Written) => void>()

  function onWritten(written: Written): void {
    if (written.mcSeqno !== undefined) rates.blocks.add(1)
    rates.transactions.add(written.transactions)
    for (const listener of listeners) listener(written)
  }

  const ingest = createIngest({ zeroState, client, store, parser, diskLimit, onWritten })
  const reading = { network, store, parser, commitments: createCommitments(), onWritten, searchDepth }
  const readThrough = createReadThrough({ ...reading, ingest })
  const accounts = createAccountBackfill({ ...reading, diskLimit })
  const jobs = await openJobQueue({ store, run: jobRunner({ ingest, accounts }) })
  const follower = startFollower({
    network,
    client,
    store,
    ingest,
    settings: () => settings,
    async startAt(seqno) {
      settings = { ...settings, from: seqno }
      // The mode can be set by the command line for this run only: only the seqno is saved.
      await saveStart(store, seqno)
    },
  })

  function addListener(listener: (written: Written) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const isBusy = () =>
    (follower.behind() ?? 0) >= CATCHING_UP || jobs.list().some(({ state }) => state === 'running')
  const archiveDir = archiveFolder(dirname(store.file))
  const analysis = store.isReadOnly
    ? undefined
    : startAnalysisThread({ file: store.file, archiveDir, zeroState })
  const classification = analysis && startClassification({ store, analysis, isBusy })
  const detection =
    analysis &&
    startDetection({
      network,
      store,
      readThrough,
      analysis,
      isBusy,
      onDetected: () => classification?.written(),
    })
  addListener(() => {
    detection?.written()
    classification?.written()
  })

  const head = createChainHead({ network, store, follower, parser, onWritten: addListener })

  function status(): IndexStatus {
    const { state, detail } = follower.state()
    const isOffline =
      isUnreachable(network) && (state === 'following' || state === 'catching_up' || state === 'idle')
    return {
      mode: store.isReadOnly ? 'readonly' : settings.mode,
      state: isOffline ? 'offline' : state,
      detail,
      coverage: [...store.coverage()],
      behind: follower.behind(),
      rate: { blocks: rates.blocks.rate(), transactions: rates.transactions.rate() },
      disk: diskLimit.usage(),
      detection: detectionStatus(),
      classification: classificationStatus(),
      integrity: integrityStatus(),
      jobs: [...jobs.list()],
    }
  }

  function detectionStatus(): IndexStatus['detection'] {
    const { pending, waiting } = detection?.status() ?? { pending: 0, waiting: 0 }
    return { pending, waiting }
  }

  function classificationStatus(): IndexStatus['classification'] {
    const { pending, done, total, changed } = classification?.status() ?? NOT_CLASSIFIED
    return { pending, again: { done, total, changed } }
  }

  function integrityStatus(): IndexStatus['integrity'] {
    const status = store.integrity()
    if (!status) return null
    return {
      checked_bytes: status.checkedBytes,
      total_bytes: status.totalBytes,
      checked_at: status.completedAt ?? null,
      corrected: status.corrected,
      archive_damage: [...status.archiveDamage],
    }
  }

  function wakeAll(): void {
    follower.wake()
    jobs.wake()
  }

  const commands: Commands = {
    async backfill(values) {
      const session = network.session({ signal: AbortSignal.timeout(COMMAND_MS) })
      return jobs.add(await jobOfRequest(values, session))
    },
    async pause({ job }) {
      if (job === undefined) follower.pause()
      else await jobs.pause(job)
      return status()
    },
    async resume({ job }) {
      if (job === undefined) follower.resume()
      else await jobs.resume(job)
      return status()
    },
    async cancel({ job }) {
      await jobs.cancel(job)
      return status()
    },
    async reclassify() {
      await classification?.again()
      return status()
    },
    async settings({ mode, disk_limit_bytes: limit }) {
      if (mode !== undefined) {
        // Blocks of the time while it was off are skipped: following starts at the newest block, unless the whole
        // chain is followed.
        const from =
          mode === 'follow' && !preference.byDefault && settings.mode === 'off' ? undefined : settings.from
        await saveMode(store, { mode, from })
        settings = { ...settings, mode, from }
      }
      if (limit !== undefined) {
        await saveDiskLimit(store, limit)
        settings = { ...settings, diskLimit: limit }
        diskLimit.setLimit(limit)
      }
      wakeAll()
      return status()
    },
  }

  function expectWritable(): void {
    if (store.isReadOnly) throw new ApiError(409, 'this index can only be read: its folder cannot be written')
  }

  return {
    store,
    status,
    measureDisk: (waitMs) => diskLimit.refresh(waitMs),
    nudge: (seqno) => follower.nudge(seqno),
    async command(name, values) {
      expectWritable()
      return commands[name](values as never)
    },
    readThrough,
    detection,
    classification,
    head,
    onWritten: addListener,
    async close() {
      readThrough.close()
      const analysing = [detection?.close(), classification?.close(), analysis?.close()]
      await Promise.all([follower.close(), jobs.close(), ...analysing])
      await store.close()
    },
  }
}

const NOT_CLASSIFIED = { pending: 0, done: 0, total: 0, changed: 0 }

type Commands = {
  readonly [Name in IndexCommand]: (
    values: z.infer<(typeof indexCommands)[Name]>,
  ) => Promise<IndexStatus | IndexJob>
}
