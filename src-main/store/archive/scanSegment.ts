import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { correctEntry, MAX_CORRECTED_BYTES } from './correctEntry.ts'
import {
  ENTRY_HEADER,
  isSound,
  loadEntryHeader,
  MAGIC_BYTES,
  SEGMENT_START,
  segmentError,
} from './segmentFile.ts'

/** An entry with a correct checksum. `isCorrected` is true if one bit of it is wrong in the file. */
export type SegmentEntry = {
  readonly kind: 'entry'
  readonly offset: number
  readonly rootHash: Buffer
  readonly packed: Buffer
  readonly isCorrected: boolean
}

/** An entry of a segment, or a range of bytes without one. */
export type Scanned =
  | SegmentEntry
  | { readonly kind: 'damaged'; readonly offset: number; readonly length: number }

const WINDOW = 1 << 20

/**
 * Reads a segment entry by entry, without the database. Skips damaged entries and the rest of a killed write up to
 * the next entry. Throws StoreError if the file cannot be read.
 * @param from offset of an entry
 */
export function* scanSegment(path: string, from = SEGMENT_START.length): Generator<Scanned, void, undefined> {
  const file = openSegment(path)
  try {
    const { size } = fstatSync(file)
    for (let at = from; at < size; ) {
      const sound = readEntry(file, at, size)
      const end = sound ? at + sound.length : nextEntry(file, at + 1, size)
      const entry = sound ?? correctedEntry(file, at, end)
      yield entry
        ? {
            kind: 'entry',
            offset: at,
            rootHash: Buffer.from(entry.subarray(4, 36)),
            packed: entry.subarray(ENTRY_HEADER),
            isCorrected: !sound,
          }
        : { kind: 'damaged', offset: at, length: end - at }
      at = end
    }
  } catch (error) {
    throw segmentError(error, path)
  } finally {
    closeSync(file)
  }
}

/** Reads the bytes between two offsets as an entry and corrects one inverted bit; undefined if that is not enough. */
function correctedEntry(file: number, from: number, end: number): Buffer | undefined {
  if (end - from > MAX_CORRECTED_BYTES) return undefined
  const entry = Buffer.alloc(end - from)
  readSync(file, entry, 0, entry.length, from)
  return correctEntry(entry) ? entry : undefined
}

/** Returns the offset of the next whole entry at or after `from`; the file's size if there is no further entry. */
function nextEntry(file: number, from: number, size: number): number {
  let at = nextMagic(file, from, size)
  while (at < size && !readEntry(file, at, size)) at = nextMagic(file, at + 1, size)
  return at
}

function openSegment(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw segmentError(error, path)
  }
}

/** Reads the whole entry at an offset; undefined if there is none or its checksum is wrong. */
function readEntry(file: number, at: number, size: number): Buffer | undefined {
  const start = Buffer.alloc(ENTRY_HEADER)
  readSync(file, start, 0, ENTRY_HEADER, at)
  const header = loadEntryHeader(start)
  if (!header || at + ENTRY_HEADER + header.length > size) return undefined
  const entry = Buffer.allocUnsafe(ENTRY_HEADER + header.length)
  if (readSync(file, entry, 0, entry.length, at) < entry.length) return undefined
  return isSound(entry) ? entry : undefined
}

/** Returns the offset at or after `from` at which an entry can begin; the file's size if there is none. */
function nextMagic(file: number, from: number, size: number): number {
  const window = Buffer.alloc(WINDOW)
  for (let at = from; at < size; at += WINDOW - MAGIC_BYTES.length + 1) {
    const length = readSync(file, window, 0, WINDOW, at)
    const found = window.subarray(0, length).indexOf(MAGIC_BYTES)
    if (found >= 0) return at + found
    if (length < WINDOW) break
  }
  return size
}
