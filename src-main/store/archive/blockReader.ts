import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from '../indexStore.ts'
import { expandBlock } from './blockFile.ts'
import { correctEntry } from './correctEntry.ts'
import { ENTRY_HEADER, isSound, loadEntryHeader, segmentError, segmentName } from './segmentFile.ts'
import type { ArchivePlace } from './segments.ts'

/** Reads blocks from the archive, also while the writer appends to it. */
export type BlockReader = {
  /**
   * Returns the BOC file of the block with a root hash from its place in `archived`. Corrects one inverted bit.
   * Throws StoreError (`corrupt`) if another block is there or the checksum is wrong.
   */
  read(rootHash: Buffer, place: Omit<ArchivePlace, 'unpacked'>): Buffer
  /** Returns the same entry in its packed form. */
  readPacked(rootHash: Buffer, place: Omit<ArchivePlace, 'unpacked'>): Buffer
  close(): void
}

const MAX_OPEN = 8

/** Opens a reader for an archive's folder, which can still be missing. */
export function openBlockReader(dir: string): BlockReader {
  /** Open segments, the last used one at the end. */
  const files = new Map<number, number>()

  function fileOf(segment: number): number {
    const file = files.get(segment) ?? openSync(join(dir, segmentName(segment)), 'r')
    files.delete(segment)
    files.set(segment, file)
    const [oldest] = files
    if (files.size > MAX_OPEN && oldest) {
      files.delete(oldest[0])
      closeSync(oldest[1])
    }
    return file
  }
  function readPacked(rootHash: Buffer, { segment, place, length }: Omit<ArchivePlace, 'unpacked'>): Buffer {
    const name = join(dir, segmentName(segment))
    const entry = Buffer.allocUnsafe(ENTRY_HEADER + length)
    try {
      const got = readSync(fileOf(segment), entry, 0, entry.length, place)
      if (got < entry.length) throw damaged(name, place, 'the file ends there')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw damaged(name, place, 'the file is missing')
      throw segmentError(error, name)
    }
    if (isEntryOf(entry, rootHash) || correctEntry(entry, rootHash)) return entry.subarray(ENTRY_HEADER)
    const header = loadEntryHeader(entry)
    if (!header || header.length !== length) throw damaged(name, place, 'there is no block')
    if (!header.rootHash.equals(rootHash)) throw damaged(name, place, 'another block is there')
    throw damaged(name, place, 'its checksum is wrong')
  }
  return {
    readPacked,
    read: (rootHash, place) => expandBlock(readPacked(rootHash, place)),
    close() {
      for (const file of files.values()) closeSync(file)
      files.clear()
    },
  }
}

/** Returns whether these bytes are the whole entry of a block with a correct checksum. */
function isEntryOf(entry: Buffer, rootHash: Buffer): boolean {
  const header = loadEntryHeader(entry)
  return (
    header !== undefined &&
    header.length === entry.length - ENTRY_HEADER &&
    header.rootHash.equals(rootHash) &&
    isSound(entry)
  )
}

function damaged(file: string, place: number, reason: string): StoreError {
  return new StoreError('corrupt', `a block in the archive is damaged (${file} at ${place}): ${reason}`)
}
