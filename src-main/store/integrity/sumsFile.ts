import { closeSync, existsSync, fdatasyncSync, openSync, readSync, rmSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { writeAll } from '../../platform/writeAll.ts'
import { correctBit } from './bitError.ts'
import type { PageSum } from './pageSum.ts'

/**
 * The file with the checksums of a database's pages: a header, then eight bytes for each page from 1 on (`plain:u32le
 * swapped:u32le`), zeros for a page without a checksum yet. The header is `TONSUMS1 pageSize:u32le salt:bytes8
 * frames:u32le changes:u32le page:u32le segment:u32le offset:u32le completed:f64le crc:u32le size:u32le`: the log (WAL) that was
 * checkpointed last, the number of its frames, and the database's change counter after that; then the position of the
 * background check (see CheckProgress; `size` is in units of 4 KiB). `crc` is CRC-32 of the header without it, and
 * without `size` if that is 0.
 *
 * A checksum is that of the page in the database file; frames of the log have checksums of their own. So this file is
 * not written at a commit, but after a checkpoint and before SQLite restarts the log.
 */
export type SumsFile = {
  readonly pageSize: number
  /** The last checkpoint; undefined before the first. */
  checkpoint(): Checkpoint | undefined
  /** The database's change counter as of the last checkpoint, opening or closing. */
  changeCounter(): number
  /** Returns checksums of `count` pages from `first` on; undefined for pages without one. */
  read(first: number, count: number): readonly (PageSum | undefined)[]
  write(sums: ReadonlyMap<number, PageSum>): void
  saveCheckpoint(checkpoint: Checkpoint): void
  saveChangeCounter(changeCounter: number): void
  checkProgress(): CheckProgress
  saveCheckProgress(progress: CheckProgress): void
  /** Makes everything written durable. */
  sync(): void
  close(): void
}

/** A checkpoint: the pages of the first `frames` frames of a log are in the database. */
export type Checkpoint = { readonly salt: Buffer; readonly frames: number }

/** Position of the background check: the next page or the next entry of the archive; all 0 between passes. */
export type CheckProgress = {
  /** From 1 on; 0 when all pages are checked. */
  readonly page: number
  /** Segment and offset of the next entry; 0 before the first and after the last. */
  readonly segment: number
  readonly offset: number
  /** When the last pass ended, Unix milliseconds; 0 before the first. */
  readonly completedAt: number
  /** Bytes that the last pass checked, rounded down to 4 KiB. */
  readonly completedBytes: number
}

const MAGIC = Buffer.from('TONSUMS1')
const HEADER = 56
const SALT_AT = 12
const SALT_BYTES = 8
const FRAMES_AT = 20
const CHANGES_AT = 24
const PAGE_AT = 28
const SEGMENT_AT = 32
const OFFSET_AT = 36
const COMPLETED_AT = 40
const CRC_AT = 48
const SIZE_AT = 52
const SIZE_UNIT = 4096
const MAX_SIZE = 2 ** 32 - 1
const ENTRY = 8
/** Number of entries that are read and written together. */
const GROUP = 512

/** Returns the path of a database's checksums. */
export function sumsPath(database: string): string {
  return `${database.replace(/\.sqlite$/, '')}.sums`
}

/** Removes the checksums of a database that was replaced, or written without them. */
export function removeSums(database: string): void {
  rmSync(sumsPath(database), { force: true })
}

/** Opens a database's checksums; returns undefined if the file is missing or not a file of checksums. */
export function openSums(database: string, { readOnly = false } = {}): SumsFile | undefined {
  const path = sumsPath(database)
  if (!existsSync(path)) return undefined
  const file = openSync(path, readOnly ? 'r' : 'r+')
  const header = Buffer.alloc(HEADER)
  const isWhole = readSync(file, header, 0, HEADER, 0) === HEADER
  if (isWhole && isSound(header)) return sumsIn(file, header)
  closeSync(file)
  return undefined
}

/** Creates an empty file of checksums, and replaces one that exists. */
export function createSums(database: string, pageSize: number): SumsFile {
  const file = openSync(sumsPath(database), 'w+')
  const header = Buffer.alloc(HEADER)
  MAGIC.copy(header)
  header.writeUInt32LE(pageSize, 8)
  const sums = sumsIn(file, header)
  sums.saveCheckpoint({ salt: Buffer.alloc(SALT_BYTES), frames: 0 })
  sums.sync()
  return sums
}

/** Checks the header, and corrects one inverted bit of it. */
function isSound(header: Buffer): boolean {
  const checked = summedBytes(header)
  const difference = (header.readUInt32LE(CRC_AT) ^ crc32(checked)) >>> 0
  // A difference of one bit is in the checksum itself.
  if (difference !== 0 && (difference & (difference - 1)) !== 0) {
    if (!correctBit(checked, difference)) return false
    checked.copy(header, 0, 0, CRC_AT)
    checked.copy(header, SIZE_AT, CRC_AT)
  }
  return header.subarray(0, MAGIC.length).equals(MAGIC)
}

/** Copies the bytes of a header that its checksum covers. */
function summedBytes(header: Buffer): Buffer {
  const size = header.subarray(SIZE_AT, SIZE_AT + 4)
  // Older files have no size.
  return Buffer.concat([header.subarray(0, CRC_AT), ...(size.readUInt32LE() === 0 ? [] : [size])])
}

function sumsIn(file: number, header: Buffer): SumsFile {
  const offsetOf = (page: number) => HEADER + (page - 1) * ENTRY

  function readGroup(first: number, count: number): Buffer {
    const bytes = Buffer.alloc(count * ENTRY)
    readSync(file, bytes, 0, bytes.length, offsetOf(first))
    return bytes
  }

  function saveHeader(): void {
    header.writeUInt32LE(crc32(summedBytes(header)), CRC_AT)
    writeAll(file, header, 0)
  }

  return {
    pageSize: header.readUInt32LE(8),
    checkpoint() {
      const frames = header.readUInt32LE(FRAMES_AT)
      const salt = Buffer.from(header.subarray(SALT_AT, SALT_AT + SALT_BYTES))
      return frames === 0 ? undefined : { salt, frames }
    },
    changeCounter: () => header.readUInt32LE(CHANGES_AT),
    read(first, count) {
      const bytes = readGroup(first, count)
      return Array.from({ length: count }, (_, i) => {
        const plain = bytes.readUInt32LE(i * ENTRY)
        const swapped = bytes.readUInt32LE(i * ENTRY + 4)
        return plain === 0 && swapped === 0 ? undefined : { plain, swapped }
      })
    },
    write(sums) {
      const groups = Map.groupBy(sums, ([page]) => Math.floor((page - 1) / GROUP))
      for (const [group, entries] of groups) {
        const pages = entries.map(([page]) => page)
        const first = Math.min(...pages)
        const bytes = readGroup(first, Math.max(...pages) - first + 1)
        for (const [page, { plain, swapped }] of entries) {
          bytes.writeUInt32LE(plain, (page - first) * ENTRY)
          bytes.writeUInt32LE(swapped, (page - first) * ENTRY + 4)
        }
        writeAll(file, bytes, offsetOf(group * GROUP + 1) + (first - 1 - group * GROUP) * ENTRY)
      }
    },
    saveCheckpoint({ salt, frames }) {
      salt.copy(header, SALT_AT)
      header.writeUInt32LE(frames, FRAMES_AT)
      saveHeader()
    },
    saveChangeCounter(changeCounter) {
      header.writeUInt32LE(changeCounter, CHANGES_AT)
      saveHeader()
    },
    checkProgress: () => ({
      page: header.readUInt32LE(PAGE_AT),
      segment: header.readUInt32LE(SEGMENT_AT),
      offset: header.readUInt32LE(OFFSET_AT),
      completedAt: header.readDoubleLE(COMPLETED_AT),
      completedBytes: header.readUInt32LE(SIZE_AT) * SIZE_UNIT,
    }),
    saveCheckProgress({ page, segment, offset, completedAt, completedBytes }) {
      header.writeUInt32LE(page, PAGE_AT)
      header.writeUInt32LE(segment, SEGMENT_AT)
      header.writeUInt32LE(offset, OFFSET_AT)
      header.writeDoubleLE(completedAt, COMPLETED_AT)
      header.writeUInt32LE(Math.min(MAX_SIZE, Math.floor(completedBytes / SIZE_UNIT)), SIZE_AT)
      saveHeader()
    },
    sync: () => fdatasyncSync(file),
    close: () => closeSync(file),
  }
}
