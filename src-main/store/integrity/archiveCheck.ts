import { hash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { shardFromSigned } from '#shared/ton/shard.ts'
import { formatBlockId } from '../../chain/blockId.ts'
import { writeAll } from '../../platform/writeAll.ts'
import { expandBlock } from '../archive/blockFile.ts'
import { openBlockReader } from '../archive/blockReader.ts'
import { keptFiles, readKept } from '../archive/keptFiles.ts'
import { scanSegment } from '../archive/scanSegment.ts'
import { ENTRY_HEADER, SEGMENT_START, segmentName, storeEntry } from '../archive/segmentFile.ts'
import { segmentNumbers } from '../archive/segments.ts'
import { StoreError } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { fileBytes } from '../sqlite/logCheckpoints.ts'

/** The start of an entry of the archive. */
export type ArchivePosition = { readonly segment: number; readonly offset: number }

/** A check of the archive: entries against their checksums, blocks of the database, and kept files. */
export type ArchiveCheck = {
  /** Checks about a megabyte. Returns the position of the next check; undefined at the end. */
  check(from: ArchivePosition): ArchivePosition | undefined
  /** Bytes before a position, and of the whole archive. */
  bytes(position: ArchivePosition): { readonly before: number; readonly total: number }
  /** Number of entries that were corrected in their files. */
  readonly corrected: number
  /** A sentence about each block that can no longer be read. */
  readonly damage: readonly string[]
}

const STEP_BYTES = 1 << 20

type Row = {
  workchain: bigint
  shard: bigint
  seqno: bigint
  root_hash: Buffer
  file_hash: Buffer
  segment: bigint
  place: bigint
  length: bigint
}

/**
 * Creates the check of an archive. It corrects entries in place, so it must run in the thread that writes the index.
 * @param connection the index's database
 */
export function createArchiveCheck(connection: Connection, dir: string): ArchiveCheck {
  const overlapping = connection
    .prepare<[number, number, number, number], Row>(
      `SELECT workchain, shard, seqno, root_hash, file_hash, segment, place, length
      FROM archived JOIN blocks ON id = block
      WHERE segment = ? AND place < ? AND place + length + ? > ? ORDER BY place`,
    )
    .safeIntegers()
  const segmentsOfRows = connection
    .prepare<[], number>('SELECT DISTINCT segment FROM archived ORDER BY segment')
    .pluck()
  const damage = new Map<string, string>()
  let corrected = 0

  /** Checks the blocks in a range of a segment, and corrects what can be corrected. */
  function checkBlocks(segment: number, from: number, to: number): void {
    const reader = openBlockReader(dir)
    try {
      for (const row of overlapping.all(segment, to, ENTRY_HEADER, from)) {
        const key = row.root_hash.toString('hex')
        try {
          const ref = { segment, offset: Number(row.place), length: Number(row.length) }
          const packed = reader.readPacked(row.root_hash, ref)
          if (!hash('sha256', expandBlock(packed), 'buffer').equals(row.file_hash))
            throw new StoreError('corrupt', 'its hash is wrong')
          writeEntry(join(dir, segmentName(segment)), ref.offset, storeEntry(row.root_hash, packed))
          corrected++
          damage.delete(key)
        } catch (error) {
          if (!(error instanceof StoreError)) throw error
          damage.set(key, `the archive has lost ${formatBlockId(idOf(row))}: ${messageOf(error)}`)
        }
      }
    } finally {
      reader.close()
    }
  }
  function checkKept(): void {
    for (const { id, name } of keptFiles(dir)) {
      try {
        readKept(dir, id)
        damage.delete(name)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        damage.set(name, messageOf(error))
      }
    }
  }
  function checkSegment(segment: number, from: number): ArchivePosition | undefined {
    const path = join(dir, segmentName(segment))
    let offset = from
    for (const part of scanSegment(path, from)) {
      const length = part.kind === 'entry' ? ENTRY_HEADER + part.packed.length : part.length
      offset = part.offset + length
      if (part.kind === 'damaged' || part.isCorrected) checkBlocks(segment, part.offset, offset)
      if (offset - from >= STEP_BYTES) return { segment, offset }
    }
    // Blocks beyond the end of a truncated file.
    checkBlocks(segment, fileBytes(path), Number.MAX_SAFE_INTEGER)
    return undefined
  }

  return {
    check({ segment, offset }) {
      const segments = segmentNumbers(dir)
      const next = segments.includes(segment) ? checkSegment(segment, offset) : undefined
      if (next) return next
      const following = segments.find((other) => other > segment)
      if (following !== undefined) return { segment: following, offset: SEGMENT_START.length }
      for (const missing of segmentsOfRows.all().filter((other) => !segments.includes(other)))
        checkBlocks(missing, 0, Number.MAX_SAFE_INTEGER)
      checkKept()
      return undefined
    },
    bytes(position) {
      let before = 0
      let total = 0
      for (const segment of segmentNumbers(dir)) {
        const size = fileBytes(join(dir, segmentName(segment)))
        total += size
        if (segment < position.segment) before += size
        if (segment === position.segment) before += Math.min(size, position.offset)
      }
      return { before, total }
    },
    get corrected() {
      return corrected
    },
    get damage() {
      return [...damage.values()]
    },
  }
}

function writeEntry(path: string, offset: number, entry: Buffer): void {
  const file = openSync(path, 'r+')
  try {
    writeAll(file, entry, offset)
  } finally {
    closeSync(file)
  }
}

function idOf({ workchain, shard, seqno, root_hash, file_hash }: Row) {
  return {
    workchain: Number(workchain),
    shard: shardFromSigned(shard),
    seqno: Number(seqno),
    rootHash: root_hash,
    fileHash: file_hash,
  }
}
