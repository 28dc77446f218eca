import { hash as digest } from 'node:crypto'
import { MAGIC_GENERIC } from '../../chain/cells/bocHeader.ts'
import { buildCell } from '../../chain/cells/buildCell.ts'
import { asCell } from '../../chain/cells/rawCell.ts'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { CellFacts } from '../../store/facts.ts'
import type { BagSlice } from './bagSlice.ts'
import type { CellBag } from './cellBag.ts'
import { isMerkle, partHashes } from './partHashes.ts'

/**
 * Up to here (counted as a tree) the reference's writer gives no cell a weight that moves it, and the order is that of
 * a plain walk; larger ones go through chain/cells.
 */
const PLAIN_TREE = 32

/** What stands at the top of a bag that is written: a cell of another bag, or one cut out of it. */
type Top = {
  /** Both descriptors. */
  readonly descriptors: number
  readonly source: Buffer
  readonly start: number
  readonly end: number
  readonly refs: readonly number[]
}

/** A cell and what is below it as a bag of its own, byte for byte as serializeBoc with PROOF_BOC. */
export function cellBoc(bag: CellBag, cell: number): Buffer {
  if (treeSize(bag, cell, PLAIN_TREE) > PLAIN_TREE) return serializeBoc(bag.cell(cell), PROOF_BOC)
  return writeBoc(bag, topOf(bag, cell))
}

/** The same where the order of cells doesn't matter to anybody, whatever its size. */
export function looseBoc(bag: CellBag, cell: number): Buffer {
  return writeBoc(bag, topOf(bag, cell))
}

export function cellFacts(bag: CellBag, cell: number): CellFacts {
  const hash = bag.hash(cell)
  const boc = cellBoc(bag, cell)
  return { hash, boc, parts: partHashes(bag, isMerkle(bag, cell) ? [] : topOf(bag, cell).refs, boc.length) }
}

/** The ordinary cell of the bits [from, to) and the references [refFrom, refTo) of a slice's cell. */
export function cutFacts(
  slice: BagSlice,
  from: number,
  to: number,
  refFrom: number,
  refTo: number,
): CellFacts {
  const { bag, cell } = slice
  const source = completed(bag, cell, from, to)
  const refs: number[] = []
  for (let i = refFrom; i < refTo; i++) refs.push(bag.ref(cell, i))
  const bitLength = to - from
  let size = 1
  for (const ref of refs) size += treeSize(bag, ref, PLAIN_TREE)
  const hash =
    refs.length === 0 ? leafHash(source, bitLength) : bag.hashOf(source.subarray(2), bitLength, refs)
  if (size > PLAIN_TREE) {
    const cells = refs.map((ref) => bag.cell(ref))
    const root = asCell(buildCell(source, 2, bitLength, cells, false))
    const boc = serializeBoc(root, PROOF_BOC)
    return { hash, boc, parts: partHashes(bag, refs, boc.length) }
  }
  // A body that quotes a cell with levels can't be in a message: nothing there is pruned.
  const descriptors = (refs.length << 8) | (source.length - 2 + (bitLength >> 3))
  const boc = writeBoc(bag, { descriptors, source, start: 2, end: source.length, refs })
  return { hash, boc, parts: partHashes(bag, refs, boc.length) }
}

function leafHash(source: Buffer, bitLength: number): Buffer {
  source[0] = 0
  source[1] = source.length - 2 + (bitLength >> 3)
  return digest('sha256', source, 'buffer')
}

/** Two bytes of room for the descriptors, then the bits [from, to) of a cell, completed by a one and zeros. */
function completed(bag: CellBag, cell: number, from: number, to: number): Buffer {
  const bits = to - from
  const bytes = (bits + 7) >> 3
  const cut = Buffer.allocUnsafe(2 + bytes)
  const { source } = bag
  const shift = from & 7
  let at = bag.dataStart(cell) + (from >> 3)
  for (let i = 2; i < 2 + bytes; i++, at++) {
    // Of a byte beyond the data only bits are taken that the mask below takes away.
    cut[i] =
      shift === 0
        ? (source[at] as number)
        : ((source[at] as number) << shift) | ((source[at + 1] ?? 0) >> (8 - shift))
  }
  const partial = bits & 7
  if (partial > 0) {
    const last = cut[1 + bytes] as number
    cut[1 + bytes] = (last & (0xff00 >> partial)) | (0x80 >> partial)
  }
  return cut
}

