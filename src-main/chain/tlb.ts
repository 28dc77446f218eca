import { type Cell, CellType, type Slice } from '@ton/core'

/** Data that isn't what its TL-B scheme says. `type` is the TL-B type that was being read. */
export class TlbError extends Error {
  readonly type: string

  constructor(type: string, problem: string, options: ErrorOptions = {}) {
    super(`${type}: ${problem}`, options)
    this.name = 'TlbError'
    this.type = type
  }
}

/**
 * A pruned branch stands where data is needed: the proof at hand doesn't contain it. `path` says how one got
 * there (in a dictionary the key's bits so far); the data's hash is `cell.hash(0)`.
 */
export class PrunedBranchError extends Error {
  readonly type: string
  readonly path: string
  readonly cell: Cell

  constructor(type: string, path: string, cell: Cell) {
    super(`${type}: pruned branch at ${path === '' ? 'the root' : path}`)
    this.name = 'PrunedBranchError'
    this.type = type
    this.path = path
    this.cell = cell
  }
}

/**
 * A slice over an ordinary cell that should hold a `type`.
 * @throws PrunedBranchError where the cell is pruned, TlbError where it is exotic otherwise
 */
export function openCell(cell: Cell, type: string): Slice {
  if (!cell.isExotic) return cell.beginParse()
  if (cell.type === CellType.PrunedBranch) throw new PrunedBranchError(type, '', cell)
  throw new TlbError(type, 'an exotic cell stands where data was expected')
}

/**
 * Runs a reader: whatever goes wrong comes out as a TlbError (with its cause) or, where data is pruned, as a
 * PrunedBranchError.
 */
export function guardTlb<T>(type: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TlbError || error instanceof PrunedBranchError) throw error
    throw new TlbError(type, error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** @throws TlbError if anything is left over in `slice` */
export function endTlb(slice: Slice, type: string): void {
  if (slice.remainingBits > 0 || slice.remainingRefs > 0) {
    throw new TlbError(type, `${slice.remainingBits} bits and ${slice.remainingRefs} references left over`)
  }
}

/** Reads a whole cell with `load`: nothing may be left over. Errors as in guardTlb. */
export function parseCell<T>(cell: Cell, type: string, load: (slice: Slice) => T): T {
  return guardTlb(type, () => {
    const slice = openCell(cell, type)
    const value = load(slice)
    endTlb(slice, type)
    return value
  })
}

/** Reads a constructor's tag. @throws TlbError if it is another's */
export function loadTag(slice: Slice, type: string, tag: number, bits: number): void {
  const found = slice.loadUint(bits)
  if (found !== tag) throw new TlbError(type, `unknown constructor #${found.toString(16)}`)
}
