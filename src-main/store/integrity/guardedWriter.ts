import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../indexStore.ts'
import { SCHEMA_VERSION } from '../migrations/migrate.ts'
import { databaseFile, openReader, openWriter, rebuildFolder } from '../openDatabase.ts'
import type { Connection } from '../sqlite/driver.ts'
import { fileBytes, shmFile, walFile } from '../sqlite/logCheckpoints.ts'
import { CHECKPOINT_PAGES, leaveOneFile } from '../sqlite/pragmas.ts'
import {
  addMissingSums,
  checkDatabase,
  checkLog,
  checkPages,
  countPages,
  isStale,
  isWrittenByOthers,
  type OpenFile,
  PAGES_PER_READ,
  type PageCheck,
  readChangeCounter,
} from './checkPages.ts'
import {
  type CheckpointOptions,
  checkpoint,
  checkpointBeforeClose,
  damagedLog,
  damagedPages,
  framesInLog,
  ReplacedPageError,
} from './checkpoint.ts'
import { watchFiles } from './filesWatch.ts'
import { readLog } from './logFile.ts'
import { correctPage } from './pageSum.ts'
import { type CheckProgress, createSums, openSums, removeSums, type SumsFile } from './sumsFile.ts'

/** The connection that writes an index, with checksums of every page of its database. */
export type GuardedWriter = {
  readonly connection: Connection
  /** Number of pages that were corrected when it was opened. */
  readonly corrected: number
  /** Whether all pages were checked when it was opened. */
  readonly isChecked: boolean
  /** Runs a function that writes, and checkpoints the log if it is long afterwards. Throws StoreError. */
  write<T>(work: () => T): T
  /** Checkpoints the log. If that fails, the next write fails too and throws the reason. */
  checkpoint(): void
  /** Returns a file of the database that was deleted or replaced since it was opened. */
  missingFile(): string | undefined
  /** Number of pages in the database file. */
  pages(): number
  /** Checks up to PAGES_PER_READ pages from `first` on, and corrects those that can be corrected; see checkPages. */
  check(first: number): PageCheck
  /** Throws StoreError (`damaged-log`) if the log is damaged. */
  checkLog(): void
  /** Returns the position of the background check, which is saved with the checksums. */
  checkProgress(): CheckProgress
  saveCheckProgress(progress: CheckProgress): void
  /** Leaves the database as one file, if no file of it is missing. */
  close(): void
}

/** Options of a guarded writer. */
export type GuardOptions = {
  /** Databases up to this size are checked before they are opened; larger ones in the background. */
  readonly checkedBytes?: number
  /** Pages in the log after which a write checkpoints it. */
  readonly checkpointPages?: number
}

/** 512 MB are read and checked in about a second. */
const CHECKED_BYTES = 512 << 20
/** Offset of the schema version in the header of page 1. */
const USER_VERSION_AT = 60

/**
 * Opens an index's database for writing after checking every page against its checksum. One wrong bit of a page is
 * corrected. Throws StoreError as openWriter does; `corrupt` names the damaged page.
 */
export function openGuardedWriter(dir: string, chain: string, options: GuardOptions = {}): GuardedWriter {
  const path = databaseFile(dir)
  // The checksums can be those of a deleted database.
  if (!isPresent(path)) removeSums(path)
  const opened: OpenFile = { path, file: openSync(path, existsSync(path) ? 'r+' : 'wx+') }
  let prepared: Prepared | undefined
  let connection: Connection | undefined
  /** Whether there was a log when SQLite opened the database. */
  let isLogLeft = false
  try {
    prepared = prepare(opened, options)
    isLogLeft = existsSync(walFile(path))
    connection = openWriter(dir, chain, { checkpoints: 'by caller' })
    if (!prepared.sums) {
      const sums = createSums(path, Number(connection.pragma('page_size', { simple: true })))
      prepared = { ...prepared, sums, isChecked: true }
      addMissingSums(opened.file, sums)
    }
    prepared.sums?.saveChangeCounter(readChangeCounter(opened.file))
    return guard(opened, connection, prepared as GuardParts, options)
  } catch (error) {
    connection?.close()
    prepared?.sums?.close()
    closeSync(opened.file)
    // Closing the connection has checkpointed the log without checksums.
    if (isLogLeft) removeSums(path)
    throw error
  }
}

