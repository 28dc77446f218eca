import { type BitReader, type Cell, CellType, Slice } from '@ton/core'
import { asReader, type BitSource, FastReader } from './fastReader.ts'

/** The source of a slice's bits. */
export type SliceSource = BitSource & {
  /** Returns the ordinary cell of the bits from `offset` on, with these references. */
  cut(offset: number, refs: Cell[]): Cell
}

/**
 * A `Slice` of @ton/core over a `FastReader`. The rest of a slice becomes a cell without copying bit by bit.
 */
class CellSlice {
  private readonly from: SliceSource
  /** The cell that the slice started with; `asCell` returns it as long as nothing was read. */
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

/** Returns a slice at the start of a cell, given its bits, the cell itself and the references to return. */
export function openSlice(from: SliceSource, cell: Cell, refs: readonly Cell[]): Slice {
  return asSlice(new CellSlice(from, cell, refs, 0, 0))
}
