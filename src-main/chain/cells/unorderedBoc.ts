import type { Cell } from '@ton/core'
import { startBoc, writeNumber } from './bocNumbers.ts'
import { bitLengthOf, cellData } from './cellData.ts'

/**
 * Returns a bag of cells in any order, for trees in which equal cells are the same object. Computes no
 * hashes, which the reference node's order would need.
 */
export function unorderedBoc(root: Cell): Buffer {
  const cells = inOrder(root)
  const places = new Map(cells.map((cell, place) => [cell, place]))
  const start = startBoc(cells.length, (refBytes) =>
    cells.reduce((size, cell) => size + 2 + ((bitLengthOf(cell) + 7) >> 3) + cell.refs.length * refBytes, 0),
  )
  const { file, refBytes } = start
  let { at } = start
  for (const cell of cells) {
    const bits = bitLengthOf(cell)
    file[at] = cell.refs.length | (cell.isExotic ? 8 : 0) | (cell.mask.value << 5)
    file[at + 1] = ((bits + 7) >> 3) + (bits >> 3)
    const data = cellData(cell)
    at += 2 + data.bytes.copy(file, at + 2, data.start, data.end)
    for (const ref of cell.refs) at = writeNumber(file, at, places.get(ref) as number, refBytes)
  }
  return file
}

/** Returns each cell once, parents before children. */
function inOrder(root: Cell): Cell[] {
  const order: Cell[] = []
  const seen = new Set<Cell>()
  const visit = (cell: Cell) => {
    if (seen.has(cell)) return
    seen.add(cell)
    for (const ref of cell.refs) visit(ref)
    order.push(cell)
  }
  visit(root)
  return order.reverse()
}
