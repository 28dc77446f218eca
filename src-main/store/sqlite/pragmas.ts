import { type BudgetedCache, threadCacheBudget } from '../../platform/cacheBudget.ts'
import { type Connection, sqlite } from './driver.ts'

/** How long a statement waits for another connection's lock, ms. No connection holds a lock longer in normal use. */
export const BUSY_MS = 2_000

/** Maximum memory of the page cache, unless the thread's part of the memory for caches is less. */
const WRITER_CACHE_KIB = 16_384
const READER_CACHE_KIB = 4_096
/** Pages of the log (64 MB) after which it is checkpointed: pages that change often are then moved seldom. */
export const CHECKPOINT_PAGES = 16_000
/** Size to which the log's file is truncated after a checkpoint, bytes. */
const LOG_BYTES = 67_108_864

/** Options of the writer's connection. */
export type WriterOptions = {
  /** `by caller`: commits do not checkpoint the log (see integrity/checkpoint.ts). */
  readonly checkpoints?: 'by SQLite' | 'by caller'
}

/** Configures the writer's connection: with a write-ahead log, readers never wait for the writer. */
export function configureWriter(
  connection: Connection,
  { checkpoints = 'by SQLite' }: WriterOptions = {},
): void {
  connection.pragma('journal_mode = WAL')
  // A power cut can lose a whole commit, but never a part of one; blocks are fetched again.
  connection.pragma('synchronous = NORMAL')
  connection.pragma('foreign_keys = OFF')
  limitPages(connection, WRITER_CACHE_KIB)
  connection.pragma('temp_store = MEMORY')
  connection.pragma(`wal_autocheckpoint = ${checkpoints === 'by SQLite' ? CHECKPOINT_PAGES : 0}`)
  connection.pragma(`journal_size_limit = ${LOG_BYTES}`)
}

/** Configures a reader's connection. */
export function configureReader(connection: Connection): void {
  connection.pragma('query_only = ON')
  limitPages(connection, READER_CACHE_KIB)
  connection.pragma('temp_store = MEMORY')
}

/** Holds each connection's cache entry as long as the connection lives. */
const pageCaches = new WeakMap<Connection, BudgetedCache>()

/** Limits the connection's page cache, and lets it shrink when the thread is idle. */
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
 * Merges the log into the database, so that one file is left that can be read without write permission. If that fails
 * (readers are connected, the disk is full), the log stays beside it, which a later writer can read as well.
 */
export function leaveOneFile(connection: Connection): void {
  try {
    connection.pragma('journal_mode = DELETE')
  } catch (error) {
    if (!(error instanceof sqlite().SqliteError)) throw error
  }
}

/** Returns the schema version of a database; 0 for a new one. */
export function schemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }))
}

/** Sets the schema version of a database. */
export function setSchemaVersion(connection: Connection, version: number): void {
  connection.pragma(`user_version = ${version}`)
}
