import type { Cell } from '@ton/core'
import { bytesFor, writeBocHeader, writeNumber } from '#shared/ton/cells/writeBoc.ts'
import { crc32c } from '#shared/ton/crc32c.ts'
import { bitLengthOf, cellData } from './cellData.ts'
import { hashCount, type OrderedCell, orderCells } from './cellOrder.ts'

/** The optional parts of a file besides its cells, all off by default. */
export type BocWriteOptions = {
  /** where each cell ends (mode bit 1) */
  readonly index?: boolean
  /** a checksum at the end (mode bit 2) */
  readonly crc32c?: boolean
  /** mode bit 4: accepted because modes contain it; the reference node writes nothing for it */
  readonly topHash?: boolean
  /** stored hashes in cells that represent many (mode bit 8) */
  readonly intHashes?: boolean
  /** marks of shared cells in the index (mode bit 16); requires the index */
  readonly cacheBits?: boolean
}

/** Mode 31: block and state files, whose SHA-256 is the file hash of the block id. */
export const FILE_BOC: BocWriteOptions = {
  index: true,
  crc32c: true,
  topHash: true,
  intHashes: true,
  cacheBits: true,
}
/** Mode 2: bags of cells in HTTP answers. */
export const API_BOC: BocWriteOptions = { crc32c: true }
/** Mode 0: proofs in liteserver answers. */
export const PROOF_BOC: BocWriteOptions = {}

const HASH_BYTES = 32
const DEPTH_BYTES = 2

/**
 * Writes a bag of cells with these roots, byte for byte like the reference node with the same options.
 * @throws {RangeError} without roots, or with cache bits but no index
 * @throws {BocError} too-deep
 */
export function serializeBoc(roots: Cell | readonly Cell[], options: BocWriteOptions = {}): Buffer {
  return writeBoc(roots, options, Buffer.alloc)
}

/**
 * Returns a cell's bag as in HTTP answers (API_BOC), in base64.
 * @throws {BocError} too-deep
 */
export function bocBase64(root: Cell): string {
  // Pooled memory costs a tenth and suits a buffer that is dropped at once: a retained slice pins its pool.
  return writeBoc(root, API_BOC, Buffer.allocUnsafe).toString('base64')
}

function writeBoc(
  roots: Cell | readonly Cell[],
  options: BocWriteOptions,
  allocate: (size: number) => Buffer,
): Buffer {
  const rootList = Array.isArray(roots) ? (roots as readonly Cell[]) : [roots as Cell]
  if (rootList.length === 0) throw new RangeError('a bag of cells has at least one root')
  if (options.cacheBits && !options.index) throw new RangeError('cache bits need an index')
  const { cells, roots: rootEntries } = orderCells(rootList)
  const count = cells.length
  const refBytes = bytesFor(count)
  let dataSize = 0
  for (const entry of cells) dataSize += cellSize(entry, refBytes, carriesHashes(entry, options))
  const offsetBytes = bytesFor(options.cacheBits ? dataSize * 2 : dataSize)

  const dataAt =
    6 + 3 * refBytes + offsetBytes + rootList.length * refBytes + (options.index ? count * offsetBytes : 0)
  const file = allocate(dataAt + dataSize + (options.crc32c ? 4 : 0))
  const flags = (options.index ? 0x80 : 0) | (options.crc32c ? 0x40 : 0) | (options.cacheBits ? 0x20 : 0)
  const fields = { flags, refBytes, offsetBytes, cells: count, roots: rootList.length, dataSize }
  let at = writeBocHeader(file, fields)
  for (const root of rootEntries) at = writeNumber(file, at, root.place, refBytes)
  if (options.index) {
    let end = 0
    for (const entry of cells) {
      end += cellSize(entry, refBytes, carriesHashes(entry, options))
      const offset = options.cacheBits ? end * 2 + (entry.shared ? 1 : 0) : end
      at = writeNumber(file, at, offset, offsetBytes)
    }
  }
  for (const entry of cells) at = writeCell(file, at, entry, refBytes, carriesHashes(entry, options))
  if (options.crc32c) file.writeUInt32LE(crc32c(file, at), at)
  return file
}

function carriesHashes(entry: OrderedCell, options: BocWriteOptions): boolean {
  return entry.special && options.intHashes === true
}

function cellSize({ cell, refs }: OrderedCell, refBytes: number, withHashes: boolean): number {
  const hashes = withHashes ? hashCount(cell) * (HASH_BYTES + DEPTH_BYTES) : 0
  return 2 + hashes + ((bitLengthOf(cell) + 7) >> 3) + refs.length * refBytes
}

function writeCell(
  file: Buffer,
  start: number,
  { cell, refs }: OrderedCell,
  refBytes: number,
  withHashes: boolean,
): number {
  const bits = bitLengthOf(cell)
  const levels = cell.mask.value
  file[start] = refs.length | (cell.isExotic ? 8 : 0) | (withHashes ? 16 : 0) | (levels << 5)
  file[start + 1] = ((bits + 7) >> 3) + (bits >> 3)
  let at = start + 2
  if (withHashes) {
    const significant = [0, 1, 2, 3].filter((level) => level === 0 || ((levels >> (level - 1)) & 1) === 1)
    for (const level of significant) at += cell.hash(level).copy(file, at)
    for (const level of significant) at = file.writeUInt16BE(cell.depth(level), at)
  }
  const data = cellData(cell)
  at += data.bytes.copy(file, at, data.start, data.end)
  for (const ref of refs) at = writeNumber(file, at, ref.place, refBytes)
  return at
}
