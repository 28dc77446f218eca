import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { openBlockReader } from '../../store/archive/blockReader.ts'
import { keptFiles, readKept, replaceKept } from '../../store/archive/keptFiles.ts'
import { type ArchiveRef, archiveFolder, type Segments } from '../../store/archive/segments.ts'
import { lockIndex } from '../../store/indexLock.ts'
import { type SeqnoRange, StoreError, type WatchedRow } from '../../store/indexStore.ts'
import { findDamage } from '../../store/integrity/guardedWriter.ts'
import { removeSums } from '../../store/integrity/sumsFile.ts'
import { databaseFile, openWriter, rebuildFolder } from '../../store/openDatabase.ts'
import { type Connection, sqlite } from '../../store/sqlite/driver.ts'
import { leaveOneFile } from '../../store/sqlite/pragmas.ts'
import { createWatchedRows } from '../../store/write/watchedAccounts.ts'
import { createWriter } from '../../store/write/writer.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { zeroStateConfig } from '../offline/offlineConfig.ts'
import { ParseError } from '../parse/parseError.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import { createParsePool } from '../parse/parsePool.ts'
import { zeroStatesOfConfig } from '../zeroStates.ts'
import { archivedStep } from './archivedStep.ts'
import { scanArchive } from './archiveIndex.ts'
import { TransferError } from './transferError.ts'

/** Options of rebuildIndex. */
export type RebuildOptions = {
  /** The index's folder. */
  readonly dir: string
  /**
   * Root hash of the network's zero state, hexadecimal; if undefined, it is read from the archive or the old
   * database.
   */
  readonly chain?: string | undefined
  /** False: settings and jobs of the old database are not copied. Default: true. */
  readonly takesOver?: boolean
  /** Called before any change. */
  onDropped?(dropped: DroppedRows): void
  onProgress?(stage: 'reading' | 'writing', done: number, total: number): void
  /** Fetches the zero states if the archive's are missing or damaged; undefined if the network does not answer. */
  fetchZeroStates?(): Promise<readonly BlockFile[] | undefined>
  readonly signal?: AbortSignal
}

/**
 * Rows of the old database that only read-through wrote, outside of the archived blocks. The new database lacks them:
 * no archived block can prove them, and a request fetches them again with proof.
 */
export type DroppedRows = {
  readonly transactions: number
  /** Number of accounts with a stored history. */
  readonly accounts: number
}

/** The result of a rebuild. */
export type Rebuilt = {
  readonly coverage: readonly SeqnoRange[]
  readonly transactions: number
  /** Archived masterchain blocks that could not be indexed, and why. */
  readonly lost: readonly { readonly seqno: number; readonly reason: string }[]
  /** Bytes of the archive without a readable block. */
  readonly damagedBytes: number
}

/** Number of masterchain blocks that are parsed ahead, and of those that are written together. */
const AHEAD = 8
const BLOCKS_PER_WRITE = 4

/**
 * Rebuilds the index's database from the archive alone. The new one is built in DIR/rebuild and replaces the old one
 * when it is complete; an interrupted rebuild continues when it is repeated. Settings and jobs are copied from the
 * old database if it is readable; rows that only read-through wrote are not (see DroppedRows). Rejects with StoreError
 * (`locked`, …), TransferError or the signal's reason.
 */
