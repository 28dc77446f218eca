import { statSync } from 'node:fs'
import { type Connection, sqlite } from './driver.ts'
import { BUSY_MS } from './pragmas.ts'

/** How often the log is looked at, ms. */
const INTERVAL_MS = 15_000
/** Bytes of the log that are not worth a checkpoint while nothing is written. */
const MAX_IDLE_BYTES = 262_144
/** While rows are written, the log can be a quarter of the database, between these bounds, bytes. */
const MIN_BUSY_BYTES = 4_194_304
const MAX_BUSY_BYTES = 67_108_864
/** How long a checkpoint waits for readers, ms: it is tried again at the next look. */
const CHECKPOINT_BUSY_MS = 50

export type LogCheckpointOptions = {
  /** Path of the database. */
  readonly file: string
  readonly intervalMs?: number
  /** Checkpoints the log and cuts its file, if no reader uses it; default: by SQLite alone. */
  readonly checkpoint?: () => void
}

/**
 * Keeps the write-ahead log small: at intervals it is moved into the database and its file is cut to nothing, if it has
 * become large for the database or if nothing was written since the last look. SQLite's own checkpoints happen at a
 * fixed number of pages and leave the file as long as it was.
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

/** Path of the write-ahead log of the database `file`. */
export function walFile(file: string): string {
  return `${file}-wal`
}

/** Returns the length of a file in bytes; 0 if it does not exist. */
export function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Moves the log into the database. Readers that use it, or a full disk, leave it as it is. */
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
