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
import { removeUnfinished } from '../../platform/atomicFile.ts'
import { isAtPath } from '../../platform/fileIdentity.ts'
import { writeAll } from '../../platform/writeAll.ts'
import { unpackedLength } from './blockFile.ts'
import { SEGMENT_START, segmentError, segmentName, segmentNumber, storeEntry } from './segmentFile.ts'

/**
 * The location of an archived block: the columns of `archived`. `offset` is that of the entry (column `place`);
 * `length` and `unpacked` are the packed and the original size of the block in bytes.
 */
export type ArchiveRef = {
  readonly segment: number
  readonly offset: number
  readonly length: number
  readonly unpacked: number
}

/** The offset of the next block. */
export type SegmentsEnd = { readonly segment: number; readonly size: number }

/**
 * The archive for its only writer. In a database transaction: `append` the blocks, insert their rows, `sync`, commit.
 *
 * `sync` before the commit keeps this order through a power cut too. Checkpoints are not enough: in WAL mode
 * (synchronous = NORMAL) a row can reach the disk with its log's page long before SQLite syncs anything, and would
 * then refer to bytes that were never written. It costs one fdatasync per masterchain block (0.5 ms here). After a
 * kill, the end can have bytes that no row refers to, whole entries or partial ones: nothing is cut off when the
 * archive is opened, and scanSegment skips them.
 */
export type Segments = {
  /** Writes a packed block at the end. Throws StoreError (`disk-full`, `read-only`, …) with nothing appended. */
  append(rootHash: Buffer, packed: Buffer): ArchiveRef
  /** Makes all appended blocks durable. Throws StoreError. */
  sync(): void
  /** Returns the current end, for `rollback`. */
  end(): SegmentsEnd
  /**
   * Removes what was appended since `end` returned `to`, after the transaction was rolled back. Throws StoreError.
   */
  rollback(to: SegmentsEnd): void
  /** Returns the bytes of all segments. */
  size(): number
  close(): void
}

/** Options of openSegments. */
export type SegmentsOptions = {
  /** Maximum size of a segment in bytes; only a segment with a single larger block exceeds it. */
  readonly maxBytes?: number
}

const MAX_BYTES = 256 << 20

/** Returns the archive's folder in an index's folder. */
export function archiveFolder(indexDir: string): string {
  return join(indexDir, 'archive')
}

/** Opens an archive's folder for the writer; creates it if it is missing. Throws StoreError. */
export function openSegments(dir: string, { maxBytes = MAX_BYTES }: SegmentsOptions = {}): Segments {
  return attempt(dir, () => {
    mkdirSync(dir, { recursive: true })
    // The lock of the index excludes other writers.
    removeUnfinished(dir)
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
    /** Continues in another segment if the current one was deleted: rows refer to places in it. */
    function startNextIfGone(): void {
      if (isAtPath(current.file, current.path)) return
      mkdirSync(dir, { recursive: true })
      const next = Math.max(current.segment, ...segmentNumbers(dir)) + 1
      const gone = current
      current = openSegment(dir, next)
      closeSync(gone.file)
      isDirty = false
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
          startNextIfGone()
          if (current.size > SEGMENT_START.length && current.size + entry.length > maxBytes) startNext()
          const { segment, size: offset } = current
          isDirty = true
          try {
            writeAll(current.file, entry, offset)
          } catch (error) {
            cutTo(offset)
            throw error
          }
          current.size += entry.length
          return { segment, offset, length: packed.length, unpacked }
        })
      },
      sync: () => attempt(current.path, sync),
      end: () => ({ segment: current.segment, size: current.size }),
      rollback({ segment, size }) {
        // Blocks that filled the previous segment stay there, unreferenced.
        attempt(current.path, () => cutTo(segment === current.segment ? size : SEGMENT_START.length))
      },
      size: () => sizeBefore + current.size,
      close: () => closeSync(current.file),
    }
  })
}

/** Returns whether an archive's folder has a segment with content. Throws StoreError. */
export function hasBlocks(dir: string): boolean {
  return segmentNumbers(dir).some((segment) => sizeOf(dir, segment) > SEGMENT_START.length)
}

/** Returns the numbers of the segments in a folder, ascending; empty if the folder is missing. Throws StoreError. */
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

/** Makes a new file's name durable. Windows cannot sync folders and does not need it. */
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