/** Rounds of comparing pages that differ, while another process can write them. */
const ROUNDS = 3

/**
 * Checks an index's database that is opened for reading only. Throws StoreError (`corrupt`); nothing is corrected.
 */
export function expectUndamaged(path: string, options: GuardOptions = {}): void {
  const damaged = findDamage(path, options)
  if (damaged.length > 0) throw damagedPages(path, damaged)
}

/** Returns the pages of a database that differ from their checksums. Another process can write it at the same time. */
export function findDamage(
  path: string,
  { checkedBytes = CHECKED_BYTES }: GuardOptions = {},
): readonly number[] {
  const sums = isPresent(path) ? openSums(path, { readOnly: true }) : undefined
  if (!sums) return []
  const file = openSync(path, 'r')
  try {
    const log = readLog(path, sums)
    if (fstatSync(file).size > checkedBytes || headerVersion(file) > SCHEMA_VERSION) return []
    // The database is newer than this log: SQLite would read wrong pages from page 1 on.
    if (isStale(log, sums)) return [1]
    if (isWrittenByOthers({ path, file }, sums, log)) return []
    let { damaged } = checkDatabase(file, sums, { log, isWritable: false })
    for (let round = 1; round < ROUNDS && damaged.length > 0; round++) {
      const range = { count: 1, isInLog: () => false, isWritable: false }
      const pages = countPages(file, sums)
      const still = damaged.filter(
        (first) => first > pages || checkPages(file, sums, { first, ...range }).damaged.length > 0,
      )
      // Read after the pages: a page that another process has just written is in the log, or equal in the next round.
      const now = readLog(path, sums)
      damaged = still.filter((page) => !now?.pages.has(page))
    }
    return damaged
  } finally {
    closeSync(file)
    sums.close()
  }
}

type Prepared = {
  readonly sums: SumsFile | undefined
  /** Salt of a log left by a killed process. */
  readonly salt?: Buffer | undefined
  readonly corrected: number
  /** Whether all pages were compared with their checksums. */
  readonly isChecked: boolean
}

function prepare(opened: OpenFile, { checkedBytes = CHECKED_BYTES }: GuardOptions): Prepared {
  const { path, file } = opened
  const sums = openSums(path)
  if (!sums) return { sums, corrected: 0, isChecked: false }
  try {
    // An index of a newer program is refused unchanged, unless the damage is in the version number.
    if (headerVersion(file) > SCHEMA_VERSION && !isFirstPageCorrectable(file, sums))
      return { sums, corrected: 0, isChecked: false }
    const { log, isRemoved } = checkLog(path, sums)
    if (!isRemoved && isWrittenByOthers(opened, sums, log)) return withoutSums(path, sums)
    // The check of a large database takes long, but is needed if its log was removed or its rebuild was interrupted.
    const isNeeded = isRemoved || existsSync(rebuildFolder(dirname(path)))
    const isChecked = isNeeded || fstatSync(file).size <= checkedBytes
    const { corrected, damaged } = isChecked ? checkDatabase(file, sums, { log, isWritable: true }) : NOTHING
    if (damaged.length > 0) throw damagedPages(path, damaged)
    if (headerVersion(file) === SCHEMA_VERSION)
      return { sums, salt: log?.salt, corrected: corrected.length, isChecked }
    // The migration writes the database without checksums.
    return { ...withoutSums(path, sums), corrected: corrected.length }
  } catch (error) {
    sums.close()
    throw error
  }
}

type GuardParts = Prepared & { readonly sums: SumsFile }

const NOTHING: PageCheck = { corrected: [], damaged: [] }

function withoutSums(path: string, sums: SumsFile): Prepared {
  sums.close()
  removeSums(path)
  return { sums: undefined, corrected: 0, isChecked: false }
}

function isPresent(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0
}

function headerVersion(file: number): number {
  return readStart(file, USER_VERSION_AT + 4).readUInt32BE(USER_VERSION_AT)
}

function isFirstPageCorrectable(file: number, sums: SumsFile): boolean {
  const [sum] = sums.read(1, 1)
  return sum !== undefined && correctPage(readStart(file, sums.pageSize), 1, sum)
}

