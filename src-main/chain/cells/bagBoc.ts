import { startBoc, writeNumber } from '#shared/ton/cells/writeBoc.ts'
import type { CellBag } from './cellBag.ts'
import { PROOF_BOC, serializeBoc } from './serializeBoc.ts'

/**
 * Up to this number of cells (counted as a tree) the reference node's writer gives no cell a weight that
 * moves it, so the order is that of a plain walk. Larger bags are written by serializeBoc.
 */
export const PLAIN_TREE = 32

/** The root of a bag to write: a cell of another bag, possibly with changed data. */
export type BagRoot = {
  /** Both descriptor bytes. */
  readonly descriptors: number
  readonly source: Buffer
  readonly start: number
  readonly end: number
  readonly refs: readonly number[]
}

/**
 * Returns a cell and everything below it as a bag of its own, byte for byte like serializeBoc with PROOF_BOC.
 */
export function cellBoc(bag: CellBag, cell: number): Buffer {
  if (treeSize(bag, cell, PLAIN_TREE) > PLAIN_TREE) return serializeBoc(bag.cell(cell), PROOF_BOC)
  return writeBoc(bag, rootAt(bag, cell))
}

/** Returns the same cells in any order, which is faster for large trees. */
export function looseBoc(bag: CellBag, cell: number): Buffer {
  return writeBoc(bag, rootAt(bag, cell))
}

/**
 * Returns a cell and everything below it, with the cells in `cuts` replaced by pruned branches of level 1.
 * The tree must not have levels before. The order of cells is the bag's.
 */
export function cutBoc(bag: CellBag, cell: number, cuts: ReadonlyMap<number, Pruned>): Buffer {
  const below = new Set<number>()
  const visit = (parent: number) => {
    for (const ref of bag.refs(parent)) {
      if (below.has(ref)) continue
      below.add(ref)
      if (!cuts.has(ref)) visit(ref)
    }
  }
  visit(cell)
  return writeBoc(
    bag,
    rootAt(bag, cell),
    [...below].sort((a, b) => a - b),
    cuts,
  )
}

/** The hash (32 bytes) and depth of a pruned cell. */
export type Pruned = { readonly hash: Buffer; readonly depth: number }

/**
 * Returns the number of cells below and including `cell`, counting shared cells repeatedly. Stops above
 * `max`.
 */
export function treeSize(bag: CellBag, cell: number, max: number): number {
  let size = 1
  const count = bag.refCount(cell)
  for (let i = 0; i < count && size <= max; i++) size += treeSize(bag, bag.ref(cell, i), max - size)
  return size
}

function rootAt(bag: CellBag, cell: number): BagRoot {
  const start = bag.dataStart(cell)
  const refs = bag.refs(cell)
  const descriptors = bag.descriptors(cell)
  return { descriptors, source: bag.source, start, end: start + bag.byteLength(cell), refs }
}

/**
 * Returns the cells below `refs` in the order of the reference node's writer: a walk that takes the last
 * reference first and puts a cell's children after everything below them, reversed in the file.
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

/** Writes the bag of a root and the cells `below` it, parents before children. */
export function writeBoc(
  bag: CellBag,
  root: BagRoot,
  below: readonly number[] = root.refs.length === 0 ? NOTHING : orderBelow(bag, root.refs),
  cuts: ReadonlyMap<number, Pruned> = NO_CUTS,
): Buffer {
  const sizeOf = (refBytes: number) => {
    let size = 2 + root.end - root.start + root.refs.length * refBytes
    for (const cell of below) {
      size += cuts.has(cell) ? BRANCH_BYTES : 2 + bag.byteLength(cell) + bag.refCount(cell) * refBytes
    }
    return size
  }
  const start = startBoc(below.length + 1, sizeOf, Buffer.allocUnsafe)
  const { file, refBytes } = start
  let { at } = start
  const aboveCuts = cuts.size === 0 ? NOT_ONE : parentsOf(bag, below, cuts)
  const levelOf = (refs: readonly number[]) =>
    refs.some((ref) => cuts.has(ref) || aboveCuts.has(ref)) ? LEVEL_1 : 0
  at = writeData(file, at, root.descriptors | levelOf(root.refs), root.source, root.start, root.end)
  if (below.length === 0) return file
  const places = new Map<number, number>()
  for (let i = 0; i < below.length; i++) places.set(below[i] as number, i + 1)
  for (const ref of root.refs) at = writeNumber(file, at, places.get(ref) as number, refBytes)
  for (const cell of below) {
    const pruned = cuts.get(cell)
    if (pruned) {
      at = writeBranch(file, at, pruned)
      continue
    }
    const dataStart = bag.dataStart(cell)
    const descriptors = bag.descriptors(cell) | (aboveCuts.has(cell) ? LEVEL_1 : 0)
    at = writeData(file, at, descriptors, bag.source, dataStart, dataStart + bag.byteLength(cell))
    for (const ref of bag.refs(cell)) at = writeNumber(file, at, places.get(ref) as number, refBytes)
  }
  return file
}

/** Returns those of `cells` (parents before children) below which a cell is cut. */
function parentsOf(
  bag: CellBag,
  cells: readonly number[],
  cuts: ReadonlyMap<number, Pruned>,
): ReadonlySet<number> {
  const parents = new Set<number>()
  for (const cell of cells.toReversed()) {
    if (!cuts.has(cell) && bag.refs(cell).some((ref) => cuts.has(ref) || parents.has(ref))) parents.add(cell)
  }
  return parents
}

/** Writes `!pruned_branch#01 level_mask:uint8 hash:bits256 depth:uint16` with its descriptors. */
function writeBranch(file: Buffer, start: number, { hash, depth }: Pruned): number {
  file.writeUInt32BE(0x28480101, start)
  hash.copy(file, start + 4)
  return file.writeUInt16BE(depth, start + 4 + hash.length)
}

const BRANCH_BYTES = 38
/** The bit of level 1 in both descriptors as one number. */
const LEVEL_1 = 0x2000
const NO_CUTS: ReadonlyMap<number, Pruned> = new Map()
const NOT_ONE: ReadonlySet<number> = new Set()
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
