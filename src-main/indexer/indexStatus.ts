import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { IndexStore } from '../store/indexStore.ts'
import type { DiskLimit } from './diskLimit.ts'
import { type IndexNetwork, isUnreachable } from './fetch/retryingClient.ts'
import type { Follower } from './follower.ts'
import type { ActionClassification, ContractDetection } from './indexer.ts'
import type { JobQueue } from './jobs/jobQueue.ts'
import type { RateMeter } from './rateMeter.ts'
import type { IndexSettings } from './settings.ts'

/** The parts of an indexer that its status reads. */
export type StatusParts = {
  readonly network: IndexNetwork
  readonly store: IndexStore
  /** Returns the effective settings. */
  settings(): IndexSettings
  readonly follower: Follower
  readonly jobs: JobQueue
  readonly rates: { readonly blocks: RateMeter; readonly transactions: RateMeter }
  readonly diskLimit: DiskLimit
  /** Undefined if the index is read-only. */
  readonly detection: ContractDetection | undefined
  readonly classification: ActionClassification | undefined
}

/** Returns the status of an indexer, synchronously. */
export function indexStatus(parts: StatusParts): IndexStatus {
  const { network, store, follower, jobs, rates, diskLimit } = parts
  const { state, detail } = follower.state()
  const isOffline =
    isUnreachable(network) && (state === 'following' || state === 'catching_up' || state === 'idle')
  return {
    mode: store.isReadOnly ? 'readonly' : parts.settings().mode,
    state: isOffline ? 'offline' : state,
    detail,
    coverage: [...store.coverage()],
    behind: follower.behind(),
    rate: { blocks: rates.blocks.rate(), transactions: rates.transactions.rate() },
    disk: diskLimit.usage(),
    detection: detectionStatus(parts),
    classification: classificationStatus(parts),
    integrity: integrityStatus(store),
    jobs: [...jobs.list()],
  }
}

function detectionStatus({ detection }: StatusParts): IndexStatus['detection'] {
  const { pending, rechecks, waiting, trouble } = detection?.status() ?? NOT_DETECTED
  return { pending, rechecks, waiting, detail: troubleOf(pending + waiting, trouble) }
}

const NOT_DETECTED = { pending: 0, rechecks: 0, waiting: 0, trouble: undefined }
const NOT_CLASSIFIED = { pending: 0, done: 0, total: 0, changed: 0, trouble: undefined }

function classificationStatus({ classification, detection }: StatusParts): IndexStatus['classification'] {
  const { pending, done, total, changed, trouble } = classification?.status() ?? NOT_CLASSIFIED
  // Traces wait for the detection of their accounts.
  const detail = troubleOf(pending, trouble ?? detection?.status().trouble)
  return { pending, detail, again: { done, total, changed } }
}

/** Returns why waiting work stands still; null if it goes on, or nothing waits. */
function troubleOf(waiting: number, trouble: string | undefined): string | null {
  return waiting > 0 && trouble !== undefined ? trouble : null
}

function integrityStatus(store: IndexStore): IndexStatus['integrity'] {
  const status = store.integrity()
  if (!status) return null
  return {
    checked_bytes: status.checkedBytes,
    total_bytes: status.totalBytes,
    checked_at: status.completedAt ?? null,
    checked_at_bytes: status.completedBytes ?? null,
    corrected: status.corrected,
    archive_damage: [...status.archiveDamage],
  }
}
