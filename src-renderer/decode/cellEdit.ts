import { Cell } from '#shared/ton/cells/cell.ts'

/** The way from the root to a cell: the index of the reference at each level. */
export type CellRefPath = readonly number[]

const MAX_BITS = 1023
/** Maximum number of references of a cell. */
export const MAX_CELL_REFS = 4

/** Data bits, most significant first; unused bits of the last byte are zero. */
export type CellData = { readonly bits: number; readonly data: Uint8Array }

/** The data of a text, or the sentence about its fault. */
export type CellDataReading = { readonly data: CellData } | { readonly fault: string }

function bitsOf(text: string): CellData {
  const data = new Uint8Array((text.length + 7) >> 3)
  for (const [i, bit] of [...text].entries()) {
    if (bit === '1') data[i >> 3] = (data[i >> 3] ?? 0) | (0x80 >> (i & 7))
  }
  return { bits: text.length, data }
}

/** Removes the completion tag: the last one bit and the zeros behind it (Fift's `_`). */
function untagged(bits: string): string | undefined {
  const last = bits.lastIndexOf('1')
  return last < 0 ? undefined : bits.slice(0, last)
}

/**
 * Reads data bits as Fift writes them: hexadecimal, with `_` at the end if the last digit holds a completion tag, also
 * in `x{…}`; or binary in `b{…}`. White space is ignored.
 */
export function readCellData(text: string): CellDataReading {
  const joined = text.replace(/\s+/g, '')
  const [, binary] = /^b\{(.*)\}$/i.exec(joined) ?? []
  if (binary !== undefined) {
    return /^[01]*$/.test(binary)
      ? bounded(bitsOf(binary))
      : { fault: 'Binary data has the digits 0 and 1 only.' }
  }
  const [, inner = joined] = /^x\{(.*)\}$/i.exec(joined) ?? []
  const [, digits, tag] = /^([0-9a-f]*)(_?)$/i.exec(inner) ?? []
  if (digits === undefined) return { fault: 'Hexadecimal digits, with “_” behind an incomplete last one.' }
  const bits = [...digits].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
  if (tag !== '_') return bounded(bitsOf(bits))
  const complete = untagged(bits)
  return complete === undefined
    ? { fault: 'The digits before “_” have no one bit that ends the data.' }
    : bounded(bitsOf(complete))
}

function bounded(data: CellData): CellDataReading {
  return data.bits > MAX_BITS
    ? { fault: `A cell has at most ${MAX_BITS} bits; these are ${data.bits}.` }
    : { data }
}

/** Returns an empty ordinary cell. */
export function emptyCell(): Cell {
  return new Cell(0, new Uint8Array(), [])
}

/** Returns the cell at a path; undefined for a path that does not exist. */
export function cellAt(root: Cell, path: CellRefPath): Cell | undefined {
  return path.reduce<Cell | undefined>((cell, index) => cell?.refs[index], root)
}

/** Returns whether a cell at `path` can change: the cells above it must be ordinary ones, as their hashes change. */
export function isEditable(root: Cell, path: CellRefPath): boolean {
  return path.every((_, depth) => cellAt(root, path.slice(0, depth))?.exotic === undefined)
}

/**
 * Returns the tree with another cell at `path`; all cells above it are built anew.
 * @throws RangeError for a path that does not exist, or through an exotic cell
 */
export function withCellAt(root: Cell, path: CellRefPath, cell: Cell): Cell {
  const [index, ...rest] = path
  if (index === undefined) return cell
  const child = root.refs[index]
  if (!child || root.exotic !== undefined) throw new RangeError('there is no such cell to change')
  const refs = root.refs.map((ref, i) => (i === index ? withCellAt(child, rest, cell) : ref))
  return new Cell(root.bits, root.data, refs)
}

/** Returns an ordinary cell with other data and the same references. */
export function withData(cell: Cell, { bits, data }: CellData): Cell {
  return new Cell(bits, data, cell.refs)
}

/** Returns a cell with an empty cell as its last reference. */
export function withEmptyRef(cell: Cell): Cell {
  return new Cell(cell.bits, cell.data, [...cell.refs, emptyCell()])
}

/** Returns a cell without the reference at `index`. */
export function withoutRef(cell: Cell, index: number): Cell {
  return new Cell(
    cell.bits,
    cell.data,
    cell.refs.filter((_, i) => i !== index),
  )
}
