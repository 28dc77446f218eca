import type { Cell } from '@ton/core'
import { BocError } from './bocError.ts'
import { type BocHeader, readBocHeader, readNumber } from './bocHeader.ts'
import { buildCell, type CellChecks } from './buildCell.ts'
import { countLevels } from './cellLevels.ts'
import { crc32c } from './crc32c.ts'
import { asCell, type RawCell } from './rawCell.ts'

/** Limits on a bag of cells. Its depth is limited to 1024, as everywhere in TON. */
export type BocLimits = {
  /** length of the whole bag in bytes */
  readonly maxBytes: number
  /** number of cells, each of which takes about 300 bytes of memory */
  readonly maxCells: number
  readonly maxRoots: number
}

/** Enough for the largest block and for a masterchain state. Full shard states need higher limits. */
const DEFAULT_BOC_LIMITS: BocLimits = { maxBytes: 64 << 20, maxCells: 2 << 20, maxRoots: 4096 }

/**
 * Options of parsing.
 * `trusted` is for bytes whose own hash equals a verified one (the file hash of a verified block id): hashes stated
 * inside (of Merkle cells' children, and stored ones) are not recomputed, so that cells are hashed only on demand.
 * `lenient` is for files of other software than the reference node: level masks in descriptors can be wrong (they are
 * computed anyway), and pruned branches can lack theirs.
 * `ignoreTrailing` accepts bytes after the bag, as the reference node does. A checksum must still be at the very end
 * and cover all bytes before it.
 */
export type BocOptions = Partial<BocLimits> & CellChecks & { readonly ignoreTrailing?: boolean }

/**
 * Reads a bag of cells of any of the three magics and returns its roots. The cells are views of `data`, which must
 * not be changed afterwards; their hashes are computed from the raw bytes on demand. Everything in the bag is checked
 * as in the reference node, including stored hashes and unreachable cells.
 * @throws {BocError} for malformed data or an exceeded limit
 */
export function parseBoc(data: Uint8Array, options: BocOptions = {}): Cell[] {
  const { maxBytes, maxCells, maxRoots } = { ...DEFAULT_BOC_LIMITS, ...options }
  if (data.length > maxBytes) throw new BocError('too-large', `${data.length} bytes exceed ${maxBytes}`)
  const source = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const header = readBocHeader(source)
  if (header.totalSize < source.length && !options.ignoreTrailing) {
    throw new BocError('trailing-bytes', `${source.length - header.totalSize} bytes follow the bag of cells`)
  }
  if (header.cellCount > maxCells) {
    throw new BocError('too-many-cells', `${header.cellCount} cells exceed ${maxCells}`)
  }
  if (header.rootCount > maxRoots) {
    throw new BocError('too-many-roots', `${header.rootCount} roots exceed ${maxRoots}`)
  }
  if (header.hasCrc) checkCrc(source)
  const roots = readRoots(source, header)
  const starts = findCells(source, header)
  const uses = new Uint8Array(header.cellCount)
  const cells = buildCells(source, header, starts, uses, options)
  if (header.hasCacheBits && !options.trusted) {
    for (const root of roots) countUse(uses, root)
    checkCacheBits(source, header, uses)
  }
  return roots.map((root) => cells[root] as Cell)
}

/**
 * Reads a bag of cells with exactly one root and returns the root.
 * @throws {BocError} as parseBoc, and `root-count`
 */
export function parseBocRoot(data: Uint8Array, options: BocOptions = {}): Cell {
  const [root, ...others] = parseBoc(data, options)
  if (root === undefined || others.length > 0) {
    throw new BocError('root-count', `one root was expected, not ${others.length + 1}`)
  }
  return root
}

function checkCrc(source: Buffer): void {
  const at = source.length - 4
  const stated = source.readUInt32LE(at)
  const actual = crc32c(source, at)
  if (stated !== actual) throw new BocError('crc-mismatch', `CRC-32C is ${actual}, not ${stated} as stated`)
}

function readRoots(source: Buffer, { rootsAt, rootCount, refBytes, cellCount }: BocHeader): number[] {
  if (rootsAt === null) return [0]
  return Array.from({ length: rootCount }, (_, i) => {
    const root = readNumber(source, rootsAt + i * refBytes, refBytes)
    if (root >= cellCount) throw new BocError('bad-root', `root ${root} of ${cellCount} cells`)
    return root
  })
}

