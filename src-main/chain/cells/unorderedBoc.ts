import type { Cell } from '@ton/core'
import { MAGIC_GENERIC } from './bocHeader.ts'
import { bytesFor, writeNumber } from './bocNumbers.ts'
import { bitLengthOf, cellData } from './cellData.ts'

/**
 * A bag of cells for whoever doesn't care for their order and has equal cells as one object: no hashes are made for it,
 * as the reference's order needs them.
 */
export function unorderedBoc(root: Cell): Buffer {
  const cells = inOrder(root)
  const places = new Map(cells.map((cell, place) => [cell, place]))
  const refBytes = bytesFor(cells.length)
  let size = 0
  for (const cell of cells) size += 2 + ((bitLengthOf(cell) + 7) >> 3) + cell.refs.length * refBytes
  const offsetBytes = bytesFor(size)
  const file = Buffer.allocUnsafe(6 + 4 * refBytes + offsetBytes + size)
  file.writeUInt32BE(MAGIC_GENERIC, 0)
  file[4] = refBytes
  file[5] = offsetBytes
  let at = 6
  // Cells, roots, absent cells, bytes, and the root, which is the first.
  for (const number of [cells.length, 1, 0]) at = writeNumber(file, at, number, refBytes)
  at = writeNumber(file, at, size, offsetBytes)
  at = writeNumber(file, at, 0, refBytes)
  for (const cell of cells) {
    const bits = bitLengthOf(cell)
    file[at] = cell.refs.length | (cell.isExotic ? 8 : 0) | (cell.mask.value << 5)
    file[at + 1] = ((bits + 7) >> 3) + (bits >> 3)
    const { bytes, start, end } = cellData(cell)
    at += 2 + bytes.copy(file, at + 2, start, end)
    for (const ref of cell.refs) at = writeNumber(file, at, places.get(ref) as number, refBytes)
  }
  return file
}

/** Each cell once, parents before children. */
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
