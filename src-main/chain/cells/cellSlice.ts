import { type BitReader, type Cell, CellType, Slice } from '@ton/core'
import { asReader, type BitSource, FastReader } from './fastReader.ts'

/** Where a slice's bits come from. */
export type SliceSource = BitSource & {
  /** The ordinary cell of the bits from `offset` on, over these references. */
  cut(offset: number, refs: Cell[]): Cell
}

/** @ton/core's `Slice` over a `FastReader`; what is left of a slice becomes a cell without copying bit by bit. */
class CellSlice {
  private readonly from: SliceSource
  /** the cell that the slice began with, which it still is while nothing was read from it */
  private readonly cell: Cell
  // The names are those of Slice, whose inherited methods use them.
  private readonly _reader: BitReader
  private readonly _refs: readonly Cell[]
  private _refsOffset: number

  constructor(from: SliceSource, cell: Cell, refs: readonly Cell[], offset: number, refsOffset: number) {
    this.from = from
    this.cell = cell
    this._reader = asReader(new FastReader(from, offset))
    this._refs = refs
    this._refsOffset = refsOffset
  }

  asCell(): Cell {
    const { offset } = this._reader
    if (offset === 0 && this._refsOffset === 0 && this.cell.type === CellType.Ordinary) return this.cell
    return this.from.cut(offset, this._refs.slice(this._refsOffset))
  }

  clone(fromStart = false): Slice {
    return fromStart
      ? openSlice(this.from, this.cell, this._refs)
      : asSlice(new CellSlice(this.from, this.cell, this._refs, this._reader.offset, this._refsOffset))
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.asCell().toString()
  }
}

Object.setPrototypeOf(CellSlice.prototype, Slice.prototype)

function asSlice(slice: CellSlice): Slice {
  return slice as unknown as Slice
}

/** A slice at the beginning of a cell: its bits, the cell itself, and the references to hand out. */
export function openSlice(from: SliceSource, cell: Cell, refs: readonly Cell[]): Slice {
  return asSlice(new CellSlice(from, cell, refs, 0, 0))
}
