import type { Cell } from '@ton/core'
import { type CellChecks, checkedLevels } from '#shared/ton/cells/cellLevels.ts'
import { RawCell } from './rawCell.ts'

/**
 * Builds a cell from its raw data: `bitLength` bits from byte `start` of `source`; an incomplete last byte
 * ends with the usual tag (a one and zeros). Checks what the reference node's DataCell::create checks.
 * @throws {BocError} bad-exotic, too-deep, bad-cell
 */
export function buildCell(
  source: Buffer,
  start: number,
  bitLength: number,
  refs: Cell[],
  exotic: boolean,
  checks?: CellChecks,
): RawCell {
  const levels = checkedLevels(source, start, bitLength, refs, exotic, checks)
  return new RawCell(source, start, bitLength, refs, levels)
}
