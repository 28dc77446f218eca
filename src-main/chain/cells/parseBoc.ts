import type { Cell } from '@ton/core'
import type { LevelInfo } from '#shared/ton/cells/cellLevels.ts'
import { type BocOptions, onlyRoot, parseBag } from '#shared/ton/cells/parseBag.ts'
import { asCell, RawCell } from './rawCell.ts'

/**
 * Reads a bag of cells of any of the three magics and returns its roots. The cells are views of `data`, which must
 * not be changed afterwards; their hashes are computed from the raw bytes on demand. Everything in the bag is checked
 * as in the reference node, including stored hashes and unreachable cells.
 * @throws {BocError} for malformed data or an exceeded limit
 */
export function parseBoc(data: Uint8Array, options?: BocOptions): Cell[] {
  return parseBag(Buffer.from(data.buffer, data.byteOffset, data.byteLength), rawCell, options)
}

/**
 * Reads a bag of cells with exactly one root and returns the root.
 * @throws {BocError} as parseBoc, and `root-count`
 */
export function parseBocRoot(data: Uint8Array, options?: BocOptions): Cell {
  return onlyRoot(parseBoc(data, options))
}

function rawCell(source: Buffer, start: number, bitLength: number, refs: Cell[], levels: LevelInfo): Cell {
  return asCell(new RawCell(source, start, bitLength, refs, levels))
}
