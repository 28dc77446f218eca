/**
 * The positions of the cells in a bag of cells. Nothing is hashed or built, so that the header fields of a
 * block are read in microseconds. Proofs and contents need the full parser (chain/cells).
 */
export type FlatBoc = {
  readonly data: Uint8Array
  /** Offset of each cell's descriptor byte in `data`. */
  readonly offsets: Uint32Array
  readonly refSize: number
  /** Index of the first root. */
  readonly root: number
}

/** A cell of a FlatBoc: its data bytes (the last one can be padded) and the indices of its references. */
export type FlatCell = {
  readonly exotic: boolean
  readonly bytes: DataView
  readonly refs: readonly number[]
}

/** The error for bytes that are not a `serialized_boc#b5ee9c72`, or whose lengths contradict each other. */
export class FlatBocError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'FlatBocError'
  }
}

const MAGIC = 0xb5ee9c72
/** The bit of descriptor 1 for a cell stored with its hashes and depths (`store_hashes`). */
const WITH_HASHES = 16
const EXOTIC = 8

/**
 * Finds the start of every cell.
 *
 *     serialized_boc#b5ee9c72 has_idx:(## 1) has_crc32c:(## 1) has_cache_bits:(## 1) flags:(## 2) { flags = 0 }
 *       size:(## 3) { size <= 4 } off_bytes:(## 8) { off_bytes <= 8 } cells:(##(size * 8))
 *       roots:(##(size * 8)) absent:(##(size * 8)) { roots + absent <= cells } tot_cells_size:(##(off_bytes * 8))
 *       root_list:(roots * ##(size * 8)) index:has_idx?(cells * ##(off_bytes * 8))
 *       cell_data:(tot_cells_size * [ uint8 ]) crc32c:has_crc32c?uint32 = BagOfCells;
 */
export function scanBoc(data: Uint8Array): FlatBoc {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < 6 || view.getUint32(0) !== MAGIC) throw new FlatBocError('not a bag of cells')
  const flags = view.getUint8(4)
  const refSize = flags & 7
  const offsetSize = view.getUint8(5)
  if (refSize < 1 || refSize > 4 || offsetSize < 1 || offsetSize > 8) {
    throw new FlatBocError('bag of cells with impossible sizes')
  }
  let at = 6
  const number = (size: number): number => {
    if (at + size > data.length) throw new FlatBocError('bag of cells ends early')
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + view.getUint8(at++)
    return value
  }
  const cells = number(refSize)
  const roots = number(refSize)
  number(refSize)
  const size = number(offsetSize)
  if (roots < 1) throw new FlatBocError('bag of cells without a root')
  const root = number(refSize)
  at += (roots - 1) * refSize
  if (flags & 0x80) at += cells * offsetSize
  const end = at + size
  if (end > data.length || cells * 2 > size) throw new FlatBocError('bag of cells ends early')
  const offsets = new Uint32Array(cells)
  for (let i = 0; i < cells; i++) {
    offsets[i] = at
    if (at + 2 > end) throw new FlatBocError('bag of cells ends early')
    const d1 = view.getUint8(at)
    at += 2 + hashesLength(d1) + ((view.getUint8(at + 1) + 1) >> 1) + (d1 & 7) * refSize
  }
  if (at !== end || root >= cells) throw new FlatBocError('bag of cells with inconsistent lengths')
  return { data, offsets, refSize, root }
}

function hashesLength(d1: number): number {
  if (!(d1 & WITH_HASHES)) return 0
  const level = d1 >> 5
  const hashes = (level & 1) + ((level >> 1) & 1) + ((level >> 2) & 1) + 1
  return hashes * (32 + 2)
}

/** Returns the cell at `index`, which must come from `boc.root` or another cell's `refs`. */
export function flatCell(boc: FlatBoc, index: number): FlatCell {
  const start = boc.offsets[index]
  if (start === undefined) throw new FlatBocError('reference beyond the last cell')
  const { data, refSize } = boc
  const d1 = data[start] as number
  const length = ((data[start + 1] as number) + 1) >> 1
  const from = start + 2 + hashesLength(d1)
  const refs: number[] = []
  for (let i = 0, at = from + length; i < (d1 & 7); i++) {
    let ref = 0
    for (let k = 0; k < refSize; k++) ref = ref * 256 + (data[at++] as number)
    refs.push(ref)
  }
  return {
    exotic: (d1 & EXOTIC) !== 0,
    bytes: new DataView(data.buffer, data.byteOffset + from, length),
    refs,
  }
}
