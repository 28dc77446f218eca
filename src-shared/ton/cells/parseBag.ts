import { crc32c } from '../crc32c.ts'
import { BocError } from './bocError.ts'
import { type BocHeader, readBocHeader, readNumber } from './bocHeader.ts'
import {
  type CellChecks,
  checkedLevels,
  countLevels,
  type LeveledCell,
  type LevelInfo,
  levelOf,
  MAX_REFS,
} from './cellLevels.ts'

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
 * computed anyway), pruned branches can lack theirs, the index is ignored (tonweb writes starts where ends belong), and
 * the checksum can be missing.
 * `ignoreTrailing` accepts bytes after the bag, as the reference node does. A checksum must still be at the very end
 * and cover all bytes before it.
 */
export type BocOptions = Partial<BocLimits> & CellChecks & { readonly ignoreTrailing?: boolean }

/** The kind of cells that a bag is read as. */
export type CellForm<Source, Cell> = {
  /**
   * Creates a cell whose data has been checked: `bitLength` bits from byte `start` of the bag; an incomplete last
   * byte ends with the completion tag.
   */
  make(source: Source, start: number, bitLength: number, refs: Cell[], levels: LevelInfo): Cell
  /** Returns whether the 32 bytes at a position are the cell's hash of `level`. */
  hasHash(cell: Cell, level: number, source: Source, at: number): boolean
}

/**
 * Reads a bag of cells of any of the three magics and returns its roots. Everything in the bag is checked as in the
 * reference node, including stored hashes and unreachable cells.
 * @throws {BocError} for malformed data or an exceeded limit
 */
export function parseBag<Source extends Uint8Array, Cell extends LeveledCell>(
  source: Source,
  form: CellForm<Source, Cell>,
  options: BocOptions = {},
): Cell[] {
  const { maxBytes, maxCells, maxRoots } = { ...DEFAULT_BOC_LIMITS, ...options }
  if (source.length > maxBytes) throw new BocError('too-large', `${source.length} bytes exceed ${maxBytes}`)
  const header = readBocHeader(source, options)
  if (header.totalSize < source.length && !options.ignoreTrailing) {
    const count = source.length - header.totalSize
    throw new BocError(
      'trailing-bytes',
      `${count} ${count === 1 ? 'byte follows' : 'bytes follow'} the bag of cells`,
    )
  }
  if (header.cellCount > maxCells) {
    throw new BocError('too-many-cells', `${header.cellCount} cells exceed ${maxCells}`)
  }
  if (header.rootCount > maxRoots) {
    throw new BocError('too-many-roots', `${header.rootCount} roots exceed ${maxRoots}`)
  }
  if (header.hasCrc) checkCrc(source)
  const roots = readRoots(source, header)
  const starts = findCells(source, header, !options.lenient)
  const uses = new Uint8Array(header.cellCount)
  const cells = buildCells(source, header, starts, uses, form, options)
  if (header.hasCacheBits && !options.trusted && !options.lenient) {
    for (const root of roots) countUse(uses, root)
    checkCacheBits(source, header, uses)
  }
  return roots.map((root) => cells[root] as Cell)
}

/**
 * Returns the only root of a bag.
 * @throws {BocError} `root-count` if there are several
 */
export function onlyRoot<Cell>([root, ...others]: readonly Cell[]): Cell {
  if (root === undefined || others.length > 0) {
    throw new BocError('root-count', `one root was expected, not ${others.length + 1}`)
  }
  return root
}

