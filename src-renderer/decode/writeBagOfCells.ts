import { bytesToHex } from '#shared/ton/base64.ts'
import { type Cell, cellHash } from './cell.ts'

/** Cells before all that they refer to, each once: equal ones, by their hash, fall together. */
function inOrder(root: Cell): { readonly order: Cell[]; readonly indexOf: (cell: Cell) => number } {
  const keys = new Map<Cell, string>()
  const keyOf = (cell: Cell): string => {
    const known = keys.get(cell)
    if (known !== undefined) return known
    const hash = cellHash(cell)
    // Cells with levels have no hash here; each of them stands for itself.
    const key = hash ? bytesToHex(hash) : `#${keys.size}`
    keys.set(cell, key)
    return key
  }
  const seen = new Set<string>()
  const reversed: Cell[] = []
  const visit = (cell: Cell): void => {
    if (seen.has(keyOf(cell))) return
    seen.add(keyOf(cell))
    for (const ref of cell.refs) visit(ref)
    reversed.push(cell)
  }
  visit(root)
  const order = reversed.reverse()
  const places = new Map(order.map((cell, i) => [keyOf(cell), i]))
  return { order, indexOf: (cell) => places.get(keyOf(cell)) ?? 0 }
}

function bytesFor(value: number): number {
  return Math.max(1, Math.ceil(Math.log2(value + 1) / 8))
}

function bigEndian(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) & 0xff)
}

function record(cell: Cell, indexOf: (cell: Cell) => number, refSize: number): number[] {
  const whole = cell.bits % 8 === 0
  const data = [...cell.data]
  if (!whole) data[data.length - 1] = (data.at(-1) ?? 0) | (0x80 >> (cell.bits % 8))
  return [
    cell.refs.length + (cell.exotic === undefined ? 0 : 8),
    2 * data.length - (whole ? 0 : 1),
    ...data,
    ...cell.refs.flatMap((ref) => bigEndian(indexOf(ref), refSize)),
  ]
}

/** A bag of one root without index and checksum (`serialized_boc#b5ee9c72` of boc.tlb). */
export function writeBagOfCells(root: Cell): Uint8Array {
  const { order, indexOf } = inOrder(root)
  const refSize = bytesFor(order.length)
  const records = order.flatMap((cell) => record(cell, indexOf, refSize))
  const offsetSize = bytesFor(records.length)
  return Uint8Array.from([
    ...[0xb5, 0xee, 0x9c, 0x72, refSize, offsetSize],
    ...bigEndian(order.length, refSize),
    ...bigEndian(1, refSize),
    ...bigEndian(0, refSize),
    ...bigEndian(records.length, offsetSize),
    ...bigEndian(0, refSize),
    ...records,
  ])
}
