import { MAGIC_GENERIC } from './bocHeader.ts'

/** Returns the minimum number of bytes that hold `value`. */
export function bytesFor(value: number): number {
  let bytes = 0
  for (let rest = value; rest >= 1; rest /= 256) bytes++
  return bytes
}

/** Writes a big-endian number and returns the position after it. */
export function writeNumber(file: Uint8Array, at: number, value: number, bytes: number): number {
  if (bytes === 1) {
    file[at] = value
    return at + 1
  }
  let rest = value
  for (let i = at + bytes - 1; i >= at; i--) {
    file[i] = rest & 0xff
    rest = (rest - (rest & 0xff)) / 256
  }
  return at + bytes
}

/** The fields of a bag's header up to the list of roots. */
export type BocFields = {
  /** has_idx, has_crc32c and has_cache_bits: 0x80, 0x40, 0x20 */
  readonly flags: number
  readonly refBytes: number
  readonly offsetBytes: number
  readonly cells: number
  readonly roots: number
  /** bytes of all cells */
  readonly dataSize: number
}

/** Writes the header up to the list of roots and returns the position after it. No cell is absent. */
export function writeBocHeader(file: Uint8Array, fields: BocFields): number {
  const { flags, refBytes, offsetBytes, cells, roots, dataSize } = fields
  let at = writeNumber(file, 0, MAGIC_GENERIC, 4)
  file[at++] = flags | refBytes
  file[at++] = offsetBytes
  for (const count of [cells, roots, 0]) at = writeNumber(file, at, count, refBytes)
  return writeNumber(file, at, dataSize, offsetBytes)
}

/**
 * Returns a bag of cells whose header is written, with one root (cell 0), no index and no checksum. The cells
 * must be written from `at` on.
 * @param sizeOf the bytes of all cells, given the width of a reference
 */
export function startBoc<File extends Uint8Array>(
  cells: number,
  sizeOf: (refBytes: number) => number,
  allocate: (size: number) => File,
): { readonly file: File; readonly at: number; readonly refBytes: number } {
  const refBytes = bytesFor(cells)
  const dataSize = sizeOf(refBytes)
  const offsetBytes = bytesFor(dataSize)
  const file = allocate(6 + 4 * refBytes + offsetBytes + dataSize)
  const at = writeBocHeader(file, { flags: 0, refBytes, offsetBytes, cells, roots: 1, dataSize })
  return { file, at: writeNumber(file, at, 0, refBytes), refBytes }
}

/** How writeTree reads and writes cells of one kind. */
export type TreeForm<Cell, File> = {
  /** Returns a value that equal cells have in common: they are written once. */
  keyOf(cell: Cell): unknown
  /** Returns the number of data bytes. */
  byteLength(cell: Cell): number
  /** Writes descriptors and data, and returns the position after them. */
  write(file: File, at: number, cell: Cell): number
  allocate(size: number): File
}

/** Returns a bag of `root` and all cells below it, parents before children. */
export function writeTree<Cell extends { readonly refs: readonly Cell[] }, File extends Uint8Array>(
  root: Cell,
  { keyOf, byteLength, write, allocate }: TreeForm<Cell, File>,
): File {
  const cells = parentsFirst(root, keyOf)
  const places = new Map(cells.map((cell, place) => [keyOf(cell), place]))
  const start = startBoc(
    cells.length,
    (refBytes) => cells.reduce((size, cell) => size + 2 + byteLength(cell) + cell.refs.length * refBytes, 0),
    allocate,
  )
  const { file, refBytes } = start
  let { at } = start
  for (const cell of cells) {
    at = write(file, at, cell)
    for (const ref of cell.refs) at = writeNumber(file, at, places.get(keyOf(ref)) as number, refBytes)
  }
  return file
}

function parentsFirst<Cell extends { readonly refs: readonly Cell[] }>(
  root: Cell,
  keyOf: (cell: Cell) => unknown,
): Cell[] {
  const order: Cell[] = []
  const seen = new Set<unknown>()
  const visit = (cell: Cell) => {
    const key = keyOf(cell)
    if (seen.has(key)) return
    seen.add(key)
    for (const ref of cell.refs) visit(ref)
    order.push(cell)
  }
  visit(root)
  return order.reverse()
}
