import { existsSync, renameSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { archiveFolder, segmentNumbers } from '../../store/archive/segments.ts'
import { StoreError } from '../../store/indexStore.ts'
import { SCHEMA_VERSION } from '../../store/migrations/migrate.ts'
import { databaseFile, expectChain, openReader } from '../../store/openDatabase.ts'
import { type Manifest, unpackData } from './exportFormat.ts'
import { writeAll } from './exportIndex.ts'
import { readExport } from './exportReader.ts'
import { requireUnused } from './requireUnused.ts'
import { TransferError } from './transferError.ts'

/** Options of importIndex. */
export type ImportOptions = {
  readonly file: string
  /** The index's folder. */
  readonly dir: string
  /** Root hash of the zero state of the target network, hexadecimal; undefined if it is not known. */
  readonly chain?: string | undefined
  /** True to replace an index of the same chain. */
  readonly replace?: boolean
  /** Makes the database of the received files again: its rows are not believed. See deriveImported. */
  derive(dir: string, manifest: Manifest): Promise<unknown>
  /** Called with the imported bytes and the total. */
  onProgress?(done: number, total: number): void
  readonly signal?: AbortSignal
}

/**
 * Creates an index's folder from an exported file. Everything is checked while it is written to DIR.import, which
 * replaces DIR when it is complete. A repeated import continues an interrupted one: existing bytes are compared, not
 * written again. Rejects with TransferError (naming the file), StoreError (newer-schema, other-chain, disk-full, …)
 * or the signal's reason, with DIR unchanged.
 */
export async function importIndex(options: ImportOptions): Promise<Manifest> {
  const { file, dir } = options
  const handle = await openExport(file)
  try {
    const manifest = await receive(handle, options)
    await options.derive(stagingOf(dir), manifest)
    await putInPlace(dir)
    return manifest
  } catch (error) {
    if (error instanceof TransferError) {
      throw new TransferError(`${file} cannot be imported: ${messageOf(error)}`, { cause: error })
    }
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new StoreError('disk-full', `no space is left for the index at ${dir}`, { cause: error })
    }
    throw error
  } finally {
    await handle.close()
  }
}

/** Reads the manifest at the start of an exported file. Rejects with TransferError. */
export async function readManifest(file: string): Promise<Manifest> {
  const handle = await openExport(file)
  try {
    return await firstFrame(readExport(handle))
  } catch (error) {
    if (!(error instanceof TransferError)) throw error
    throw new TransferError(`${file} cannot be imported: ${messageOf(error)}`, { cause: error })
  } finally {
    await handle.close()
  }
}

async function openExport(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    throw new TransferError(`${file} cannot be read`, { cause: error })
  }
}

async function firstFrame(frames: ReturnType<typeof readExport>): Promise<Manifest> {
  const first = await frames.next()
  if (first.done || first.value.kind !== 'manifest')
    throw new TransferError('it does not begin with a manifest')
  return first.value.manifest
}

async function receive(handle: FileHandle, options: ImportOptions): Promise<Manifest> {
  const { dir, onProgress, signal } = options
  const frames = readExport(handle)
  const manifest = await firstFrame(frames)
  expectFitting(manifest, options)
  const staging = await openStaging(dir, manifest)
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  let current: { readonly file: number; readonly handle: FileHandle } | undefined
  try {
    for await (const part of frames) {
      if (part.kind !== 'data') continue
      signal?.throwIfAborted()
      const { file, offset, bytes } = await unpackData(part.payload)
      if (current?.file !== file) {
        await current?.handle.close()
        current = { file, handle: await openStaged(join(staging, manifest.files[file]?.name ?? '')) }
      }
      await put(current.handle, bytes, offset)
      done += bytes.length
      onProgress?.(done, total)
      if (offset + bytes.length !== manifest.files[file]?.bytes) continue
      await current.handle.truncate(offset + bytes.length)
      await current.handle.sync()
    }
  } finally {
    await current?.handle.close()
  }
  expectDatabase(databaseFile(staging), manifest)
  return manifest
}

/** Checks the manifest before anything is written. Throws StoreError, TransferError. */
function expectFitting(manifest: Manifest, { dir, chain, replace = false }: ImportOptions): void {
  if (manifest.schema > SCHEMA_VERSION) {
    throw new StoreError(
      'newer-schema',
      `it was exported by a newer Tonscope (its schema is ${manifest.schema}, this program knows ${SCHEMA_VERSION})`,
      { hint: 'update Tonscope' },
    )
  }
  if (chain !== undefined && chain !== manifest.chain) {
    throw new StoreError(
      'other-chain',
      `it is an index of the chain with zero state ${manifest.chain}, the network has ${chain}`,
    )
  }
  undoHalfSwap(dir)
  const hasDatabase = existsSync(databaseFile(dir))
  if (!hasDatabase && segmentNumbers(archiveFolder(dir)).length === 0) return
  if (!replace) {
    throw new TransferError(`there is an index at ${dir} already`, {
      hint: 'give --replace to put this one in its place',
    })
  }
  if (!hasDatabase) return
  requireUnused(dir)
  const connection = openReader(databaseFile(dir))
  try {
    expectChain(connection, manifest.chain)
  } finally {
    connection.close()
  }
}

/** Restores the old folder after a kill between the two renames of putInPlace. */
function undoHalfSwap(dir: string): void {
  if (!existsSync(dir) && existsSync(replacedBy(dir))) renameSync(replacedBy(dir), dir)
}

function replacedBy(dir: string): string {
  return `${dir}.old`
}

/** Opens the staging folder: an existing one with the same manifest, or a new one. */
async function openStaging(dir: string, manifest: Manifest): Promise<string> {
  const staging = stagingOf(dir)
  const note = join(staging, 'manifest.json')
  const text = JSON.stringify(manifest)
  if (existsSync(note) && (await readFile(note, 'utf8')) === text) return staging
  await rm(staging, { recursive: true, force: true })
  await mkdir(archiveFolder(staging), { recursive: true })
  await writeFile(note, text)
  return staging
}

function stagingOf(dir: string): string {
  return `${dir}.import`
}

async function openStaged(path: string): Promise<FileHandle> {
  return open(path, existsSync(path) ? 'r+' : 'wx+')
}

/** Writes bytes unless an interrupted import has already written them. */
async function put(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  const there = Buffer.allocUnsafe(bytes.length)
  const { bytesRead } = await handle.read(there, 0, bytes.length, at)
  if (bytesRead === bytes.length && there.equals(bytes)) return
  await writeAll(handle, bytes, at)
}

/** Checks the database against the manifest. Throws StoreError, TransferError. */
function expectDatabase(file: string, manifest: Manifest): void {
  const connection = openReader(file)
  try {
    expectChain(connection, manifest.chain)
    const coverage = connection
      .prepare<[], [number, number]>('SELECT first, last FROM coverage ORDER BY first')
      .raw()
      .all()
    if (JSON.stringify(coverage) !== JSON.stringify(manifest.coverage)) {
      throw new TransferError('its database covers other blocks than its manifest says')
    }
  } finally {
    connection.close()
  }
}

/** Renames DIR.import to DIR; the old folder is deleted last. */
async function putInPlace(dir: string): Promise<void> {
  const old = replacedBy(dir)
  await rm(old, { recursive: true, force: true })
  if (existsSync(dir)) await rename(dir, old)
  await rename(stagingOf(dir), dir)
  await rm(join(dir, 'manifest.json'))
  await rm(old, { recursive: true, force: true })
}