function checkCrc(source: Uint8Array): void {
  const at = source.length - 4
  const byte = (i: number) => source[at + i] as number
  // Little-endian, unlike all other numbers of a bag.
  const stated = (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0
  const actual = crc32c(source, at)
  if (stated !== actual) {
    const [found, expected] = [stated, actual].map((sum) => sum.toString(16).padStart(8, '0'))
    throw new BocError('crc-mismatch', `the checksum is wrong: ${found} instead of ${expected}`)
  }
}

function readRoots(source: Uint8Array, { rootsAt, rootCount, refBytes, cellCount }: BocHeader): number[] {
  if (rootsAt === null) return [0]
  return Array.from({ length: rootCount }, (_, i) => {
    const root = readNumber(source, rootsAt + i * refBytes, refBytes)
    if (root >= cellCount) throw new BocError('bad-root', `root ${root} of ${cellCount} cells`)
    return root
  })
}

/**
 * Returns the start of each cell.
 * @param checksIndex whether the index, if there is one, must agree
 * @throws {BocError} truncated, trailing-bytes, bad-cell, absent-cells, bad-index
 */
export function findCells(source: Uint8Array, header: BocHeader, checksIndex = true): Uint32Array {
  const { cellCount, refBytes, dataAt, dataSize } = header
  const indexAt = checksIndex ? header.indexAt : null
  const end = dataAt + dataSize
  const starts = new Uint32Array(cellCount)
  let at = dataAt
  for (let cell = 0; cell < cellCount; cell++) {
    if (at + 2 > end) throw new BocError('truncated', 'the cell data end before it', cell)
    starts[cell] = at
    const d1 = source[at] as number
    const refCount = d1 & 7
    if (refCount > MAX_REFS) {
      if (refCount === 7 && (d1 & 16) !== 0) throw new BocError('absent-cells', 'it is absent', cell)
      throw new BocError('bad-cell', `it claims ${refCount} references`, cell)
    }
    at += 2 + storedSize(d1) + (((source[at + 1] as number) + 1) >> 1) + refCount * refBytes
    if (at > end) throw new BocError('truncated', 'the cell data end inside it', cell)
    if (indexAt !== null) {
      const entry = readNumber(source, indexAt + cell * header.offsetBytes, header.offsetBytes)
      const stated = header.hasCacheBits ? Math.floor(entry / 2) : entry
      if (stated !== at - dataAt) {
        throw new BocError('bad-index', `it ends at ${at - dataAt}, not at ${stated} as indexed`, cell)
      }
    }
  }
  if (at !== end) throw new BocError('trailing-bytes', `${end - at} bytes follow the last cell`)
  return starts
}

/** Returns the length of the hashes and depths stored between a cell's descriptors and its data. */
export function storedSize(d1: number): number {
  return (d1 & 16) === 0 ? 0 : (countLevels(d1 >> 5) + 1) * (32 + 2)
}

/** Returns the number of bits before the completion tag, given an incomplete last byte and the number of bytes. */
export function bitsBeforeTag(lastByte: number, bytes: number): number {
  return bytes * 8 - (32 - Math.clz32(lastByte & -lastByte))
}

function countUse(uses: Uint8Array, number: number): void {
  if (uses[number] !== 2) uses[number] = (uses[number] as number) + 1
}

/** Builds all cells, last one first, since references only lead to later ones. Counts their uses, up to 2. */
function buildCells<Source extends Uint8Array, Cell extends LeveledCell>(
  source: Source,
  { cellCount, refBytes }: BocHeader,
  starts: Uint32Array,
  uses: Uint8Array,
  form: CellForm<Source, Cell>,
  checks: CellChecks,
): Cell[] {
  const { make } = form
  const cells: Cell[] = new Array(cellCount)
  let number = cellCount - 1
  try {
    for (; number >= 0; number--) {
      const at = starts[number] as number
      const d1 = source[at] as number
      const d2 = source[at + 1] as number
      const dataStart = at + 2 + storedSize(d1)
      const refsStart = dataStart + ((d2 + 1) >> 1)
      const bitLength = d2 & 1 ? partialBits(source, dataStart, refsStart) : d2 * 4
      const refs: Cell[] = []
      for (let i = 0; i < (d1 & 7); i++) {
        const ref = readNumber(source, refsStart + i * refBytes, refBytes)
        if (ref <= number || ref >= cellCount) {
          throw new BocError('bad-reference', `reference ${i} leads to cell ${ref} of ${cellCount}`)
        }
        countUse(uses, ref)
        refs.push(cells[ref] as Cell)
      }
      const levels = checkedLevels(source, dataStart, bitLength, refs, (d1 & 8) !== 0, checks)
      const isMaskRight = levels.mask === d1 >> 5
      if (!isMaskRight && !checks.lenient) {
        throw new BocError('level-mismatch', `its level mask is ${levels.mask}, not ${d1 >> 5}`)
      }
      const cell = make(source, dataStart, bitLength, refs, levels)
      if (isMaskRight && (d1 & 16) !== 0 && !checks.trusted)
        checkStored(cell, levels.mask, source, at + 2, form)
      cells[number] = cell
    }
  } catch (error) {
    throw error instanceof BocError ? new BocError(error.code, error.message, number) : error
  }
  return cells
}

/** Returns the number of bits of data whose last byte is incomplete: the bits before its completion tag. */
function partialBits(source: Uint8Array, start: number, end: number): number {
  const last = source[end - 1] as number
  if ((last & 0x7f) === 0) throw new BocError('bad-padding', `its data end with ${last}`)
  return bitsBeforeTag(last, end - start)
}

/** Compares the stored hashes and depths, one for each significant level, with the cell's own. */
function checkStored<Source extends Uint8Array, Cell extends LeveledCell>(
  cell: Cell,
  mask: number,
  source: Source,
  hashesAt: number,
  { hasHash }: CellForm<Source, Cell>,
): void {
  const depthsAt = hashesAt + (countLevels(mask) + 1) * 32
  let index = 0
  for (let level = 0; level <= levelOf(mask); level++) {
    if (level > 0 && ((mask >> (level - 1)) & 1) === 0) continue
    const isHash = hasHash(cell, level, source, hashesAt + index * 32)
    if (!isHash || readNumber(source, depthsAt + index * 2, 2) !== cell.depth(level)) {
      throw new BocError('hash-mismatch', `its hash or depth of level ${level} is not as stored`)
    }
    index++
  }
}

/** Checks that exactly the cells used more than once, as a child or as a root, have their cache bit set. */
function checkCacheBits(source: Uint8Array, { indexAt, offsetBytes }: BocHeader, uses: Uint8Array): void {
  if (indexAt === null) return
  uses.forEach((used, number) => {
    const bit = (source[indexAt + (number + 1) * offsetBytes - 1] as number) & 1
    if (bit !== (used > 1 ? 1 : 0)) {
      throw new BocError('bad-index', `its cache bit is ${bit}, which is wrong`, number)
    }
  })
}
