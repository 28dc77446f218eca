import type { Cell } from '@ton/core'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { countLevels, MAX_DEPTH } from '#shared/ton/cells/cellLevels.ts'
import { bitLengthOf, cellData, hashKey } from './cellData.ts'

/** The maximum number of cells, including itself, below a cell that carries no hashes of its own. */
const MAX_CELLS_WITHOUT_HASHES = 64
const MAX_WEIGHT = 255

/** A cell and its attributes in the file. */
export type OrderedCell = {
  readonly cell: Cell
  readonly refs: readonly OrderedCell[]
  /** its number in the file */
  readonly place: number
  /** used more than once, as a child or as a root */
  readonly shared: boolean
  /** carries its hashes if "internal hashes" are requested */
  readonly special: boolean
}

/** The distinct cells under some roots, in the order of the file. */
export type CellOrder = {
  /** Position in the list is the number in the file. */
  readonly cells: readonly OrderedCell[]
  readonly roots: readonly OrderedCell[]
}

type Entry = {
  readonly cell: Cell
  readonly refs: Entry[]
  isMet: boolean
  shared: boolean
  /** the number of cells it represents */
  weight: number
  special: boolean
  /** while the order is computed: its number from the end of the file, or one of the marks below */
  place: number
}

const UNTOUCHED = -1
const PREVISITED = -2
const VISITED = -3

/**
 * Puts the cells under `roots` into the order in which the reference node writes them (crypto/vm/boc.cpp,
 * BagOfCells), so that rewriting a file reproduces it. Equal cells are written once.
 * @throws {BocError} too-deep
 */
export function orderCells(roots: readonly Cell[]): CellOrder {
  const { entries, rootEntries } = importCells(roots)
  const hasSpecial = weigh(entries)
  const cells = allocate(entries.length, rootEntries, hasSpecial).reverse()
  for (let place = 0; place < cells.length; place++) (cells[place] as Entry).place = place
  return { cells, roots: rootEntries }
}

/** One entry for all equal cells. */
type DistinctCells = { entryOf(cell: Cell): Entry }

/** Distinguishes cells by cheap attributes first and hashes only those that agree in them. */
function createDistinctCells(): DistinctCells {
  const alike = new Map<number, Entry | Map<string, Entry>>()

  function newEntry(cell: Cell): Entry {
    return { cell, refs: [], isMet: false, shared: false, weight: 1, special: false, place: UNTOUCHED }
  }

  function amongAlike(entries: Map<string, Entry>, cell: Cell): Entry {
    const key = hashKey(cell)
    const known = entries.get(key)
    if (known) return known
    const entry = newEntry(cell)
    entries.set(key, entry)
    return entry
  }

  return {
    entryOf(cell) {
      const look = lookOf(cell)
      const there = alike.get(look)
      if (there === undefined) {
        const entry = newEntry(cell)
        alike.set(look, entry)
        return entry
      }
      if (there instanceof Map) return amongAlike(there, cell)
      if (there.cell === cell) return there
      const entries = new Map([[hashKey(there.cell), there]])
      alike.set(look, entries)
      return amongAlike(entries, cell)
    },
  }
}

/** Returns a number that equal cells share: a mix of data, length, depth and number of references. */
function lookOf(cell: Cell): number {
  const { bytes, start, end } = cellData(cell)
  let look = (bitLengthOf(cell) << 13) | (cell.refs.length << 10) | cell.depth()
  for (let at = start; at < end; at++) look = (Math.imul(look, 31) + (bytes[at] as number)) | 0
  return look
}

/** Returns the distinct cells, children first, in the order of their references. */
function importCells(roots: readonly Cell[]): { entries: Entry[]; rootEntries: Entry[] } {
  const entries: Entry[] = []
  const known = createDistinctCells()
  const rootEntries: Entry[] = []
  /** Cells whose children are being imported; the imported ones are in `refs`. */
  const path: Entry[] = []

  const reach = (cell: Cell): Entry => {
    const entry = known.entryOf(cell)
    if (entry.isMet) {
      entry.shared = true
      return entry
    }
    if (path.length > MAX_DEPTH) throw new BocError('too-deep', `the cells are deeper than ${MAX_DEPTH}`)
    entry.isMet = true
    path.push(entry)
    return entry
  }

  for (const root of roots) {
    rootEntries.push(reach(root))
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const child = top.cell.refs[top.refs.length]
      if (child !== undefined) {
        top.refs.push(reach(child))
        continue
      }
      path.pop()
      for (const ref of top.refs) top.weight += ref.weight
      top.weight = Math.min(MAX_WEIGHT, top.weight)
      entries.push(top)
    }
  }
  return { entries, rootEntries }
}

