import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { archiveFolder, openSegments, type Segments } from './archive/segments.ts'
import { type IndexLock, lockIndex } from './indexLock.ts'
import { type SeqnoRange, StoreError } from './indexStore.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { databaseFile, expectChain, makeFolder, openReader, openWriter } from './openDatabase.ts'
import type { Connection } from './sqlite/driver.ts'
import { checkpointLog, fileBytes, walFile } from './sqlite/logCheckpoints.ts'
import { leaveOneFile } from './sqlite/pragmas.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'
import { withBuffers } from './withBuffers.ts'
import { readCoverage } from './write/coverage.ts'
import { createJobRows } from './write/jobs.ts'
import { createMetadataContentRows } from './write/metadataContents.ts'
import { createSettingRows } from './write/settings.ts'
import { createWriter, type Writer } from './write/writer.ts'
import type { WriterActs, WriterOptions } from './writerMessages.ts'

/** An index opened in this thread: what can be asked of it. Every act throws StoreError. */
export type OpenIndex = { readonly acts: WriterActs; readonly coverage: readonly SeqnoRange[] }

/** Opens an index to write it, or only to read what the main thread wants to know. Throws StoreError. */
export function openIndex({ dir, chain, isReadOnly }: WriterOptions): OpenIndex {
  const file = databaseFile(dir)
  const { acts, coverage } = isReadOnly ? openToRead(file, chain) : openToWrite(dir, chain)
  const guarded = Object.entries(acts).map(([name, act]) => [name, guard(file, act as Act)])
  return { acts: Object.fromEntries(guarded), coverage }
}

type Act = (...takes: never[]) => unknown

function guard(file: string, act: Act): Act {
  return (...takes) => {
    try {
      return act(...takes)
    } catch (error) {
      throw storeErrorOf(error, file)
    }
  }
}

function openToWrite(dir: string, chain: string): OpenIndex {
  makeFolder(dir)
  // Before anything in the folder is touched.
  const lock = lockIndex(dir)
  let connection: Connection | undefined
  try {
    connection = openWriter(dir, chain)
    const archive = openSegments(archiveFolder(dir))
    const writer = createWriter(connection, archive)
    return { coverage: writer.coverage(), acts: writingActs(dir, connection, writer, archive, lock) }
  } catch (error) {
    connection?.close()
    lock.release()
    throw error
  }
}

function writingActs(
  dir: string,
  connection: Connection,
  writer: Writer,
  archive: Segments,
  lock: IndexLock,
): WriterActs {
  const settings = createSettingRows(connection)
  const checkpoints = checkpointLog(connection, { file: databaseFile(dir) })
  return {
    ...readingActs(dir, connection),
    writeBlocks: writer.writeBlocks,
    writeHistory: writer.writeHistory,
    writeDetected: (batch) => writer.writeDetected(withBuffers(batch)),
    queueRechecks: writer.queueRechecks,
    writeActions: (batch) => writer.writeActions(withBuffers(batch)),
    queueTraces: writer.queueTraces,
    reclassify: writer.reclassify,
    reclassification: writer.reclassification,
    saveJob: createJobRows(connection).save,
    saveSetting: ([key, value]) => settings.save(key, value),
    saveMetadataContents: createMetadataContentRows(connection).save,
    close() {
      checkpoints[Symbol.dispose]()
      try {
        leaveOneFile(connection)
      } finally {
        connection.close()
        archive.close()
        lock.release()
      }
    },
  }
}

function openToRead(file: string, chain: string): OpenIndex {
  const connection = openReader(file)
  try {
    expectChain(connection, chain)
    const refuse = () => {
      throw new StoreError('read-only', `the index at ${file} is open for reading only`)
    }
    return {
      coverage: readCoverage(connection),
      acts: {
        ...readingActs(join(file, '..'), connection),
        writeBlocks: refuse,
        writeHistory: refuse,
        writeDetected: refuse,
        queueRechecks: refuse,
        writeActions: refuse,
        queueTraces: refuse,
        reclassify: refuse,
        reclassification: refuse,
        saveJob: refuse,
        saveSetting: refuse,
        saveMetadataContents: refuse,
        close: () => void connection.close(),
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

function readingActs(
  dir: string,
  connection: Connection,
): Pick<WriterActs, keyof Lookups | 'jobs' | 'setting' | 'sizes'> {
  const jobs = createJobRows(connection)
  const settings = createSettingRows(connection)
  const file = databaseFile(dir)
  return {
    ...createLookups(connection),
    jobs: () => jobs.all(),
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
