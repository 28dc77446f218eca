import { crc32c } from './crc32c.ts'
import { sha256 } from './sha256.ts'

/** A cell as the window reads it: data bits and references, without the rest of @ton/core. */
export type Cell = {
  /** Number of data bits, 0–1023. */
  readonly bits: number
  /** The data bits, most significant first; the unused bits of the last byte are zero. */
  readonly data: Uint8Array
  readonly refs: readonly Cell[]
  /** The type of an exotic cell: 1 pruned branch, 2 library reference, 3 Merkle proof, 4 Merkle update. */
  readonly exotic?: number
}

/** The bytes are no bag of cells, or not one that fits the limits. */
export class BagOfCellsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BagOfCellsError'
  }
}

const MAGIC = 0xb5ee9c72
/** Far above what an account's code or data can have (the network's limit is 65,536 cells). */
const MAX_CELLS = 200_000

class ByteReader {
  #at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  uint(size: number): number {
    let value = 0
    for (const byte of this.take(size)) value = value * 256 + byte
    return value
  }

  get position(): number {
    return this.#at
  }

  take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) {
      throw new BagOfCellsError(
        `the bag of cells is cut short: it has ${this.#bytes.length} bytes, byte ${end} is missing`,
      )
    }
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }
}

type CellRecord = { bits: number; data: Uint8Array; refs: number[]; exotic?: number }

function readRecord(reader: ByteReader, refSize: number): CellRecord {
  const start = reader.position
  const first = reader.uint(1)
  const second = reader.uint(1)
  const refCount = first & 7
  if (refCount > 4) {
    throw new BagOfCellsError(`the cell at byte ${start} is absent or has more than four references`)
  }
  if (first & 16) {
    const hashes = [0, 1, 1, 2, 1, 2, 2, 3][first >> 5] ?? 0
    reader.take((hashes + 1) * 34)
  }
  // A copy: its last byte changes below.
  const data = new Uint8Array(reader.take((second + 1) >> 1))
  let bits = data.length * 8
  if (second & 1) {
    const last = data.at(-1) ?? 0
    if (last === 0) throw new BagOfCellsError(`the cell at byte ${start} has no completion tag`)
    const tag = last & -last
    bits -= Math.log2(tag) + 1
    data[data.length - 1] = last ^ tag
  }
  const refs = Array.from({ length: refCount }, () => reader.uint(refSize))
  return first & 8 ? { bits, data, refs, exotic: data[0] ?? 0 } : { bits, data, refs }
}

function checkMagic(reader: ByteReader, bytes: Uint8Array): void {
  if (bytes.length >= 4 && reader.uint(4) === MAGIC) return
  const begin = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  throw new BagOfCellsError(
    bytes.length === 0 ? 'there are no bytes' : `a bag of cells begins with b5ee9c72, this with ${begin}`,
  )
}

/** Checks the end of a bag: its checksum, and no further bytes. */
function checkEnd(reader: ByteReader, bytes: Uint8Array, hasChecksum: boolean): void {
  const end = reader.position
  if (hasChecksum) {
    const [a = 0, b = 0, c = 0, d = 0] = reader.take(4)
    const told = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
    if (told !== crc32c(bytes.subarray(0, end))) {
      throw new BagOfCellsError('the checksum is wrong: a byte of the bag of cells has changed')
    }
  }
  const spare = bytes.length - reader.position
  if (spare > 0) {
    throw new BagOfCellsError(
      `the bag of cells ends at byte ${reader.position}, ${spare} ${spare === 1 ? 'byte follows' : 'bytes follow'}`,
    )
  }
}

/**
 * Reads the first root of a bag of cells (`serialized_boc#b5ee9c72` of boc.tlb). Throws BagOfCellsError. What
 * our own gateway wrote is taken as it is; `strict` also checks the CRC and that nothing follows.
 */
export function readBagOfCells(bytes: Uint8Array, { strict = false } = {}): Cell {
  const reader = new ByteReader(bytes)
  checkMagic(reader, bytes)
  const flags = reader.uint(1)
  const refSize = flags & 7
  const offsetSize = reader.uint(1)
  const count = reader.uint(refSize)
  const roots = reader.uint(refSize)
  reader.uint(refSize)
  reader.uint(offsetSize)
  if (count > MAX_CELLS || roots < 1 || roots > count) {
    throw new BagOfCellsError(`a bag of ${count} cells with ${roots} roots isn't read here`)
  }
  const root = reader.uint(refSize)
  reader.take((roots - 1) * refSize)
  if (flags & 0x80) reader.take(count * offsetSize)
  const records = Array.from({ length: count }, () => readRecord(reader, refSize))
  if (strict) checkEnd(reader, bytes, (flags & 0x40) !== 0)
  const cells: Cell[] = []
  for (let i = count - 1; i >= 0; i--) {
    const record = records[i] as CellRecord
    const refs = record.refs.map((ref) => {
      const cell = ref > i ? cells[ref] : undefined
      if (!cell) throw new BagOfCellsError(`cell ${i} of ${count} refers to itself or backwards`)
      return cell
    })
    const { bits, data, exotic } = record
    cells[i] = exotic === undefined ? { bits, data, refs } : { bits, data, refs, exotic }
  }
  const rootCell = cells[root]
  if (!rootCell) throw new BagOfCellsError('the bag has no root')
  return rootCell
}

export type CellTotals = { readonly cells: number; readonly bits: number; readonly depth: number }

type Digest = { readonly hash: Uint8Array; readonly depth: number }

function digestOf(cell: Cell, known: Map<Cell, Digest>): Digest | undefined {
  const before = known.get(cell)
  if (before) return before
  if (cell.exotic !== undefined && cell.exotic !== 2) return undefined
  const children: Digest[] = []
  for (const ref of cell.refs) {
    const digest = digestOf(ref, known)
    if (!digest) return undefined
    children.push(digest)
  }
  const whole = cell.bits % 8 === 0
  const bytes = new Uint8Array(2 + cell.data.length + 34 * children.length)
  bytes[0] = children.length + (cell.exotic === undefined ? 0 : 8)
  bytes[1] = 2 * cell.data.length - (whole ? 0 : 1)
  bytes.set(cell.data, 2)
  if (!whole) bytes[1 + cell.data.length] = (cell.data.at(-1) ?? 0) | (0x80 >> (cell.bits % 8))
  let at = 2 + cell.data.length
  for (const child of children) {
    bytes[at] = child.depth >> 8
    bytes[at + 1] = child.depth & 0xff
    at += 2
  }
  for (const child of children) {
    bytes.set(child.hash, at)
    at += 32
  }
  const depth = children.reduce((deepest, child) => Math.max(deepest, child.depth + 1), 0)
  const digest = { hash: sha256(bytes), depth }
  known.set(cell, digest)
  return digest
}

/**
 * The representation hash of a cell of level 0 (ordinary cells and library references); undefined where a
 * pruned branch or Merkle cell is inside, whose hashes depend on the level.
 */
export function cellHash(cell: Cell): Uint8Array | undefined {
  return digestOf(cell, new Map())?.hash
}

/** Distinct cells, their data bits, and the longest path downwards. */
export function cellTotals(root: Cell): CellTotals {
  const depths = new Map<Cell, number>()
  let bits = 0
  const visit = (cell: Cell): number => {
    const before = depths.get(cell)
    if (before !== undefined) return before
    const depth = cell.refs.reduce((deepest, ref) => Math.max(deepest, visit(ref) + 1), 0)
    depths.set(cell, depth)
    bits += cell.bits
    return depth
  }
  const depth = visit(root)
  return { cells: depths.size, bits, depth }
}
