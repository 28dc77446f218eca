import { crc32 } from 'node:zlib'
import { StoreError } from '../indexStore.ts'

/**
 * A segment of the archive, `NNNNN.blocks`: eight bytes `TONBLKS1`, then entries one after another, each
 * `magic:u32le rootHash:bytes32 length:u32le crc:u32le` and `length` bytes (a block as compressBlock packs it). The
 * checksum is CRC-32 of everything in the entry but itself.
 */
export const SEGMENT_START = Buffer.from('TONBLKS1')
export const ENTRY_HEADER = 44
/** First bytes of an entry. */
export const MAGIC_BYTES = Buffer.from('TBLK')
const MAGIC = MAGIC_BYTES.readUInt32LE()
const CRC_AT = 40
/** Larger than any packed block; shows a damaged length. */
const MAX_LENGTH = 1 << 28

/** The header of an entry: root hash of the block, length of the packed block in bytes, and stored CRC-32. */
export type EntryHeader = { readonly rootHash: Buffer; readonly length: number; readonly crc: number }

/** Builds the entry of a packed block. */
export function storeEntry(rootHash: Buffer, packed: Buffer): Buffer {
  if (rootHash.length !== 32) throw new RangeError(`a root hash of ${rootHash.length} bytes`)
  const entry = Buffer.alloc(ENTRY_HEADER + packed.length)
  entry.writeUInt32LE(MAGIC)
  rootHash.copy(entry, 4)
  entry.writeUInt32LE(packed.length, 36)
  packed.copy(entry, ENTRY_HEADER)
  entry.writeUInt32LE(sumOfEntry(entry), CRC_AT)
  return entry
}

/** Reads the header at the start of `bytes`; undefined if there is none. */
export function loadEntryHeader(bytes: Buffer): EntryHeader | undefined {
  if (bytes.length < ENTRY_HEADER || bytes.readUInt32LE() !== MAGIC) return undefined
  const length = bytes.readUInt32LE(36)
  if (length > MAX_LENGTH) return undefined
  return { rootHash: bytes.subarray(4, 36), length, crc: bytes.readUInt32LE(CRC_AT) }
}

/** Writes the header of an entry of this length, except the checksum. */
export function fitHeader(entry: Buffer, rootHash?: Buffer): void {
  entry.writeUInt32LE(MAGIC)
  rootHash?.copy(entry, 4)
  entry.writeUInt32LE(entry.length - ENTRY_HEADER, 36)
}

/** Returns whether the checksum of a whole entry is correct. */
export function isSound(entry: Buffer): boolean {
  return storedSum(entry) === sumOfEntry(entry)
}

/** Reads the checksum of an entry. */
export function storedSum(entry: Buffer): number {
  return entry.readUInt32LE(CRC_AT)
}

/** Computes the checksum of an entry. */
export function sumOfEntry(entry: Buffer): number {
  return crc32(entry.subarray(ENTRY_HEADER), crc32(entry.subarray(0, CRC_AT)))
}

/** Returns a segment's file name: `00001.blocks`. */
export function segmentName(segment: number): string {
  return `${String(segment).padStart(5, '0')}.blocks`
}

/** Returns the number in a segment's file name; undefined for other files. */
export function segmentNumber(name: string): number | undefined {
  const match = /^(\d{5,9})\.blocks$/.exec(name)
  return match ? Number(match[1]) : undefined
}

/** Converts a system error of an archive's file to a StoreError. */
export function segmentError(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StoreError('disk-full', `no space left for the block archive (${file})`, { cause: error })
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new StoreError('read-only', `the block archive cannot be written (${file})`, { cause: error })
  }
  return new StoreError('failed', `the block archive ${file}: ${message}`, { cause: error })
}
