import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Lru } from '../../platform/lru.ts'
import { StoreError } from '../indexStore.ts'
import { expandBlock } from './blockFile.ts'
import { correctEntry } from './correctEntry.ts'
import { ENTRY_HEADER, isSound, loadEntryHeader, segmentError, segmentName } from './segmentFile.ts'
import type { ArchiveRef } from './segments.ts'

/** Reads blocks from the archive, also while the writer appends to it. */
export type BlockReader = {
  /**
   * Returns the BOC file of the block with a root hash by its location in `archived`. Corrects one inverted bit.
   * Throws StoreError (`corrupt`) if another block is there or the checksum is wrong.
   */
  read(rootHash: Buffer, ref: Omit<ArchiveRef, 'unpacked'>): Buffer
  /** Returns the same entry in its packed form, and whether one bit of it is wrong in the file. */
  readEntry(rootHash: Buffer, ref: Omit<ArchiveRef, 'unpacked'>): PackedEntry
  close(): void
}

/** A packed block of the archive. */
export type PackedEntry = { readonly packed: Buffer; readonly isCorrected: boolean }

const MAX_OPEN = 8

/** Opens a reader for an archive's folder, which can still be missing. */
export function openBlockReader(dir: string): BlockReader {
  /** Open segments. */
  const files = new Lru<number, number>(MAX_OPEN, closeSync)

  function fileOf(segment: number): number {
    return files.getOrMake(segment, () => openSync(join(dir, segmentName(segment)), 'r'))
  }

  function readEntry(
    rootHash: Buffer,
    { segment, offset, length }: Omit<ArchiveRef, 'unpacked'>,
  ): PackedEntry {
    const name = join(dir, segmentName(segment))
    const entry = Buffer.allocUnsafe(ENTRY_HEADER + length)
    try {
      const got = readSync(fileOf(segment), entry, 0, entry.length, offset)
      if (got < entry.length) throw damaged(name, offset, 'the file ends there')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw damaged(name, offset, 'the file is missing')
      throw segmentError(error, name)
    }
    const isCorrected = !isEntryOf(entry, rootHash)
    if (!isCorrected || correctEntry(entry, rootHash))
      return { packed: entry.subarray(ENTRY_HEADER), isCorrected }
    const header = loadEntryHeader(entry)
    if (!header || header.length !== length) throw damaged(name, offset, 'there is no block')
    if (!header.rootHash.equals(rootHash)) throw damaged(name, offset, 'another block is there')
    throw damaged(name, offset, 'its checksum is wrong')
  }
  return {
    readEntry,
    read: (rootHash, ref) => expandBlock(readEntry(rootHash, ref).packed),
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

function damaged(file: string, offset: number, reason: string): StoreError {
  return new StoreError('corrupt', `a block in the archive is damaged (${file} at ${offset}): ${reason}`)
}
