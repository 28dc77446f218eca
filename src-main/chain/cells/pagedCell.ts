import type { Cell } from '@ton/core'
import { cellData } from './cellData.ts'
import { asCell, RawCell, rawOf } from './rawCell.ts'

/**
 * A cell without levels whose children are loaded on demand instead of kept in memory. It has its own data,
 * hash and depth, so that comparing, hashing and pruning it load nothing.
 */
class PagedCell extends RawCell {
  constructor(cell: Cell, loadRefs: () => Cell[]) {
    const { bytes, start, end } = cellData(cell)
    const data = Buffer.allocUnsafeSlow(end - start)
    bytes.copy(data, 0, start, end)
    const depth = cell.depth()
    super(data, 0, cell.bits.length, cell.refs, { type: cell.type, mask: 0, depth, depths: null })
    this.presetHash(rawOf(cell)?.hashText() ?? cell.hash().toString('latin1'))
    Object.defineProperty(this, 'refs', { get: loadRefs, enumerable: true })
  }
}

/**
 * Returns a cell equal to `cell` that loads its children with `loadRefs`.
 * @param cell a cell without levels, so without pruned branches below
 */
export function pagedCell(cell: Cell, loadRefs: () => Cell[]): Cell {
  if (cell.level() !== 0) throw new RangeError(`a cell of level ${cell.level()} is not paged`)
  return asCell(new PagedCell(cell, loadRefs))
}

/** Returns whether reading a cell's `refs` loads them. */
export function isPaged(cell: Cell): boolean {
  return rawOf(cell) instanceof PagedCell
}
