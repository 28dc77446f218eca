import { BocError } from './bocError.ts'

/** serialized_boc: optional index, checksum and cache bits, any number of roots. */
export const MAGIC_GENERIC = 0xb5ee9c72
/** serialized_boc_idx: index, one root, which is cell 0. */
const MAGIC_INDEXED = 0x68ff65f3
/** serialized_boc_idx_crc32c: serialized_boc_idx with a checksum. */
const MAGIC_INDEXED_CRC = 0xacc3a728

/** The positions of the parts of a bag of cells, in bytes from the start. */
export type BocHeader = {
  /** width of a cell number, 1…4 bytes */
  readonly refBytes: number
  /** width of an offset, 1…8 bytes */
  readonly offsetBytes: number
  readonly cellCount: number
  readonly rootCount: number
  /** position of the root list, or null if the only root is cell 0 by definition */
  readonly rootsAt: number | null
  readonly indexAt: number | null
  readonly hasCacheBits: boolean
  readonly dataAt: number
  readonly dataSize: number
  readonly hasCrc: boolean
  /** length of the whole bag, checksum included */
  readonly totalSize: number
}

/** Reads a big-endian unsigned number of up to 8 bytes; beyond 2^53 it is inexact, but never small. */
export function readNumber(data: Uint8Array, at: number, bytes: number): number {
  let value = 0
  for (let i = 0; i < bytes; i++) value = value * 256 + (data[at + i] as number)
  return value
}

/**
 * Reads the header of a bag of cells and checks it against the actual number of bytes, so that no allocation depends
 * on a false claim.
 *
 * serialized_boc#b5ee9c72 has_idx:(## 1) has_crc32c:(## 1) has_cache_bits:(## 1) flags:(## 2) { flags = 0 }
 *   size:(## 3) { size <= 4 } off_bytes:(## 8) { off_bytes <= 8 }
 *   cells:(##(size * 8)) roots:(##(size * 8)) { roots >= 1 } absent:(##(size * 8)) { roots + absent <= cells }
 *   tot_cells_size:(##(off_bytes * 8)) root_list:(roots * ##(size * 8)) index:has_idx?(cells * ##(off_bytes * 8))
 *   cell_data:(tot_cells_size * [ uint8 ]) crc32c:has_crc32c?uint32 = BagOfCells;
 * (boc.tlb of the reference node; the two older magics have neither flags nor a root list)
 * @param options `lenient`: a stated checksum can be missing as a whole
 * @throws {BocError} bad-magic, bad-header, truncated, absent-cells
 */
export function readBocHeader(data: Uint8Array, { lenient = false } = {}): BocHeader {
  if (data.length < 4) throw new BocError('truncated', `${data.length} bytes are too few for a bag of cells`)
  const magic = readNumber(data, 0, 4)
  if (magic !== MAGIC_GENERIC && magic !== MAGIC_INDEXED && magic !== MAGIC_INDEXED_CRC) {
    const found = magic.toString(16).padStart(8, '0')
    throw new BocError('bad-magic', `a bag of cells begins with b5ee9c72, not with ${found}`)
  }
  if (data.length < 6) throw new BocError('truncated', 'the header of the bag of cells is cut off')
  const flags = data[4] as number
  const generic = magic === MAGIC_GENERIC
  const hasIndex = !generic || (flags & 0x80) !== 0
  const statesCrc = generic ? (flags & 0x40) !== 0 : magic === MAGIC_INDEXED_CRC
  const hasCacheBits = generic && (flags & 0x20) !== 0
  if ((flags & (generic ? 0x18 : 0xf8)) !== 0) throw new BocError('bad-header', 'reserved flags are set')
  if (hasCacheBits && !hasIndex) throw new BocError('bad-header', 'cache bits need an index')
  const refBytes = flags & 7
  if (refBytes < 1 || refBytes > 4) throw new BocError('bad-header', `cell numbers of ${refBytes} bytes`)
  const offsetBytes = data[5] as number
  if (offsetBytes < 1 || offsetBytes > 8) throw new BocError('bad-header', `offsets of ${offsetBytes} bytes`)

  const rootsAt = 6 + 3 * refBytes + offsetBytes
  if (data.length < rootsAt) throw new BocError('truncated', 'the header of the bag of cells is cut off')
  const cellCount = readNumber(data, 6, refBytes)
  const rootCount = readNumber(data, 6 + refBytes, refBytes)
  const absentCount = readNumber(data, 6 + 2 * refBytes, refBytes)
  const dataSize = readNumber(data, 6 + 3 * refBytes, offsetBytes)
  if (rootCount < 1) throw new BocError('bad-header', 'no roots')
  if (cellCount < 1) throw new BocError('bad-header', 'no cells')
  if (!generic && rootCount !== 1) throw new BocError('bad-header', `${rootCount} roots where one is allowed`)
  if (absentCount !== 0) throw new BocError('absent-cells', `${absentCount} cells are absent`)
  // A cell takes at least its two descriptor bytes.
  if (dataSize < 2 * cellCount) throw new BocError('bad-header', `${cellCount} cells in ${dataSize} bytes`)

  const indexAt = rootsAt + (generic ? rootCount * refBytes : 0)
  const dataAt = indexAt + (hasIndex ? cellCount * offsetBytes : 0)
  const hasCrc = statesCrc && !(lenient && data.length === dataAt + dataSize)
  const totalSize = dataAt + dataSize + (hasCrc ? 4 : 0)
  if (totalSize > data.length) {
    throw new BocError(
      'truncated',
      `the bag of cells is cut off: it has ${data.length} of ${totalSize} bytes`,
    )
  }
  return {
    refBytes,
    offsetBytes,
    cellCount,
    rootCount,
    rootsAt: generic ? rootsAt : null,
    indexAt: hasIndex ? indexAt : null,
    hasCacheBits,
    dataAt,
    dataSize,
    hasCrc,
    totalSize,
  }
}