export async function rebuildIndex(options: RebuildOptions): Promise<Rebuilt> {
  const { dir, takesOver = true, onDropped, onProgress, signal } = options
  const archiveDir = archiveFolder(dir)
  const lock = lockIndex(dir)
  const undo: (() => void | Promise<void>)[] = [() => lock.release()]
  try {
    const staging = rebuildFolder(dir)
    await mkdir(staging, { recursive: true })
    const dropped = onDropped && readOld(databaseFile(dir), countDropped)
    if (dropped) onDropped?.(dropped)
    const archive = scanArchive({
      archiveDir,
      file: join(staging, 'places.sqlite'),
      onSegment: (done, total) => onProgress?.('reading', done, total),
      signal,
    })
    undo.push(() => archive.close())
    const seqnos = archive.masterchainSeqnos()
    if (seqnos.length === 0) throw new TransferError(`there are no blocks in the archive at ${archiveDir}`)
    const chain = chainOf(options)
    const connection = openWriter(staging, chain)
    undo.push(() => void connection.close())
    const parser = createParsePool()
    undo.push(() => parser.close())
    const reader = openBlockReader(archiveDir)
    undo.push(() => reader.close())

    const writer = createWriter(connection, knownArchive(archive))
    if (seqnos[0] === 1) writer.writeHistory(await parser.zeroStates(await zeroStatesOf(options, chain)))
    const covered = writer.coverage()
    const left = seqnos.filter((seqno) => !covered.some(({ first, last }) => first <= seqno && seqno <= last))
    const known = { at: archive.at, isDamaged: archive.damagedBytes > 0 }
    const lost: { seqno: number; reason: string }[] = []
    const parsed = mapInOrder(left, AHEAD, async (seqno) => {
      signal?.throwIfAborted()
      try {
        return await parser.masterchainBlock(archivedStep(known, reader, seqno))
      } catch (error) {
        if (!(error instanceof TransferError || error instanceof StoreError || error instanceof ParseError))
          throw error
        lost.push({ seqno, reason: messageOf(error) })
        return undefined
      }
    })
    let done = seqnos.length - left.length
    let waiting: Uint8Array[] = []
    const write = () => {
      writer.writeBlocks(waiting)
      waiting = []
      onProgress?.('writing', done, seqnos.length)
    }
    for await (const facts of parsed) {
      done++
      if (facts) waiting.push(facts)
      if (waiting.length === BLOCKS_PER_WRITE) write()
    }
    write()
    if (takesOver) takeOver(databaseFile(dir), connection)
    const rebuilt: Rebuilt = {
      coverage: writer.coverage(),
      transactions: connection.prepare<[], number>('SELECT count(*) FROM transactions').pluck().get() ?? 0,
      lost,
      damagedBytes: archive.damagedBytes,
    }
    leaveOneFile(connection)
    connection.close()
    await swap(dir, staging)
    return rebuilt
  } finally {
    for (const each of undo.reverse()) await each()
    // Only after everything is closed, and only if the new database was put in place.
    const staging = rebuildFolder(dir)
    if (!existsSync(databaseFile(staging))) await rm(staging, { recursive: true, force: true })
  }
}

/** Returns an existing archive in the form of a writer's: blocks are not appended again, only located. */
export function knownArchive(archive: { byRoot(rootHash: Buffer): ArchiveRef | undefined }): Segments {
  return {
    append(rootHash) {
      const ref = archive.byRoot(rootHash)
      if (!ref)
        throw new TransferError(`the archive lacks the block with root hash ${rootHash.toString('hex')}`)
      return ref
    },
    sync() {},
    end: () => ({ segment: 0, size: 0 }),
    rollback() {},
    size: () => 0,
    close() {},
  }
}

/** Reads the zero states; fetches and stores them if they are missing or damaged. */
async function zeroStatesOf(
  { dir, fetchZeroStates }: RebuildOptions,
  chain: string,
): Promise<readonly BlockFile[]> {
  const archiveDir = archiveFolder(dir)
  const kept = keptFiles(archiveDir).filter(({ id }) => id.seqno === 0)
  let damage: string
  try {
    const files = kept.map(({ id }) => ({ id, data: readKept(archiveDir, id) }))
    const found = zeroStatesOfChain(files, chain)
    if (found) return found
    damage = 'the archive lacks the zero states'
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    damage = messageOf(error)
  }
  const fetched = await fetchZeroStates?.()
  // Without them, accounts that have not changed since then would be missing in the index, which would claim to have all.
  if (!fetched) throw new TransferError(damage)
  for (const { id, data } of fetched) await replaceKept(archiveDir, id, data)
  return fetched
}