function readStart(file: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, 0)
  return bytes
}

function guard(
  { path, file }: OpenFile,
  connection: Connection,
  { sums, salt, corrected, isChecked }: GuardParts,
  { checkpointPages = CHECKPOINT_PAGES }: GuardOptions,
): GuardedWriter {
  const { pageSize } = sums
  const logBytes = checkpointPages * pageSize
  const files = watchFiles([path, walFile(path), shmFile(path)])
  /** Frames in the log after the last checkpoint. */
  let framesBefore = 0
  /** Whether a checkpoint failed: it is tried again before the log grows. */
  let isPending = false
  /** Whether pages were checkpointed whose checksums are not saved: the log must not restart before they are. */
  let isUnsaved = false

  function checkpointOptions(): CheckpointOptions {
    // Pages of a log that a killed process left can be in the database without their checksums.
    const isOld = salt && readLog(path, { pageSize, maxFrames: 1 })?.salt.equals(salt)
    return {
      file: isUnsaved || isOld ? undefined : file,
      onStart() {
        isUnsaved = true
      },
    }
  }
  function checkpointNow(truncates: boolean): void {
    isPending = true
    framesBefore = checkpoint(connection, sums, { ...checkpointOptions(), truncates })
    isPending = isUnsaved = false
  }
  function isDue(): boolean {
    if (fileBytes(walFile(path)) < logBytes) return false
    const frames = framesInLog(connection)
    // Readers prevent the log from restarting. A checkpoint reads all of it, so the next one waits until it has
    // grown.
    const isNew = frames < framesBefore
    const added = framesBefore === 0 ? checkpointPages : Math.ceil(checkpointPages / 4)
    return frames >= (isNew ? checkpointPages : framesBefore + added)
  }
  function tryCheckpoint(truncates: boolean): void {
    try {
      checkpointNow(truncates)
    } catch {
      // Nothing is lost: isPending is set, and the next write tries again before it begins and throws the reason.
    }
  }

  return {
    connection,
    corrected,
    isChecked,
    write(work) {
      if (isPending) checkpointNow(false)
      const result = work()
      if (isDue()) tryCheckpoint(false)
      return result
    },
    checkpoint: () => tryCheckpoint(true),
    missingFile: () => files.missing(),
    pages: () => countPages(file, sums),
    check(first) {
      const count = Math.min(PAGES_PER_READ, countPages(file, sums) - first + 1)
      if (count < 1) return NOTHING
      let inLog: ReadonlyMap<number, number> | undefined
      const isInLog = (page: number) => {
        inLog ??= readLog(path, sums)?.pages ?? new Map()
        return inLog.has(page)
      }
      return checkPages(file, sums, { first, count, isInLog, isWritable: true })
    },
    checkProgress: () => sums.checkProgress(),
    saveCheckProgress: (progress) => sums.saveCheckProgress(progress),
    checkLog() {
      const frames = framesInLog(connection)
      const log = frames > 0 ? readLog(path, { pageSize: sums.pageSize, maxFrames: frames }) : undefined
      if (frames > 0 && (log?.frames ?? 0) < frames) throw damagedLog(path, log?.frames ?? 0)
    },
    close() {
      let isBehind = true
      let isLogUseless = false
      let reader: Connection | undefined
      try {
        // SQLite still has a deleted log open, and checkpoints it at closing; its checksums cannot be computed.
        if (files.missing() !== undefined) return
        checkpointBeforeClose(connection, sums, checkpointOptions())
        leaveOneFile(connection)
        isBehind = false
      } catch (error) {
        if (error instanceof StoreError && error.code === 'damaged-log') {
          isBehind = false
          isLogUseless = error instanceof ReplacedPageError
          // Closing must not checkpoint this log, as it does unless another connection is open.
          reader = openReader(path)
        }
        throw error
      } finally {
        connection.close()
        reader?.close()
        if (isLogUseless) rmSync(walFile(path), { force: true })
        if (!isBehind) sums.saveChangeCounter(readChangeCounter(file))
        closeSync(file)
        sums.close()
        // Closing has checkpointed the log without checksums: all pages get new ones when the index is opened.
        if (isBehind) removeSums(path)
      }
    },
  }
}