/** Number of cells below and with `cell`, counting those again that are used again; stops above `max`. */
function treeSize(bag: CellBag, cell: number, max: number): number {
  let size = 1
  const count = bag.refCount(cell)
  for (let i = 0; i < count && size <= max; i++) size += treeSize(bag, bag.ref(cell, i), max - size)
  return size
}

function topOf(bag: CellBag, cell: number): Top {
  const start = bag.dataStart(cell)
  const refs: number[] = []
  for (let i = 0; i < bag.refCount(cell); i++) refs.push(bag.ref(cell, i))
  const descriptors = bag.descriptors(cell)
  return { descriptors, source: bag.source, start, end: start + bag.byteLength(cell), refs }
}

/**
 * The cells below `refs` in the order of the reference's writer: a walk that takes the last reference first and puts a
 * cell's children down behind everything below them; the file has it backwards.
 */
function orderBelow(bag: CellBag, refs: readonly number[]): number[] {
  const order: number[] = []
  const visited = new Set<number>()
  const placed = new Set<number>()
  const place = (cell: number) => {
    if (placed.has(cell)) return
    placed.add(cell)
    order.push(cell)
  }
  const visit = (cell: number) => {
    if (visited.has(cell)) return
    visited.add(cell)
    const count = bag.refCount(cell)
    for (let i = count - 1; i >= 0; i--) visit(bag.ref(cell, i))
    for (let i = count - 1; i >= 0; i--) place(bag.ref(cell, i))
  }
  for (let i = refs.length - 1; i >= 0; i--) visit(refs[i] as number)
  for (let i = refs.length - 1; i >= 0; i--) place(refs[i] as number)
  return order.reverse()
}

function writeBoc(bag: CellBag, top: Top): Buffer {
  const below = top.refs.length === 0 ? NOTHING : orderBelow(bag, top.refs)
  const count = below.length + 1
  const refBytes = bytesFor(count)
  let size = 2 + top.end - top.start + top.refs.length * refBytes
  for (const cell of below) size += 2 + bag.byteLength(cell) + bag.refCount(cell) * refBytes
  const offsetBytes = bytesFor(size)
  const file = Buffer.allocUnsafe(6 + 4 * refBytes + offsetBytes + size)
  file.writeUInt32BE(MAGIC_GENERIC, 0)
  file[4] = refBytes
  file[5] = offsetBytes
  let at = 6
  // Cells, roots, absent cells, bytes, and the root, which is the first.
  at = writeNumber(file, at, count, refBytes)
  at = writeNumber(file, at, 1, refBytes)
  at = writeNumber(file, at, 0, refBytes)
  at = writeNumber(file, at, size, offsetBytes)
  at = writeNumber(file, at, 0, refBytes)
  at = writeData(file, at, top.descriptors, top.source, top.start, top.end)
  if (below.length === 0) return file
  const places = new Map<number, number>()
  for (let i = 0; i < below.length; i++) places.set(below[i] as number, i + 1)
  for (const ref of top.refs) at = writeNumber(file, at, places.get(ref) as number, refBytes)
  for (const cell of below) {
    const start = bag.dataStart(cell)
    at = writeData(file, at, bag.descriptors(cell), bag.source, start, start + bag.byteLength(cell))
    const refs = bag.refCount(cell)
    for (let i = 0; i < refs; i++) {
      at = writeNumber(file, at, places.get(bag.ref(cell, i)) as number, refBytes)
    }
  }
  return file
}

const NOTHING: readonly number[] = []

function writeData(
  file: Buffer,
  at: number,
  descriptors: number,
  source: Buffer,
  start: number,
  end: number,
): number {
  file[at] = descriptors >> 8
  file[at + 1] = descriptors & 0xff
  return at + 2 + source.copy(file, at + 2, start, end)
}

function bytesFor(value: number): number {
  return value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 0x1000000 ? 3 : 4
}

function writeNumber(file: Buffer, start: number, value: number, bytes: number): number {
  for (let i = bytes - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256))
    file[start + i] = rest & 0xff
  return start + bytes
}
