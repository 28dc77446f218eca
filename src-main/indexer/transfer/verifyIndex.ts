import { messageOf } from '#shared/messageOf.ts'
import { openBlockReader } from '../../store/archive/blockReader.ts'
import { archiveFolder } from '../../store/archive/segments.ts'
import { type SeqnoRange, StoreError } from '../../store/indexStore.ts'
import { migrate } from '../../store/migrations/migrate.ts'
import { databaseFile, openReader } from '../../store/openDatabase.ts'
import { sqlite } from '../../store/sqlite/driver.ts'
import { createWriter } from '../../store/write/writer.ts'
import { openBlockRows } from '../offline/blockRows.ts'
import { ParseError } from '../parse/parseError.ts'
import { runJob } from '../parse/runJob.ts'
import { countSeqnos } from '../ranges.ts'
import { archivedStep } from './archivedStep.ts'
import { compareRows, DERIVED_ROWS, type Difference, derivedRows, type Row } from './derivedRows.ts'
import { knownArchive } from './rebuildIndex.ts'
import { TransferError } from './transferError.ts'

/** Options of verifyIndex. */
export type VerifyOptions = {
  /** The index's folder. */
  readonly dir: string
  /** Number of masterchain blocks to check, spread over all covered ones; undefined for all. */
  readonly sample?: number | undefined
  /** Number of differences after which it stops. */
  readonly maxDifferences?: number
  onProgress?(done: number, total: number): void
  readonly signal?: AbortSignal
}

/** The result of a verification. */
export type Verified = {
  /** Number of masterchain blocks that were derived again. */
  readonly checked: number
  readonly covered: number
  readonly differences: readonly Difference[]
  /** Covered masterchain blocks whose files are missing or damaged, and why. */
  readonly unreadable: readonly { readonly mcSeqno: number; readonly reason: string }[]
}

/** Number of masterchain blocks after which the scratch database is replaced by an empty one. */
const SCRATCH_BLOCKS = 100

/**
 * Derives rows again from the archived blocks and compares them with the database, also while the index is in use.
 * Rejects with StoreError or the signal's reason; faults of the index are in the result.
 */
export async function verifyIndex(options: VerifyOptions): Promise<Verified> {
  const { dir, sample, maxDifferences = 20, onProgress, signal } = options
  const connection = openReader(databaseFile(dir))
  const reader = openBlockReader(archiveFolder(dir))
  let scratch: ReturnType<typeof openScratch> | undefined
  try {
    const rows = openBlockRows(connection)
    const archive = {
      at: (block: Parameters<typeof rows.at>[0]) => {
        const found = rows.at(block)
        return found?.ref && { id: found.id, ref: found.ref }
      },
      byRoot: rows.refOf,
      // A missing block fails when it is read.
      isDamaged: false,
    }
    const newestLt = connection
      .prepare<[unknown], bigint>(
        'SELECT last_tx_lt FROM latest_states JOIN accounts ON id = account WHERE address = ? ORDER BY id LIMIT 1',
      )
      .pluck()
      .safeIntegers()
    /** If an account has changed since, the block does not determine its newest state. */
    const isNewest = (row: Row) => (newestLt.get(row.address) ?? 0n) <= (row.last_tx_lt as bigint)
    const coverage = rows.coverage()
    const covered = countSeqnos(coverage)
    const seqnos = chosen(coverage, sample ?? covered)
    const differences: Difference[] = []
    const unreadable: { mcSeqno: number; reason: string }[] = []
    for (const [index, mcSeqno] of seqnos.entries()) {
      signal?.throwIfAborted()
      if (!scratch || index % SCRATCH_BLOCKS === 0) {
        scratch?.connection.close()
        scratch = openScratch(archive)
      }
      const { connection: derived, writer } = scratch
      try {
        const facts = runJob({ kind: 'masterchain-block', ...archivedStep(archive, reader, mcSeqno) })
        writer.writeBlocks([facts])
      } catch (error) {
        if (!isUnreadable(error)) throw error
        unreadable.push({ mcSeqno, reason: messageOf(error) })
        continue
      }
      for (const set of DERIVED_ROWS) {
        const [is, ought] = [derivedRows(connection, set, mcSeqno), derivedRows(derived, set, mcSeqno)]
        const comparable = set.table === 'latest_states' ? ought.filter(isNewest) : ought
        differences.push(...compareRows(mcSeqno, set, is, comparable))
      }
      onProgress?.(index + 1, seqnos.length)
      if (differences.length >= maxDifferences) {
        return { checked: index + 1, covered, differences: differences.slice(0, maxDifferences), unreadable }
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { checked: seqnos.length, covered, differences, unreadable }
  } finally {
    scratch?.connection.close()
    reader.close()
    connection.close()
  }
}

/** Opens an empty index in memory. */
function openScratch(archive: Parameters<typeof knownArchive>[0]) {
  const connection = new (sqlite())(':memory:')
  migrate(connection)
  return { connection, writer: createWriter(connection, knownArchive(archive)) }
}

/**
 * Returns seqnos at equal distances over all ranges, ascending. The first is random, so that each run takes another
 * sample.
 */
function chosen(coverage: readonly SeqnoRange[], count: number): readonly number[] {
  const covered = countSeqnos(coverage)
  const wanted = Math.min(count, covered)
  const step = covered / wanted
  const start = Math.random() * step
  return Array.from({ length: wanted }, (_, index) => seqnoAt(coverage, Math.floor(start + index * step)))
}

function seqnoAt(coverage: readonly SeqnoRange[], index: number): number {
  let left = index
  for (const { first, last } of coverage) {
    if (left <= last - first) return first + left
    left -= last - first + 1
  }
  throw new RangeError(`there is no seqno ${index}`)
}

function isUnreadable(error: unknown): error is Error {
  return error instanceof TransferError || error instanceof ParseError || error instanceof StoreError
}
