import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  ENTRY_HEADER,
  isSound,
  loadEntryHeader,
  MAGIC_BYTES,
  SEGMENT_START,
  segmentError,
} from './segmentFile.ts'

/** What lies in a segment: an entry whose checksum is right, or a stretch in which there is none. */
export type Scanned =
  | { readonly kind: 'entry'; readonly place: number; readonly rootHash: Buffer; readonly packed: Buffer }
  | { readonly kind: 'damaged'; readonly place: number; readonly length: number }

const WINDOW = 1 << 20

/**
 * Reads a segment without a database, entry by entry. What is no entry is passed over to the next one: a damaged one, or
 * what a killed writer left. Throws StoreError where the file can't be read.
 */
export function* scanSegment(path: string): Generator<Scanned, void, undefined> {
  const file = openSegment(path)
  try {
    const { size } = fstatSync(file)
    let damagedFrom: number | undefined
    for (let at = SEGMENT_START.length; at < size; ) {
      const entry = readEntry(file, at, size)
      if (!entry) {
        damagedFrom ??= at
        at = nextMagic(file, at + 1, size)
        continue
      }
      if (damagedFrom !== undefined) yield { kind: 'damaged', place: damagedFrom, length: at - damagedFrom }
      damagedFrom = undefined
      const header = entry.subarray(0, ENTRY_HEADER)
      yield {
        kind: 'entry',
        place: at,
        rootHash: Buffer.from(header.subarray(4, 36)),
        packed: entry.subarray(ENTRY_HEADER),
      }
      at += entry.length
    }
    if (damagedFrom !== undefined) yield { kind: 'damaged', place: damagedFrom, length: size - damagedFrom }
  } catch (error) {
    throw segmentError(error, path)
  } finally {
    closeSync(file)
  }
}

function openSegment(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw segmentError(error, path)
  }
}

/** The whole entry at a place, undefined where there is none or its checksum is wrong. */
function readEntry(file: number, at: number, size: number): Buffer | undefined {
  const start = Buffer.alloc(ENTRY_HEADER)
  readSync(file, start, 0, ENTRY_HEADER, at)
  const header = loadEntryHeader(start)
  if (!header || at + ENTRY_HEADER + header.length > size) return undefined
  const entry = Buffer.allocUnsafe(ENTRY_HEADER + header.length)
  if (readSync(file, entry, 0, entry.length, at) < entry.length) return undefined
  return isSound(entry) ? entry : undefined
}

/** Where an entry may begin at or after `from`, or the file's end. */
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
