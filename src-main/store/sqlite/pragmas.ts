import { type BudgetedCache, threadCacheBudget } from '../../platform/cacheBudget.ts'
import { type Connection, sqlite } from './driver.ts'

/** How long a statement waits for another connection's lock, ms: what holds one for longer is stuck. */
export const BUSY_MS = 2_000

/** Pages in memory at most, if the thread's part of the memory for caches is not less. */
const WRITER_CACHE_KIB = 16_384
const READER_CACHE_KIB = 4_096
/** Pages of the log (64 MB) after which they are moved into the database: what changes often then moves seldom. */
export const CHECKPOINT_PAGES = 16_000
/** What the log's file is cut to after that. */
const LOG_BYTES = 67_108_864

export type WriterOptions = {
  /** `by caller`: commits do not checkpoint the log (see integrity/checkpoint.ts). */
  readonly checkpoints?: 'by SQLite' | 'by caller'
}

/** Makes `connection` the one that writes: a log beside the database, so that readers never wait for it. */
export function configureWriter(
  connection: Connection,
  { checkpoints = 'by SQLite' }: WriterOptions = {},
): void {
  connection.pragma('journal_mode = WAL')
  // A commit may be lost with the machine's power, never half of one; blocks are fetched again.
  connection.pragma('synchronous = NORMAL')
  connection.pragma('foreign_keys = OFF')
  limitPages(connection, WRITER_CACHE_KIB)
  connection.pragma('temp_store = MEMORY')
  connection.pragma(`wal_autocheckpoint = ${checkpoints === 'by SQLite' ? CHECKPOINT_PAGES : 0}`)
  connection.pragma(`journal_size_limit = ${LOG_BYTES}`)
}

export function configureReader(connection: Connection): void {
  connection.pragma('query_only = ON')
  limitPages(connection, READER_CACHE_KIB)
  connection.pragma('temp_store = MEMORY')
}

/** Keeps the connection's pages as long as the connection. */
const pageCaches = new WeakMap<Connection, BudgetedCache>()

/** Bounds the connection's pages in memory, which SQLite frees if the thread is idle. */
function limitPages(connection: Connection, maxKib: number): void {
  const budget = threadCacheBudget()
  connection.pragma(`cache_size = -${Math.min(maxKib, Math.floor(budget.limitBytes / 1024))}`)
  const pages: BudgetedCache = {
    memoryBytes: 0,
    maxMemoryBytes: 0,
    dropOldest: () => false,
    shrink() {
      if (connection.open) connection.pragma('shrink_memory')
    },
  }
  pageCaches.set(connection, pages)
  budget.add(pages)
}

/**
 * Leaves the database as one file, which can be read where nothing can be written. Where that can't be (others read, no
 * space is left) the log stays beside it, which is as good to whoever may write.
 */
export function leaveOneFile(connection: Connection): void {
  try {
    connection.pragma('journal_mode = DELETE')
  } catch (error) {
    if (!(error instanceof sqlite().SqliteError)) throw error
  }
}

export function schemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }))
}

export function setSchemaVersion(connection: Connection, version: number): void {
  connection.pragma(`user_version = ${version}`)
}
