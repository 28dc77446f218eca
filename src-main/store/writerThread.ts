import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { archiveFolder, openSegments, type Segments } from './archive/segments.ts'
import { type IndexLock, lockIndex, lockPath } from './indexLock.ts'
import { type SeqnoRange, StoreError } from './indexStore.ts'
import { createArchiveCheck } from './integrity/archiveCheck.ts'
import { type BackgroundCheckOptions, startBackgroundCheck } from './integrity/backgroundCheck.ts'
import { watchFiles } from './integrity/filesWatch.ts'
import { expectUndamaged, type GuardedWriter, openGuardedWriter } from './integrity/guardedWriter.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { databaseFile, expectChain, makeFolder, openReader } from './openDatabase.ts'
import type { Connection } from './sqlite/driver.ts'
import { checkpointLog, fileBytes, walFile } from './sqlite/logCheckpoints.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'
import { readCoverage } from './write/coverage.ts'
import { createJobRows } from './write/jobs.ts'
import { createMetadataContentRows } from './write/metadataContents.ts'
import { createSettingRows } from './write/settings.ts'
import { createWatchedRows } from './write/watchedAccounts.ts'
import { createWriter, type Writer } from './write/writer.ts'
import type { WriterMethods, WriterOptions } from './writerMessages.ts'

/** An index opened in this thread. Every method throws StoreError. */
export type OpenIndex = { readonly methods: WriterMethods; readonly coverage: readonly SeqnoRange[] }

/** Receives the results of the background check. */
export type IntegrityListener = Pick<BackgroundCheckOptions, 'onStatus' | 'onDamage'>

const IGNORED: IntegrityListener = { onStatus() {}, onDamage() {} }

/** Opens an index for writing, or only for the main thread's queries. Throws StoreError. */
export function openIndex(options: WriterOptions, listener = IGNORED): OpenIndex {
  const { dir, chain, isReadOnly } = options
  const file = databaseFile(dir)
  const { methods, coverage } = isReadOnly ? openToRead(file, chain) : openToWrite(options, listener)
  const guarded = Object.entries(methods).map(([name, method]) => [name, guard(file, method as Method)])
  return { methods: Object.fromEntries(guarded), coverage }
}

type Method = (...params: never[]) => unknown

function guard(file: string, method: Method): Method {
  return (...params) => {
    try {
      return method(...params)
    } catch (error) {
      throw storeErrorOf(error, file)
    }
  }
}

function openToWrite({ dir, chain, ...options }: WriterOptions, listener: IntegrityListener): OpenIndex {
  makeFolder(dir)
  // The lock comes before any change in the folder.
  const lock = lockIndex(dir)
  let guarded: GuardedWriter | undefined
  try {
    guarded = openGuardedWriter(dir, chain, options)
    const archive = openSegments(archiveFolder(dir))
    const writer = createWriter(guarded.connection, archive)
    return {
      coverage: writer.coverage(),
      methods: writingMethods(dir, { guarded, writer, archive, lock, listener }),
    }
  } catch (error) {
    guarded?.close()
    lock.release()
    throw error
  }
}

type WritingParts = {
  readonly guarded: GuardedWriter
  readonly writer: Writer
  readonly archive: Segments
  readonly lock: IndexLock
  readonly listener: IntegrityListener
}

function writingMethods(
  dir: string,
  { guarded, writer, archive, lock, listener }: WritingParts,
): WriterMethods {
  const { connection } = guarded
  const settings = createSettingRows(connection)
  const watched = createWatchedRows(connection)
  const checkpoints = checkpointLog(connection, { file: databaseFile(dir), checkpoint: guarded.checkpoint })
  /** Wraps a write with the checkpoints, which SQLite does not run by itself: see integrity/checkpoint.ts. */
  const written =
    <Params extends unknown[], Result>(write: (...params: Params) => Result) =>
    (...params: Params): Result => {
      check.expectFiles()
      return guarded.write(() => write(...params))
    }
  const check = startBackgroundCheck({
    file: databaseFile(dir),
    guarded,
    lock: watchFiles([lockPath(dir)]),
    archive: createArchiveCheck(connection, archiveFolder(dir)),
    ...listener,
  })
  return {
    ...readingMethods(dir, connection),
    checkDatabase: () => check.checkDatabase(),
    checkArchived: (id) => check.checkArchived(id),
    lostFiles: (limit) => check.lostFiles(limit),
    restoreBlock: written((block) => {
      const isRestored = writer.restoreBlock(block)
      if (isRestored) check.checkArchived(block.id)
      return isRestored
    }),
    checkFiles: () => check.checkFiles(),
    writeBlocks: written(writer.writeBlocks),
    writeHistory: written(writer.writeHistory),
    writeDetected: written(writer.writeDetected),
    queueRechecks: written(writer.queueRechecks),
    writeActions: written(writer.writeActions),
    queueTraces: written(writer.queueTraces),
    reclassify: written(writer.reclassify),
    reclassification: writer.reclassification,
    saveJob: written(createJobRows(connection).save),
    saveWatched: written(watched.save),
    removeWatched: written(watched.remove),
    saveSetting: written(([key, value]) => settings.save(key, value)),
    saveMetadataContents: written(createMetadataContentRows(connection).save),
    close() {
      checkpoints[Symbol.dispose]()
      try {
        check[Symbol.dispose]()
        guarded.close()
      } finally {
        archive.close()
        lock.release()
      }
    },
  }
}

function openToRead(file: string, chain: string): OpenIndex {
  expectUndamaged(file)
  const connection = openReader(file)
  try {
    expectChain(connection, chain)
    const refuse = () => {
      throw new StoreError('read-only', `the index at ${file} is open for reading only`)
    }
    return {
      coverage: readCoverage(connection),
      methods: {
        ...readingMethods(join(file, '..'), connection),
        writeBlocks: refuse,
        writeHistory: refuse,
        writeDetected: refuse,
        queueRechecks: refuse,
        writeActions: refuse,
        queueTraces: refuse,
        reclassify: refuse,
        reclassification: refuse,
        saveJob: refuse,
        saveWatched: refuse,
        removeWatched: refuse,
        saveSetting: refuse,
        saveMetadataContents: refuse,
        checkDatabase: refuse,
        checkArchived: refuse,
        lostFiles: refuse,
        restoreBlock: refuse,
        checkFiles: refuse,
        close: () => void connection.close(),
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

function readingMethods(
  dir: string,
  connection: Connection,
): Pick<WriterMethods, keyof Lookups | 'jobs' | 'watchedAccounts' | 'setting' | 'sizes'> {
  const jobs = createJobRows(connection)
  const watched = createWatchedRows(connection)
  const settings = createSettingRows(connection)
  const file = databaseFile(dir)
  return {
    ...createLookups(connection),
    jobs: () => jobs.all(),
    watchedAccounts: () => watched.all(),
    setting: (key) => settings.read(key),
    sizes: () => ({
      index: fileBytes(file),
      wal: fileBytes(walFile(file)),
      archive: bytesUnder(archiveFolder(dir)),
    }),
  }
}

function bytesUnder(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce((sum, name) => sum + fileBytes(join(folder, name)), 0)
}
