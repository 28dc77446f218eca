import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { keptFiles } from '../../store/archive/keptFiles.ts'
import { ENTRY_HEADER, segmentName, segmentNumber } from '../../store/archive/segmentFile.ts'
import { archiveFolder } from '../../store/archive/segments.ts'
import { expectUndamaged } from '../../store/integrity/guardedWriter.ts'
import { SCHEMA_VERSION } from '../../store/migrations/migrate.ts'
import { databaseFile, openReader } from '../../store/openDatabase.ts'
import { storeErrorOf } from '../../store/sqlite/sqliteErrors.ts'
import {
  CHUNK,
  DATA,
  dataPlace,
  END,
  EXPORT_START,
  type ExportedFile,
  frame,
  MANIFEST,
  type Manifest,
  packData,
} from './exportFormat.ts'
import { readExport } from './exportReader.ts'
import { TransferError } from './transferError.ts'
import { noteUnfinishedSnapshot, removeUnfinishedSnapshots } from './unfinishedSnapshots.ts'

/** Options of exportIndex. */
export type ExportOptions = {
  /** The index's folder. */
  readonly dir: string
  /** Name of the network's folder, for the manifest. */
  readonly network: string
  /** Path of the exported file, which must not exist. */
  readonly file: string
  /** Called with the exported bytes and the total. */
  onProgress?(done: number, total: number): void
  readonly signal?: AbortSignal
}

/**
 * Writes an index into one file (format: exportFormat.ts), also while it is in use: a snapshot of the database
 * (VACUUM INTO) and the archive's bytes that it refers to, which never change. Unfinished files are called FILE.part
 * and FILE.snapshot; an interrupted export continues when it is repeated. A snapshot that is not finished is removed
 * by the next start. Rejects with TransferError, StoreError or
 * the signal's reason.
 */
export async function exportIndex(options: ExportOptions): Promise<Manifest> {
  const { dir, file, onProgress, signal } = options
  if (existsSync(file)) throw new TransferError(`${file} is there already`)
  const partial = `${file}.part`
  const snapshot = `${file}.snapshot`
  if (!existsSync(snapshot)) {
    await rm(partial, { force: true })
    await takeSnapshot(dir, snapshot)
  }
  const manifest = await manifestOf(snapshot, options)
  const { files } = manifest
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const out = await open(partial, existsSync(partial) ? 'r+' : 'wx+')
  try {
    const started = await readStarted(out, manifest)
    await out.truncate(started.end)
    const all = createHash('sha256')
    await hashStart(out, started.end, all)
    let at = started.end
    const append = async (bytes: Buffer) => {
      all.update(bytes)
      await writeAll(out, bytes, at)
      at += bytes.length
    }
    if (at === 0) {
      await append(EXPORT_START)
      await append(frame(MANIFEST, Buffer.from(JSON.stringify(manifest))))
    }
    let done = started.done
    const paths = files.map(({ name }, index) => (index === 0 ? snapshot : join(dir, name)))
    for await (const data of eachChunk(files, done, paths)) {
      signal?.throwIfAborted()
      await append(frame(DATA, await packData(data, isSegment(files[data.file]))))
      done += data.bytes.length
      onProgress?.(done, total)
    }
    await append(frame(END, all.copy().digest()))
    await out.sync()
  } finally {
    await out.close()
  }
  await rename(partial, file)
  await rm(snapshot)
  return manifest
}

/** Copies the current database into one file. Another process can write it at the same time. */
async function takeSnapshot(dir: string, snapshot: string): Promise<void> {
  const database = databaseFile(dir)
  const unfinished = `${snapshot}.new`
  await rm(unfinished, { force: true })
  // A copy gets new checksums, which would hide existing damage.
  expectUndamaged(database)
  removeUnfinishedSnapshots(dir)
  const removeNote = noteUnfinishedSnapshot(dir, unfinished)
  const connection = openReader(database)
  try {
    connection.pragma('query_only = OFF')
    connection.prepare('VACUUM INTO ?').run(unfinished)
  } catch (error) {
    // On a full disk it would keep the space from being used.
    await rm(unfinished, { force: true })
    throw storeErrorOf(error, unfinished)
  } finally {
    connection.close()
    removeNote()
  }
  await rename(unfinished, snapshot)
}

async function manifestOf(snapshot: string, { dir, network }: ExportOptions): Promise<Manifest> {
  const connection = openReader(snapshot)
  try {
    const chain = connection.prepare<[], string>("SELECT value FROM meta WHERE key = 'chain'").pluck().get()
    if (chain === undefined) throw new TransferError('the index does not say which chain it is of')
    const coverage = connection
      .prepare<[], [number, number]>('SELECT first, last FROM coverage ORDER BY first')
      .raw()
      .all()
    const segments = connection
      .prepare<[number], { segment: number; bytes: number }>(
        'SELECT segment, max(place + length) + ? AS bytes FROM archived GROUP BY segment ORDER BY segment',
      )
      .all(ENTRY_HEADER)
    const archived = [
      ...segments.map(({ segment, bytes }) => ({ name: segmentName(segment), bytes })),
      ...keptFiles(archiveFolder(dir)),
    ]
    const { size, mtimeMs } = await statOf(snapshot)
    const created = Math.floor(mtimeMs / 1000)
    const files = [
      { name: basename(databaseFile(dir)), bytes: size },
      ...archived.map(({ name, bytes }) => ({ name: `archive/${name}`, bytes })),
    ]
    return { schema: SCHEMA_VERSION, chain, network, coverage, created, files }
  } finally {
    connection.close()
  }
}

async function statOf(file: string) {
  const handle = await open(file, 'r')
  try {
    return await handle.stat()
  } finally {
    await handle.close()
  }
}

/** Returns the position at which an interrupted export of this snapshot stopped; the start for another snapshot. */
async function readStarted(out: FileHandle, manifest: Manifest): Promise<{ end: number; done: number }> {
  let end = 0
  let done = 0
  try {
    for await (const part of readExport(out)) {
      if (part.kind === 'end') break
      if (part.kind === 'data') done += dataPlace(part.payload).length
      else if (JSON.stringify(part.manifest) !== JSON.stringify(manifest)) return { end: 0, done: 0 }
      end = part.end
    }
  } catch (error) {
    // The rest of an interrupted write.
    if (!(error instanceof TransferError)) throw error
  }
  return { end, done }
}

async function hashStart(out: FileHandle, end: number, all: { update(bytes: Buffer): void }): Promise<void> {
  for (let at = 0; at < end; at += CHUNK) {
    all.update(await readAll(out, at, Math.min(CHUNK, end - at)))
  }
}

/** Yields the files' bytes from offset `from` in their concatenation. */
async function* eachChunk(files: readonly ExportedFile[], from: number, paths: readonly string[]) {
  let before = 0
  for (const [file, { bytes }] of files.entries()) {
    const first = Math.max(0, from - before)
    before += bytes
    if (first >= bytes) continue
    const handle = await open(paths[file] as string, 'r')
    try {
      for (let offset = first; offset < bytes; offset += CHUNK) {
        yield { file, offset, bytes: await readAll(handle, offset, Math.min(CHUNK, bytes - offset)) }
      }
    } finally {
      await handle.close()
    }
  }
}

function isSegment(file: ExportedFile | undefined): boolean {
  return file !== undefined && segmentNumber(basename(file.name)) !== undefined
}

/** Reads `length` bytes at offset `at`. Rejects with TransferError if the file is shorter. */
async function readAll(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new TransferError(`a file of the index ends at ${at + done} already`)
    done += bytesRead
  }
  return bytes
}

/** Writes all bytes at offset `at`. */
export async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
