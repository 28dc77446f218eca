import type { Cell } from '@ton/core'
import { BocError } from './bocError.ts'
import { hashKey } from './cellData.ts'
import { countLevels, MAX_DEPTH } from './cellLevels.ts'

/** How many cells may hang under one that carries no hashes of its own, itself included. */
const MAX_CELLS_WITHOUT_HASHES = 64
const MAX_WEIGHT = 255

/** What the file will say of a cell, in the order of the file. */
export type OrderedCell = {
  readonly cell: Cell
  /** file positions of its children */
  readonly refs: readonly number[]
  /** used more than once, as a child or as a root */
  readonly shared: boolean
  /** one of those that carry their hashes where "internal hashes" are asked for */
  readonly special: boolean
}

export type CellOrder = {
  readonly cells: readonly OrderedCell[]
  /** file positions of the roots */
  readonly roots: readonly number[]
}

type Entry = {
  readonly cell: Cell
  /** numbers of the children: of the import at first, of the output once they are allocated */
  readonly refs: number[]
  shared: boolean
  /** weight: how many cells it stands for; 0 marks a special one */
  weight: number
  /** the output number, or one of the marks below */
  place: number
}

const UNTOUCHED = -1
const PREVISITED = -2
const VISITED = -3

/**
 * Puts the cells under `roots` into the order in which the reference node writes them (crypto/vm/boc.cpp,
 * BagOfCells), so that a file written again is the same file. Equal cells are written once.
 * @throws {BocError} too-deep
 */
export function orderCells(roots: readonly Cell[]): CellOrder {
  const { entries, rootNumbers } = importCells(roots)
  weigh(entries)
  const output = allocate(entries, rootNumbers)
  const last = output.length - 1
  const cells: OrderedCell[] = new Array(output.length)
  for (let place = 0; place <= last; place++) {
    const entry = output[place] as Entry
    cells[last - place] = {
      cell: entry.cell,
      refs: entry.refs.map((ref) => last - ref),
      shared: entry.shared,
      special: entry.weight === 0,
    }
  }
  return { cells, roots: rootNumbers.map((number) => last - (entries[number] as Entry).place) }
}

/** Numbers the cells children first, in the order of their references, each distinct cell once. */
function importCells(roots: readonly Cell[]): { entries: Entry[]; rootNumbers: number[] } {
  const entries: Entry[] = []
  const numbers = new Map<string, number>()
  const rootNumbers: number[] = []
  const path: { cell: Cell; key: string; refs: number[] }[] = []

  const reach = (cell: Cell): number | undefined => {
    const key = hashKey(cell)
    const known = numbers.get(key)
    if (known === undefined) {
      if (path.length > MAX_DEPTH) throw new BocError('too-deep', `the cells are deeper than ${MAX_DEPTH}`)
      path.push({ cell, key, refs: [] })
    } else {
      ;(entries[known] as Entry).shared = true
    }
    return known
  }

  for (const root of roots) {
    let number = reach(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const child = top.cell.refs[top.refs.length]
      if (child !== undefined) {
        const known = reach(child)
        if (known !== undefined) top.refs.push(known)
        continue
      }
      path.pop()
      number = entries.length
      const weight = top.refs.reduce((sum, ref) => sum + (entries[ref] as Entry).weight, 1)
      entries.push({
        cell: top.cell,
        refs: top.refs,
        shared: false,
        weight: Math.min(MAX_WEIGHT, weight),
        place: UNTOUCHED,
      })
      numbers.set(top.key, number)
      path.at(-1)?.refs.push(number)
    }
    rootNumbers.push(number as number)
  }
  return { entries, rootNumbers }
}

/**
 * Decides which cells are special: a cell whose children together outweigh what it may stand for. First every
 * parent shares its allowance among its children, then the weights are summed again from below.
 */
function weigh(entries: readonly Entry[]): void {
  for (let number = entries.length - 1; number >= 0; number--) {
    const { refs } = entries[number] as Entry
    let allowance = MAX_CELLS_WITHOUT_HASHES - 1
    let heavy = refs.length
    const light = refs.map((ref, j) => {
      const { weight } = entries[ref] as Entry
      const fits = weight <= Math.floor((MAX_CELLS_WITHOUT_HASHES - 1 + j) / refs.length)
      if (fits) {
        allowance -= weight
        heavy--
      }
      return fits
    })
    if (heavy === 0) continue
    refs.forEach((ref, j) => {
      if (light[j]) return
      const child = entries[ref] as Entry
      child.weight = Math.min(child.weight, Math.floor(allowance++ / heavy))
    })
  }
  for (const entry of entries) {
    const sum = entry.refs.reduce((total, ref) => total + (entries[ref] as Entry).weight, 1)
    entry.weight = sum <= entry.weight ? sum : 0
  }
}

const PREVISIT = 0
const VISIT = 1
const MARK_PREVISITED = 2
const ALLOCATE_CHILDREN = 3

/**
 * Gives the cells their output numbers, which count from the end of the file. A visit allocates a cell's
 * children (the last reference first) after everything below them; the subtrees of special cells come first, as
 * the previsit finds them. Returns the entries by output number, their references translated.
 */
function allocate(entries: readonly Entry[], rootNumbers: readonly number[]): Entry[] {
  const output: Entry[] = []
  const place = (number: number): number => {
    const entry = entries[number] as Entry
    if (entry.place < 0) {
      entry.place = output.length
      output.push(entry)
    }
    return entry.place
  }
  // Steps still to do, the next one last: cell number * 4 + what to do with it.
  const steps: number[] = []
  const visitNext = (number: number) => {
    steps.push(number * 4 + VISIT)
  }

  const step = (number: number, what: number) => {
    const entry = entries[number] as Entry
    if (what === MARK_PREVISITED) {
      entry.place = PREVISITED
    } else if (what === ALLOCATE_CHILDREN) {
      for (let j = entry.refs.length - 1; j >= 0; j--) entry.refs[j] = place(entry.refs[j] as number)
      entry.place = VISITED
    } else if (what === PREVISIT) {
      if (entry.place !== UNTOUCHED) return
      steps.push(number * 4 + MARK_PREVISITED)
      for (const ref of entry.refs) {
        steps.push(ref * 4 + ((entries[ref] as Entry).weight === 0 ? VISIT : PREVISIT))
      }
    } else {
      if (entry.place >= 0 || entry.place === VISITED) return
      steps.push(number * 4 + ALLOCATE_CHILDREN)
      entry.refs.forEach(visitNext)
      if (entry.weight === 0) steps.push(number * 4 + PREVISIT)
    }
  }

  for (const root of rootNumbers) {
    steps.push(root * 4 + VISIT, root * 4 + PREVISIT)
    for (let next = steps.pop(); next !== undefined; next = steps.pop()) step(next >> 2, next & 3)
  }
  for (const root of rootNumbers) place(root)
  return output
}

/** How many hashes the cell carries where it carries them: one for each significant level. */
export function hashCount(cell: Cell): number {
  return countLevels(cell.mask.value) + 1
}