/**
 * Marks the special cells: cells whose children together outweigh their allowance. First every parent divides
 * its allowance among its children, then the weights are summed again from below. Returns whether there is a
 * special cell.
 */
function weigh(entries: readonly Entry[]): boolean {
  for (let number = entries.length - 1; number >= 0; number--) {
    const { refs } = entries[number] as Entry
    let decodeBudget = MAX_CELLS_WITHOUT_HASHES - 1
    let heavy = refs.length
    let light = 0
    for (let j = 0; j < refs.length; j++) {
      const { weight } = refs[j] as Entry
      if (weight > Math.floor((MAX_CELLS_WITHOUT_HASHES - 1 + j) / refs.length)) continue
      decodeBudget -= weight
      heavy--
      light |= 1 << j
    }
    if (heavy === 0) continue
    for (let j = 0; j < refs.length; j++) {
      if ((light >> j) & 1) continue
      const child = refs[j] as Entry
      child.weight = Math.min(child.weight, Math.floor(decodeBudget++ / heavy))
    }
  }
  let hasSpecial = false
  for (const entry of entries) {
    let sum = 1
    for (const ref of entry.refs) sum += ref.weight
    entry.special = sum > entry.weight
    entry.weight = entry.special ? 0 : sum
    hasSpecial ||= entry.special
  }
  return hasSpecial
}

const PREVISIT = 0
const VISIT = 1
const MARK_PREVISITED = 2
const ALLOCATE_CHILDREN = 3

/**
 * Puts the cells in the order that counts from the end of the file. A visit allocates a cell's children (the
 * last reference first) after everything below them. The subtrees of special cells come first, as the
 * previsit finds them.
 */
function allocate(count: number, roots: readonly Entry[], hasSpecial: boolean): Entry[] {
  const output: Entry[] = []
  const place = (entry: Entry) => {
    if (entry.place >= 0) return
    entry.place = output.length
    output.push(entry)
  }
  // The remaining steps, next one last.
  const cells: Entry[] = []
  const kinds: number[] = []
  const next = (entry: Entry, kind: number) => {
    cells.push(entry)
    kinds.push(kind)
  }

  const step = (entry: Entry, kind: number) => {
    if (kind === MARK_PREVISITED) {
      entry.place = PREVISITED
    } else if (kind === ALLOCATE_CHILDREN) {
      for (let j = entry.refs.length - 1; j >= 0; j--) place(entry.refs[j] as Entry)
      entry.place = VISITED
    } else if (kind === PREVISIT) {
      if (entry.place !== UNTOUCHED) return
      next(entry, MARK_PREVISITED)
      for (const ref of entry.refs) next(ref, ref.special ? VISIT : PREVISIT)
    } else {
      if (entry.place >= 0 || entry.place === VISITED) return
      if (entry.refs.length === 0) {
        entry.place = VISITED
        return
      }
      next(entry, ALLOCATE_CHILDREN)
      for (const ref of entry.refs) next(ref, VISIT)
      if (entry.special) next(entry, PREVISIT)
    }
  }

  for (const root of roots) {
    next(root, VISIT)
    // A previsit only searches for special cells.
    if (hasSpecial) next(root, PREVISIT)
    for (let entry = cells.pop(); entry !== undefined; entry = cells.pop()) step(entry, kinds.pop() as number)
  }
  for (const root of roots) place(root)
  if (output.length !== count) throw new Error(`${output.length} of ${count} cells were put in order`)
  return output
}

/** Returns the number of hashes that a cell carries if it carries them: one for each significant level. */
export function hashCount(cell: Cell): number {
  return countLevels(cell.mask.value) + 1
}
