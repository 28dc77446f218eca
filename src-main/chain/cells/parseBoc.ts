import type { Cell } from '@ton/core'
import { type BocOptions, type CellForm, onlyRoot, parseBag } from '#shared/ton/cells/parseBag.ts'
import { bufferOf } from '../../platform/bufferOf.ts'
import { hashKey } from './cellData.ts'
import { asCell, RawCell } from './rawCell.ts'

/**
 * Reads a bag of cells of any of the three magics and returns its roots. The cells are views of `data`, which must
 * not be changed afterwards; their hashes are computed from the raw bytes on demand. Everything in the bag is checked
 * as in the reference node, including stored hashes and unreachable cells.
 * @throws {BocError} for malformed data or an exceeded limit
 */
export function parseBoc(data: Uint8Array, options?: BocOptions): Cell[] {
  return parseBag(bufferOf(data), FORM, options)
}

/**
 * Reads a bag of cells with exactly one root and returns the root.
 * @throws {BocError} as parseBoc, and `root-count`
 */
export function parseBocRoot(data: Uint8Array, options?: BocOptions): Cell {
  return onlyRoot(parseBoc(data, options))
}

const FORM: CellForm<Buffer, Cell> = {
  make: (source, start, bitLength, refs, levels) =>
    asCell(new RawCell(source, start, bitLength, refs, levels)),
  // Without a Buffer for the hash, which would cost 4 % of reading a block.
  hasHash: (cell, level, source, at) => source.toString('latin1', at, at + 32) === hashKey(cell, level),
}
