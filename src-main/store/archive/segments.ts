import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { writeAll } from '../../platform/writeAll.ts'
import { unpackedLength } from './blockFile.ts'
import { SEGMENT_START, segmentError, segmentName, segmentNumber, storeEntry } from './segmentFile.ts'

/** A row of `archived` without its block. `place` is where the entry begins, `length` that of the packed block. */
export type ArchivePlace = {
  readonly segment: number
  readonly place: number
  readonly length: number
  readonly unpacked: number
}

/** Where the next block will go. */
export type SegmentsEnd = { readonly segment: number; readonly size: number }

/**
 * The archive for its one writer. In a database transaction: `append` the blocks, insert their rows, `sync`, commit.
 *
 * `sync` before the commit makes the order hold through a power cut too. It can't be left to the checkpoints: in WAL
 * mode (synchronous = NORMAL) a row can reach the disk with its log's page long before SQLite syncs anything, and would
 * then refer to bytes that never came. It costs one fdatasync a masterchain block (0.5 ms here). After a kill there are
 * at most bytes at the end that no row refers to, whole entries or torn ones: nothing is ever cut off when the archive
 * is opened, and who reads segments without a database skips what is no entry.
 */
export type Segments = {
  /** Writes a packed block at the end. Throws StoreError (`disk-full`, `read-only`, …); nothing is appended then. */
  append(rootHash: Buffer, packed: Buffer): ArchivePlace
  /** Makes what was appended durable; does nothing where nothing was. Throws StoreError. */
  sync(): void
  /** For `rollback`. */
  end(): SegmentsEnd
  /** Drops what was appended since `end` said so: the transaction was rolled back. Throws StoreError. */
  rollback(to: SegmentsEnd): void
  /** Bytes of all segments. */
  size(): number
  close(): void
}

export type SegmentsOptions = {
  /** Of a segment at most, unless one block is larger. */
  readonly maxBytes?: number
}

const MAX_BYTES = 256 << 20

/** The archive's place in an index's folder. */
export function archiveFolder(indexDir: string): string {
  return join(indexDir, 'archive')
}

/** Opens an archive's folder, or makes it, for the one who writes. Throws StoreError. */
export function openSegments(dir: string, { maxBytes = MAX_BYTES }: SegmentsOptions = {}): Segments {
  return attempt(dir, () => {
    mkdirSync(dir, { recursive: true })
    const numbers = segmentNumbers(dir)
    let current = openSegment(dir, numbers.at(-1) ?? 1)
    let sizeBefore = numbers.slice(0, -1).reduce((sum, segment) => sum + sizeOf(dir, segment), 0)
    let isDirty = false

    function sync(): void {
      if (!isDirty) return
      fdatasyncSync(current.file)
      isDirty = false
    }
    function startNext(): void {
      sync()
      const full = current
      current = openSegment(dir, full.segment + 1)
      sizeBefore += full.size
      closeSync(full.file)
    }
    function cutTo(size: number): void {
      ftruncateSync(current.file, size)
      current.size = size
    }
    return {
      append(rootHash, packed) {
        const entry = storeEntry(rootHash, packed)
        const unpacked = unpackedLength(packed)
        return attempt(current.path, () => {
          if (current.size > SEGMENT_START.length && current.size + entry.length > maxBytes) startNext()
          const { segment, size: place } = current
          isDirty = true
          try {
            writeAll(current.file, entry, place)
          } catch (error) {
            cutTo(place)
            throw error
          }
          current.size += entry.length
          return { segment, place, length: packed.length, unpacked }
        })
      },
      sync: () => attempt(current.path, sync),
      end: () => ({ segment: current.segment, size: current.size }),
      rollback({ segment, size }) {
        // What went to the end of a segment that was then full stays there, unreferenced.
        attempt(current.path, () => cutTo(segment === current.segment ? size : SEGMENT_START.length))
      },
      size: () => sizeBefore + current.size,
      close: () => closeSync(current.file),
    }
  })
}

/** The segments in a folder, ascending; none where there is no folder. Throws StoreError. */
export function segmentNumbers(dir: string): number[] {
  try {
    return readdirSync(dir)
      .flatMap((name) => segmentNumber(name) ?? [])
      .sort((a, b) => a - b)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw segmentError(error, dir)
  }
}

type Current = { readonly segment: number; readonly path: string; readonly file: number; size: number }

function openSegment(dir: string, segment: number): Current {
  const path = join(dir, segmentName(segment))
  const file = openOrMake(path)
  try {
    const { size } = fstatSync(file)
    if (size >= SEGMENT_START.length) return { segment, path, file, size }
    writeAll(file, SEGMENT_START, 0)
    fdatasyncSync(file)
    syncFolder(dir)
    return { segment, path, file, size: SEGMENT_START.length }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function openOrMake(path: string): number {
  try {
    return openSync(path, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return openSync(path, 'wx+')
  }
}

/** A new file's name is durable only with its folder; Windows syncs no folders, nor needs it. */
function syncFolder(dir: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function sizeOf(dir: string, segment: number): number {
  return statSync(join(dir, segmentName(segment))).size
}

function attempt<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw segmentError(error, file)
  }
}
