import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { shardFromSigned, shardToSigned } from '#shared/ton/shard.ts'
import { readBlockHead } from '../../chain/archive/blockHead.ts'
import { FlatBocError } from '../../chain/archive/flatBoc.ts'
import type { BlockId, BlockIdExt } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { expandBlock, unpackedLength } from '../../store/archive/blockFile.ts'
import { type SegmentEntry, scanSegment } from '../../store/archive/scanSegment.ts'
import { segmentName } from '../../store/archive/segmentFile.ts'
import { type ArchiveRef, segmentNumbers } from '../../store/archive/segments.ts'
import { StoreError } from '../../store/indexStore.ts'
import { type Connection, sqlite } from '../../store/sqlite/driver.ts'
import { insertInto } from '../../store/sqlite/insertInto.ts'

/** A block of the archive with its location. */
export type LocatedBlock = { readonly id: BlockIdExt; readonly ref: ArchiveRef }

/** The locations of an archive's blocks, found by a scan of the whole archive without the index's database. */
export type ArchiveIndex = {
  at(block: BlockId): LocatedBlock | undefined
  byRoot(rootHash: Buffer): ArchiveRef | undefined
  /** Ascending. */
  masterchainSeqnos(): readonly number[]
  /** Bytes of the archive without a readable block. */
  readonly damagedBytes: number
  close(): void
}

/** Options of scanArchive. */
export type ScanOptions = {
  readonly archiveDir: string
  /** Path of the database for the results: an interrupted scan continues with the next segment. */
  readonly file: string
  onSegment?(done: number, total: number): void
  readonly signal?: AbortSignal | undefined
}

type Row = {
  workchain: bigint
  shard: bigint
  seqno: bigint
  root_hash: Buffer
  file_hash: Buffer
  segment: bigint
  place: bigint
  length: bigint
  unpacked: bigint
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS places (
    workchain INTEGER, shard INTEGER, seqno INTEGER, root_hash BLOB, file_hash BLOB,
    segment INTEGER, place INTEGER, length INTEGER, unpacked INTEGER,
    PRIMARY KEY (workchain, shard, seqno)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS places_by_root ON places (root_hash);
  CREATE TABLE IF NOT EXISTS scanned (segment INTEGER PRIMARY KEY, bytes INTEGER, damaged INTEGER) STRICT;
`

/** Scans an archive. Throws StoreError or the signal's reason. */
export function scanArchive({ archiveDir, file, onSegment, signal }: ScanOptions): ArchiveIndex {
  const notes = new (sqlite())(file)
  // A lost database is created again.
  notes.pragma('synchronous = OFF')
  notes.exec(SCHEMA)
  const scanned = notes.prepare<[number], number>('SELECT bytes FROM scanned WHERE segment = ?').pluck()
  const segments = segmentNumbers(archiveDir)
  for (const [index, segment] of segments.entries()) {
    signal?.throwIfAborted()
    const path = join(archiveDir, segmentName(segment))
    if (scanned.get(segment) !== statSync(path).size) noteSegment(notes, segment, path)
    onSegment?.(index + 1, segments.length)
  }
  return indexIn(notes)
}

function noteSegment(notes: Connection, segment: number, path: string): void {
  const insert = insertInto(
    notes,
    'places',
    ['workchain', 'shard', 'seqno', 'root_hash', 'file_hash', 'segment', 'place', 'length', 'unpacked'],
    'ON CONFLICT DO NOTHING',
  )
  notes.transaction(() => {
    let damaged = 0
    for (const part of scanSegment(path)) {
      const id = part.kind === 'entry' ? idOf(part) : undefined
      if (part.kind !== 'entry' || !id) {
        damaged += part.kind === 'entry' ? part.packed.length : part.length
        continue
      }
      const { workchain, shard, seqno, rootHash, fileHash } = id
      const { offset, packed } = part
      insert({
        workchain,
        shard: shardToSigned(shard),
        seqno,
        root_hash: rootHash,
        file_hash: fileHash,
        segment,
        place: offset,
        length: packed.length,
        unpacked: unpackedLength(packed),
      })
    }
    notes
      .prepare('INSERT OR REPLACE INTO scanned VALUES (?, ?, ?)')
      .run(segment, statSync(path).size, damaged)
  })()
}

/** Returns undefined if the entry is not a block, although its checksum is correct. */
function idOf({ rootHash, packed, isCorrected }: SegmentEntry): BlockIdExt | undefined {
  try {
    const data = expandBlock(packed)
    // An entry with several wrong bits can be mistaken for one with a single wrong bit.
    if (isCorrected && !parseBocRoot(data).hash().equals(rootHash)) return undefined
    const { workchain, shard, seqno } = readBlockHead(data)
    return { workchain, shard, seqno, rootHash, fileHash: hash('sha256', data, 'buffer') }
  } catch (error) {
    if (error instanceof StoreError || error instanceof FlatBocError || isCorrected) return undefined
    throw error
  }
}

function indexIn(notes: Connection): ArchiveIndex {
  const prepare = (where: string) =>
    notes.prepare<unknown[], Row>(`SELECT * FROM places WHERE ${where}`).safeIntegers()
  const at = prepare('workchain = ? AND shard = ? AND seqno = ?')
  const byRoot = prepare('root_hash = ?')
  return {
    at({ workchain, shard, seqno }) {
      const row = at.get(workchain, shardToSigned(shard), seqno)
      return row && { id: blockId(row), ref: archiveRef(row) }
    },
    byRoot(rootHash) {
      const row = byRoot.get(rootHash)
      return row && archiveRef(row)
    },
    masterchainSeqnos: () =>
      notes.prepare<[], number>('SELECT seqno FROM places WHERE workchain = -1 ORDER BY seqno').pluck().all(),
    damagedBytes:
      notes.prepare<[], number>('SELECT coalesce(sum(damaged), 0) FROM scanned').pluck().get() ?? 0,
    close: () => notes.close(),
  }
}

function blockId({ workchain, shard, seqno, root_hash, file_hash }: Row): BlockIdExt {
  const place = { workchain: Number(workchain), shard: shardFromSigned(shard), seqno: Number(seqno) }
  return { ...place, rootHash: root_hash, fileHash: file_hash }
}

function archiveRef({ segment, place, length, unpacked }: Row): ArchiveRef {
  return {
    segment: Number(segment),
    offset: Number(place),
    length: Number(length),
    unpacked: Number(unpacked),
  }
}
