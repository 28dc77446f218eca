import { statSync } from 'node:fs'
import { type Connection, sqlite } from './driver.ts'
import { BUSY_MS } from './pragmas.ts'

/** Interval of checking the log's size, ms. */
const INTERVAL_MS = 15_000
/** Maximum size of the log after an interval without writes, bytes. */
const MAX_IDLE_BYTES = 262_144
/** While rows are written, the log can be a quarter of the database, between these bounds, bytes. */
const MIN_BUSY_BYTES = 4_194_304
const MAX_BUSY_BYTES = 67_108_864
/** How long a checkpoint waits for readers, ms. It is tried again after the interval. */
const CHECKPOINT_BUSY_MS = 50

/** Options of checkpointLog. */
export type LogCheckpointOptions = {
  /** Path of the database. */
  readonly file: string
  readonly intervalMs?: number
  /** Checkpoints the log and truncates its file if no reader uses it; default: SQLite's own checkpoint. */
  readonly checkpoint?: () => void
}

/**
 * Keeps the write-ahead log small: at intervals, checkpoints it and truncates its file if it is large compared with
 * the database or if nothing was written since the last interval. SQLite's own checkpoints run at a fixed number of
 * pages and leave the file's size unchanged.
 */
export function checkpointLog(
  connection: Connection,
  { file, intervalMs = INTERVAL_MS, checkpoint = () => truncateLog(connection) }: LogCheckpointOptions,
): Disposable {
  const countChanges = connection.prepare('SELECT total_changes()').pluck()
  let changes = countChanges.get()
  const timer = setInterval(() => {
    const before = changes
    changes = countChanges.get()
    const busyBytes = Math.min(MAX_BUSY_BYTES, Math.max(MIN_BUSY_BYTES, fileBytes(file) / 4))
    if (fileBytes(walFile(file)) > (changes === before ? MAX_IDLE_BYTES : busyBytes)) checkpoint()
  }, intervalMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Returns the path of the write-ahead log of the database `file`. */
export function walFile(file: string): string {
  return `${file}-wal`
}

/** Returns the path of the shared memory of the connections to the database `file`. */
export function shmFile(file: string): string {
  return `${file}-shm`
}

/** Returns the length of a file in bytes; 0 if it does not exist. */
export function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Checkpoints and truncates the log. Has no effect while readers use it or the disk is full. */
function truncateLog(connection: Connection): void {
  connection.pragma(`busy_timeout = ${CHECKPOINT_BUSY_MS}`)
  try {
    connection.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // Nothing is lost: the rows stay in the log, and the next commit fails for the same reason and reports it.
    if (!(error instanceof sqlite().SqliteError)) throw error
  } finally {
    connection.pragma(`busy_timeout = ${BUSY_MS}`)
  }
}