/** Returns the zero states that a chain begins with; undefined if one of them is missing. Throws TransferError. */
function zeroStatesOfChain(files: readonly BlockFile[], chain: string): readonly BlockFile[] | undefined {
  const first = files.find(({ id }) => id.workchain === MASTERCHAIN)
  if (!first) return undefined
  const root = parseBocRoot(first.data)
  if (root.hash().toString('hex') !== chain)
    throw new TransferError(`the archive's zero state is not that of the chain with zero state ${chain}`)
  const config = zeroStateConfig(root)
  const others = (config ? zeroStatesOfConfig(config) : []).map((id) =>
    files.find(
      (file) => file.id.workchain === id.workchain && parseBocRoot(file.data).hash().equals(id.rootHash),
    ),
  )
  return others.every((file) => file !== undefined) ? [first, ...others] : undefined
}

function chainOf({ dir, chain }: RebuildOptions): string {
  const zero = keptFiles(archiveFolder(dir)).find(({ id }) => id.workchain === MASTERCHAIN && id.seqno === 0)
  const found = chain ?? zero?.id.rootHash.toString('hex') ?? readOld(databaseFile(dir), chainIn)
  if (found === undefined) {
    throw new TransferError(`nothing at ${dir} says which chain the archive is of`, {
      hint: 'give --network',
    })
  }
  return found
}

function chainIn(old: Connection): string | undefined {
  return old.prepare<[], string>("SELECT value FROM meta WHERE key = 'chain'").pluck().get()
}

/** Reads from the old database; undefined if it is missing or too damaged. */
function readOld<T>(file: string, read: (old: Connection) => T): T | undefined {
  if (!existsSync(file)) return undefined
  let old: Connection | undefined
  try {
    old = new (sqlite())(file, { readonly: true })
    return read(old)
  } catch (error) {
    // A damaged database is the reason for a rebuild.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))
      return undefined
    throw error
  } finally {
    old?.close()
  }
}

function countDropped(old: Connection): DroppedRows {
  const count = (sql: string) => old.prepare<[], number>(sql).pluck().get() ?? 0
  return {
    transactions: count(
      'SELECT count(*) FROM blocks JOIN transactions ON transactions.block = blocks.id WHERE gen_utime IS NULL',
    ),
    accounts: count('SELECT count(*) FROM account_coverage'),
  }
}

/** Copies settings, jobs and watched accounts, unless their pages are damaged: each table has one page. */
function takeOver(file: string, into: Connection): void {
  const damaged = new Set(
    existsSync(file) ? findDamage(file, { checkedBytes: Number.POSITIVE_INFINITY }) : [],
  )
  const rows = readOld(file, (old) => {
    const roots = old
      .prepare<[], number>(
        "SELECT rootpage FROM sqlite_schema WHERE tbl_name IN ('meta', 'jobs', 'watched_accounts')",
      )
      .pluck()
      .all()
    if ([1, ...roots].some((page) => damaged.has(page))) return undefined
    return {
      meta: old.prepare("SELECT key, value FROM meta WHERE key <> 'chain'").raw().all() as unknown[][],
      jobs: old.prepare('SELECT * FROM jobs').raw().all() as unknown[][],
      watched: readWatched(old),
    }
  })
  if (!rows) return
  const meta = into.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  for (const row of rows.meta) meta.run(...row)
  for (const row of rows.jobs) {
    into.prepare(`INSERT OR REPLACE INTO jobs VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  }
  const watched = createWatchedRows(into)
  for (const row of rows.watched) watched.save(row)
}

/** Reads the watched accounts; a database of schema 7 or older has none. */
function readWatched(old: Connection): readonly WatchedRow[] {
  const isKnown = old.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'watched_accounts'").get()
  return isKnown === undefined ? [] : createWatchedRows(old).all()
}

/**
 * Replaces the old database by the new one. The old one's log is deleted first, because it must not be applied to the
 * new one. The checksums are deleted last, so that the old database is still known to be damaged after a kill.
 */
async function swap(dir: string, staging: string): Promise<void> {
  const file = databaseFile(dir)
  for (const log of [`${file}-wal`, `${file}-shm`]) await rm(log, { force: true })
  await rename(databaseFile(staging), file)
  removeSums(file)
}
