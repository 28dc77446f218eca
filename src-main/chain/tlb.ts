import { type Cell, CellType, type Slice } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'

/** The error for data that does not match its TL-B scheme. `type` names the TL-B type that was being read. */
export class TlbError extends TypedError {
  readonly type: string

  constructor(type: string, problem: string, options: TypedErrorOptions = {}) {
    super('tlb', `${type}: ${problem}`, options)
    this.type = type
  }
}

/**
 * The error for a pruned branch in place of needed data: the proof does not contain it. `path` leads to the
 * branch (in a dictionary it is the key's bits so far); `cell.hash(0)` is the hash of the missing data.
 */
export class PrunedBranchError extends TypedError {
  readonly type: string
  readonly path: string
  readonly cell: Cell

  constructor(type: string, path: string, cell: Cell) {
    super('pruned-branch', `${type}: pruned branch at ${path === '' ? 'the root' : path}`)
    this.type = type
    this.path = path
    this.cell = cell
  }
}

/**
 * Returns a slice of an ordinary cell that must hold a value of `type`.
 * @throws PrunedBranchError if the cell is pruned, TlbError if it is another exotic cell
 */
export function openCell(cell: Cell, type: string): Slice {
  if (!cell.isExotic) return cell.beginParse()
  if (cell.type === CellType.PrunedBranch) throw new PrunedBranchError(type, '', cell)
  throw new TlbError(type, 'an exotic cell stands where data was expected')
}

/**
 * Runs a reader and turns its errors into TlbErrors (the original error is the cause). A PrunedBranchError
 * passes through.
 */
export function guardTlb<T>(type: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TlbError || error instanceof PrunedBranchError) throw error
    throw new TlbError(type, messageOf(error), { cause: error })
  }
}

/**
 * Checks that a slice was read to its end.
 * @throws TlbError if bits or references are left over
 */
export function endTlb(slice: Slice, type: string): void {
  if (slice.remainingBits > 0 || slice.remainingRefs > 0) {
    throw new TlbError(type, `${slice.remainingBits} bits and ${slice.remainingRefs} references left over`)
  }
}

/**
 * Reads a whole cell with `load`.
 * @throws TlbError if `load` fails or leaves data over, PrunedBranchError if the cell or needed data is
 *   pruned
 */
export function parseCell<T>(cell: Cell, type: string, load: (slice: Slice) => T): T {
  return guardTlb(type, () => {
    const slice = openCell(cell, type)
    const value = load(slice)
    endTlb(slice, type)
    return value
  })
}

/**
 * Reads a constructor's tag of `bits` bits.
 * @throws TlbError if it is the tag of another constructor
 */
export function loadTag(slice: Slice, type: string, tag: number, bits: number): void {
  const found = slice.loadUint(bits)
  if (found !== tag) throw new TlbError(type, `unknown constructor #${found.toString(16)}`)
}
