import { readSync } from 'node:fs'
import { StoreError } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { walFile } from '../sqlite/logCheckpoints.ts'
import { BUSY_MS } from '../sqlite/pragmas.ts'
import { readLog } from './logFile.ts'
import { CHANGE_COUNTER_AT, comparePage, type PageSum, sumPage, UNKNOWN } from './pageSum.ts'
import type { SumsFile } from './sumsFile.ts'

/**
 * Checkpoints the log (WAL) as far as readers allow, and saves the checksums of the pages that it changes in the
 * database. All checkpoints of the writer's connection go through this function. SQLite restarts a log only after all
 * of it was checkpointed, so for each page, even after a kill, either the checksum is that of the database file or
 * the page is in the log. Throws StoreError (`damaged-log`) if the log is damaged, ReplacedPageError if a page that
 * it replaces is; nothing is checkpointed then.
 * @returns number of frames in the log afterwards
 */
export function checkpoint(
  connection: Connection,
  sums: SumsFile,
  { file, truncates = true, onStart }: CheckpointOptions = {},
): number {
  const { log: frames } = run(connection, 'NOOP')
  if (frames <= 0) return 0
  const path = connection.name
  const saved = savedFrames(path, sums)
  if (saved < frames) {
    const changed = sumLog(path, sums, frames)
    if (file !== undefined && saved === 0) expectReplaced(path, file, { sums, pages: changed.pages.keys() })
    onStart?.()
    const { checkpointed } = run(connection, 'PASSIVE')
    if (checkpointed > saved) {
      const { salt, pages, changeCounter } =
        checkpointed === frames ? changed : sumLog(path, sums, checkpointed)
      sums.write(pages)
      if (changeCounter !== undefined) sums.saveChangeCounter(changeCounter)
      sums.saveCheckpoint({ salt, frames: checkpointed })
      sums.sync()
    }
    if (checkpointed < frames) return frames
  }
  if (truncates) truncateLog(connection)
  return run(connection, 'NOOP').log
}

/** Options of checkpoint. */
export type CheckpointOptions = {
  /** The database's descriptor, if none of its pages can be newer than its checksum. */
  readonly file?: number | undefined
  /** False: the log's file keeps its size. Growing it again would cost more. */
  readonly truncates?: boolean
  /** Called before pages are written to the database. */
  onStart?(): void
}

/**
 * The error of damaged database pages that the log replaces: its frames were made from the damaged pages. Without the
 * log the database has an earlier commit, in which a check finds the damage.
 */
export class ReplacedPageError extends StoreError {
  constructor(file: string, pages: readonly number[]) {
    super('damaged-log', damagedPages(file, pages).message)
  }
}

/** Returns the number of frames of the present log whose pages have saved checksums. */
function savedFrames(path: string, sums: SumsFile): number {
  const saved = sums.checkpoint()
  const salt = saved && readLog(path, { pageSize: sums.pageSize, maxFrames: 1 })?.salt
  return saved && salt?.equals(saved.salt) ? saved.frames : 0
}

type Replaced = { readonly sums: SumsFile; readonly pages: Iterable<number> }

/** Throws ReplacedPageError if pages that the log replaces are damaged in the database. */
function expectReplaced(path: string, file: number, { sums, pages }: Replaced): void {
  const page = Buffer.alloc(sums.pageSize)
  const damaged = [...pages].filter((number) => {
    const [sum] = sums.read(number, 1)
    if (!sum || readSync(file, page, 0, page.length, (number - 1) * page.length) < page.length) return false
    return comparePage(page, number, sum) === 'damaged'
  })
  if (damaged.length > 0) throw new ReplacedPageError(path, damaged)
}

/** Creates the error of a database with damaged pages. */
export function damagedPages(file: string, pages: readonly number[]): StoreError {
  const [first, ...others] = pages
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return new StoreError('corrupt', `the index is damaged (page ${first}${more} of ${file})`)
}

type SummedLog = {
  readonly salt: Buffer
  readonly pages: ReadonlyMap<number, PageSum>
  /** Undefined if page 1 is not in the log. */
  readonly changeCounter: number | undefined
}

/** Computes the checksums of the newest page of each number among the first frames. */
function sumLog(path: string, { pageSize }: SumsFile, frames: number): SummedLog {
  const pages = new Map<number, PageSum>()
  let changeCounter: number | undefined
  const log = readLog(path, {
    pageSize,
    maxFrames: frames,
    onPage(page, number) {
      pages.set(number, sumPage(page, number))
      if (number === 1) changeCounter = page.readUInt32BE(CHANGE_COUNTER_AT)
    },
  })
  if (log && log.frames >= frames) return { salt: log.salt, pages, changeCounter }
  throw damagedLog(path, log?.frames ?? 0)
}

/** Creates the error of a database whose log is damaged after a number of frames. */
export function damagedLog(path: string, frames: number): StoreError {
  return new StoreError('damaged-log', `the index is damaged (frame ${frames + 1} of ${walFile(path)})`)
}

/** Truncates the log's file, so that its size is that of its content. Has no effect while readers use the log. */
function truncateLog(connection: Connection): void {
  connection.pragma('busy_timeout = 0')
  try {
    run(connection, 'TRUNCATE')
  } finally {
    connection.pragma(`busy_timeout = ${BUSY_MS}`)
  }
}

/**
 * Checkpoints the log before the writer's connection is closed. SQLite checkpoints the rest at closing if no reader uses
 * it then: the checksums of those pages are removed here, and computed when the index is opened.
 */
export function checkpointBeforeClose(
  connection: Connection,
  sums: SumsFile,
  options: CheckpointOptions = {},
): void {
  checkpoint(connection, sums, options)
  const { log: frames, checkpointed } = run(connection, 'NOOP')
  if (frames <= checkpointed) return
  const log = readLog(connection.name, { pageSize: sums.pageSize })
  const left = [...(log?.pages ?? [])].filter(([, frame]) => frame > checkpointed)
  sums.write(new Map(left.map(([page]) => [page, UNKNOWN])))
  sums.sync()
}

/** Returns the number of frames in the log; -1 if the database has none. */
export function framesInLog(connection: Connection): number {
  return run(connection, 'NOOP').log
}

type Frames = { readonly log: number; readonly checkpointed: number }

function run(connection: Connection, mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): Frames {
  const [frames] = connection.pragma(`wal_checkpoint(${mode})`) as Frames[]
  return frames ?? { log: 0, checkpointed: 0 }
}
