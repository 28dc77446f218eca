import type { Cell } from '@ton/core'
import { type TreeForm, writeTree } from '#shared/ton/cells/writeBoc.ts'
import { bitLengthOf, cellData } from './cellData.ts'

const FORM: TreeForm<Cell, Buffer> = {
  keyOf: (cell) => cell,
  byteLength: (cell) => (bitLengthOf(cell) + 7) >> 3,
  write(file, at, cell) {
    const bits = bitLengthOf(cell)
    file[at] = cell.refs.length | (cell.isExotic ? 8 : 0) | (cell.mask.value << 5)
    file[at + 1] = ((bits + 7) >> 3) + (bits >> 3)
    const data = cellData(cell)
    return at + 2 + data.bytes.copy(file, at + 2, data.start, data.end)
  },
  allocate: Buffer.allocUnsafe,
}

/**
 * Returns a bag of cells in any order, for trees in which equal cells are the same object. Computes no
 * hashes, which the reference node's order would need.
 */
export function unorderedBoc(root: Cell): Buffer {
  return writeTree(root, FORM)
}