/** Walks over the cell data and returns the start of each cell. The index, if any, must agree. */
function findCells(source: Buffer, header: BocHeader): Uint32Array {
  const { cellCount, refBytes, dataAt, dataSize } = header
  const end = dataAt + dataSize
  const starts = new Uint32Array(cellCount)
  let at = dataAt
  for (let cell = 0; cell < cellCount; cell++) {
    if (at + 2 > end) throw new BocError('truncated', 'the cell data end before it', cell)
    starts[cell] = at
    const d1 = source[at] as number
    const refCount = d1 & 7
    if (refCount > 4) {
      if (refCount === 7 && (d1 & 16) !== 0) throw new BocError('absent-cells', 'it is absent', cell)
      throw new BocError('bad-cell', `it claims ${refCount} references`, cell)
    }
    at += 2 + storedSize(d1) + (((source[at + 1] as number) + 1) >> 1) + refCount * refBytes
    if (at > end) throw new BocError('truncated', 'the cell data end inside it', cell)
    if (header.indexAt !== null) {
      const entry = readNumber(source, header.indexAt + cell * header.offsetBytes, header.offsetBytes)
      const stated = header.hasCacheBits ? Math.floor(entry / 2) : entry
      if (stated !== at - dataAt) {
        throw new BocError('bad-index', `it ends at ${at - dataAt}, not at ${stated} as indexed`, cell)
      }
    }
  }
  if (at !== end) throw new BocError('trailing-bytes', `${end - at} bytes follow the last cell`)
  return starts
}

/** Returns the length of the hashes and depths stored between a cell's descriptor and its data. */
function storedSize(d1: number): number {
  return (d1 & 16) === 0 ? 0 : (countLevels(d1 >> 5) + 1) * (32 + 2)
}

function countUse(uses: Uint8Array, number: number): void {
  if (uses[number] !== 2) uses[number] = (uses[number] as number) + 1
}

/** Builds all cells, last one first, since references only lead to later ones. Counts their uses, up to 2. */
function buildCells(
  source: Buffer,
  header: BocHeader,
  starts: Uint32Array,
  uses: Uint8Array,
  checks: CellChecks,
): Cell[] {
  const { cellCount, refBytes } = header
  const cells: Cell[] = new Array(cellCount)
  for (let number = cellCount - 1; number >= 0; number--) {
    const at = starts[number] as number
    const d1 = source[at] as number
    const d2 = source[at + 1] as number
    const dataStart = at + 2 + storedSize(d1)
    const refsStart = dataStart + ((d2 + 1) >> 1)
    const bitLength = d2 & 1 ? partialBits(source, dataStart, refsStart, number) : d2 * 4
    const refs: Cell[] = []
    for (let i = 0; i < (d1 & 7); i++) {
      const ref = readNumber(source, refsStart + i * refBytes, refBytes)
      if (ref <= number || ref >= cellCount) {
        throw new BocError('bad-reference', `reference ${i} leads to cell ${ref} of ${cellCount}`, number)
      }
      countUse(uses, ref)
      refs.push(cells[ref] as Cell)
    }
    const cell = buildNumbered(source, dataStart, bitLength, refs, (d1 & 8) !== 0, checks, number)
    if (cell.levels !== d1 >> 5) {
      if (!checks.lenient) {
        throw new BocError('level-mismatch', `its level mask is ${cell.levels}, not ${d1 >> 5}`, number)
      }
    } else if ((d1 & 16) !== 0 && !checks.trusted) {
      checkStored(cell, source, at + 2, number)
    }
    cells[number] = asCell(cell)
  }
  return cells
}

function buildNumbered(
  source: Buffer,
  start: number,
  bitLength: number,
  refs: Cell[],
  exotic: boolean,
  checks: CellChecks,
  number: number,
): RawCell {
  try {
    return buildCell(source, start, bitLength, refs, exotic, checks)
  } catch (error) {
    throw error instanceof BocError ? new BocError(error.code, error.message, number) : error
  }
}

/** Returns the number of bits of data whose last byte is incomplete: the bits before its completion tag. */
function partialBits(source: Buffer, start: number, end: number, cell: number): number {
  const last = source[end - 1] as number
  if ((last & 0x7f) === 0) throw new BocError('bad-padding', `its data end with ${last}`, cell)
  return (end - start) * 8 - (32 - Math.clz32(last & -last))
}

/** Compares the stored hashes and depths, one for each significant level, with the cell's own. */
function checkStored(cell: RawCell, source: Buffer, hashesAt: number, number: number): void {
  const count = countLevels(cell.levels) + 1
  let index = 0
  for (let level = 0; level <= cell.level(); level++) {
    if (level > 0 && ((cell.levels >> (level - 1)) & 1) === 0) continue
    const hashAt = hashesAt + index * 32
    const depthAt = hashesAt + count * 32 + index * 2
    index++
    if (
      source.toString('latin1', hashAt, hashAt + 32) !== cell.hashText(level) ||
      source.readUInt16BE(depthAt) !== cell.depth(level)
    ) {
      throw new BocError('hash-mismatch', `its hash or depth of level ${level} is not as stored`, number)
    }
  }
}

/** Checks that exactly the cells used more than once, as a child or as a root, have their cache bit set. */
function checkCacheBits(source: Buffer, { indexAt, offsetBytes }: BocHeader, uses: Uint8Array): void {
  if (indexAt === null) return
  uses.forEach((used, number) => {
    const bit = (source[indexAt + (number + 1) * offsetBytes - 1] as number) & 1
    if (bit !== (used > 1 ? 1 : 0)) {
      throw new BocError('bad-index', `its cache bit is ${bit}, which is wrong`, number)
    }
  })
}
