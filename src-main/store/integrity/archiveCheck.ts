import { hash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { shardFromSigned } from '#shared/ton/shard.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { writeAll } from '../../platform/writeAll.ts'
import { expandBlock } from '../archive/blockFile.ts'
import { type BlockReader, openBlockReader } from '../archive/blockReader.ts'
import { hasKept, keptFiles, readKept } from '../archive/keptFiles.ts'
import { scanSegment } from '../archive/scanSegment.ts'
import { ENTRY_HEADER, SEGMENT_START, segmentName, storeEntry } from '../archive/segmentFile.ts'
import { segmentNumbers } from '../archive/segments.ts'
import { StoreError } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { fileBytes } from '../sqlite/logCheckpoints.ts'

/** The start of an entry of the archive. */
export type ArchivePosition = { readonly segment: number; readonly offset: number }

/** A block or kept file that the archive can no longer read, with a sentence about it. */
export type LostFile = { readonly id: BlockIdExt; readonly text: string }

/** A check of the archive: entries against their checksums, blocks of the database, and kept files. */
export type ArchiveCheck = {
  /** Checks about a megabyte. Returns the position of the next check; undefined at the end. */
  check(from: ArchivePosition): ArchivePosition | undefined
  /** Checks one block or kept file now: a reader could not read it. */
  checkFile(id: BlockIdExt): void
  /** Checks for segments and zero states that are missing in the folder, without reading files. */
  checkPresence(): void
  /** Returns the files that can no longer be read. */
  lost(): readonly LostFile[]
  /** Forgets the damage of a file that was stored again. */
  restored(id: BlockIdExt): void
  /** Bytes before a position, and of the whole archive. */
  bytes(position: ArchivePosition): { readonly before: number; readonly total: number }
  /** Number of entries that were corrected in their files. */
  readonly corrected: number
  /** A sentence about each block that can no longer be read, with a limit. */
  readonly damage: readonly string[]
}

/** Maximum number of sentences about damage: a lost segment has many blocks. */
const MAX_SENTENCES = 20

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
  const byRoot = connection
    .prepare<[Buffer], Row>(
      `SELECT workchain, shard, seqno, root_hash, file_hash, segment, place, length
      FROM blocks JOIN archived ON id = block WHERE root_hash = ?`,
    )
    .safeIntegers()
  const zeroStates = connection
    .prepare<[], Omit<Row, 'segment' | 'place' | 'length'>>(
      `SELECT workchain, shard, seqno, root_hash, file_hash FROM blocks
      WHERE seqno = 0 AND gen_utime IS NOT NULL`,
    )
    .safeIntegers()
  /** By root hash. */
  const damage = new Map<string, LostFile>()
  let corrected = 0
  /** Segments that exist or have existed, and those of them whose absence is noted. */
  let expected: Set<number> | undefined
  const missing = new Set<number>()

  function note(id: BlockIdExt, error: StoreError): void {
    const text = `the archive has lost ${formatBlockId(id)}: ${messageOf(error)}`
    damage.set(keyOf(id), { id, text })
  }
  function checkBlock(reader: BlockReader, row: Row): void {
    const segment = Number(row.segment)
    const ref = { segment, offset: Number(row.place), length: Number(row.length) }
    try {
      const { packed, isCorrected } = reader.readEntry(row.root_hash, ref)
      if (!hash('sha256', expandBlock(packed), 'buffer').equals(row.file_hash))
        throw new StoreError('corrupt', 'its hash is wrong')
      if (isCorrected) {
        writeEntry(join(dir, segmentName(segment)), ref.offset, storeEntry(row.root_hash, packed))
        corrected++
      }
      damage.delete(keyOf(idOf(row)))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      note(idOf(row), error)
    }
  }
  function withReader(work: (reader: BlockReader) => void): void {
    const reader = openBlockReader(dir)
    try {
      work(reader)
    } finally {
      reader.close()
    }
  }
  /** Checks the blocks in a range of a segment, and corrects what can be corrected. */
  function checkBlocks(segment: number, from: number, to: number): void {
    withReader((reader) => {
      for (const row of overlapping.all(segment, to, ENTRY_HEADER, from)) checkBlock(reader, row)
    })
  }
  function checkKeptFile(id: BlockIdExt): void {
    try {
      readKept(dir, id)
      damage.delete(keyOf(id))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      note(id, error)
    }
  }
  function checkZeroStates(): void {
    for (const row of zeroStates.all()) {
      const id = idOf(row)
      if (!hasKept(dir, id)) note(id, new StoreError('corrupt', 'its file is missing'))
    }
  }
  function checkKept(): void {
    for (const { id } of keptFiles(dir)) checkKeptFile(id)
    checkZeroStates()
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
      for (const gone of segmentsOfRows.all().filter((other) => !segments.includes(other)))
        checkBlocks(gone, 0, Number.MAX_SAFE_INTEGER)
      checkKept()
      return undefined
    },
    checkFile(id) {
      const row = byRoot.get(id.rootHash)
      if (row) withReader((reader) => checkBlock(reader, row))
      else checkKeptFile(id)
    },
    checkPresence() {
      const segments = segmentNumbers(dir)
      expected ??= new Set(segmentsOfRows.all())
      for (const found of segments) {
        expected.add(found)
        missing.delete(found)
      }
      for (const gone of expected) {
        if (segments.includes(gone) || missing.has(gone)) continue
        missing.add(gone)
        checkBlocks(gone, 0, Number.MAX_SAFE_INTEGER)
      }
      checkZeroStates()
    },
    lost: () => [...damage.values()],
    restored: (id) => void damage.delete(keyOf(id)),
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
      const texts = [...damage.values()].slice(0, MAX_SENTENCES).map(({ text }) => text)
      const more = damage.size - texts.length
      return more > 0 ? [...texts, `the archive has lost ${more} more blocks`] : texts
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

function keyOf({ rootHash }: BlockIdExt): string {
  return rootHash.toString('hex')
}

function idOf({ workchain, shard, seqno, root_hash, file_hash }: Omit<Row, 'segment' | 'place' | 'length'>) {
  return {
    workchain: Number(workchain),
    shard: shardFromSigned(shard),
    seqno: Number(seqno),
    rootHash: root_hash,
    fileHash: file_hash,
  }
}
