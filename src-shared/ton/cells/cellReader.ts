import { TypedError } from '../../typedError.ts'
import { Cell } from './cell.ts'
import { copyBits, readBits } from './readBits.ts'

/** The error for a cell with fewer bits or references than its type has. */
export class CellUnderflowError extends TypedError {
  constructor() {
    super('cell-underflow', 'the cell ends before its content does')
  }
}

/** Bits that are read at once into a part of a bigint. */
const CHUNK_BITS = 48

/** Reads a cell from its first bit and first reference on. */
export class CellReader {
  readonly #cell: Cell
  #bit = 0
  #ref = 0

  constructor(cell: Cell) {
    this.#cell = cell
  }

  get remainingBits(): number {
    return this.#cell.bits - this.#bit
  }

  get remainingRefs(): number {
    return this.#cell.refs.length - this.#ref
  }

  loadBit(): boolean {
    return this.loadUint(1) === 1
  }

  loadUintBig(bits: number): bigint {
    if (bits > this.remainingBits) throw new CellUnderflowError()
    let value = 0n
    for (let left = bits; left > 0; ) {
      const chunk = Math.min(left, CHUNK_BITS)
      value = (value << BigInt(chunk)) | BigInt(this.loadUint(chunk))
      left -= chunk
    }
    return value
  }

  /** Reads an unsigned number of at most 53 bits. */
  loadUint(bits: number): number {
    const at = this.#take(bits)
    return bits === 0 ? 0 : readBits(this.#cell.data, at, bits)
  }

  /** Reads a signed number of at most 53 bits. */
  loadInt(bits: number): number {
    const value = this.loadUint(bits)
    return bits > 0 && value >= 2 ** (bits - 1) ? value - 2 ** bits : value
  }

  loadBuffer(length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    copyBits(this.#cell.data, this.#take(8 * length), bytes)
    return bytes
  }

  loadRef(): Cell {
    const cell = this.#cell.refs[this.#ref]
    if (!cell) throw new CellUnderflowError()
    this.#ref++
    return cell
  }

  /** Reads the remaining bits and references as an ordinary cell. */
  rest(): Cell {
    const bits = this.remainingBits
    const data = new Uint8Array((bits + 7) >> 3)
    copyBits(this.#cell.data, this.#take(bits), data)
    const refs = this.#cell.refs.slice(this.#ref)
    this.#ref = this.#cell.refs.length
    return new Cell(bits, data, refs)
  }

  /** Reads `Maybe X`: one bit, then the value if the bit is set. */
  maybe<Value>(read: () => Value): Value | undefined {
    return this.loadBit() ? read() : undefined
  }

  /** Reads `VarUInteger n`: a length in bytes of ⌈log₂ n⌉ bits, then that many bytes. */
  loadVarUintBig(lengthBits: number): bigint {
    return this.loadUintBig(8 * this.loadUint(lengthBits))
  }

  /** Reads `Grams`, in nanounits: `VarUInteger 16`. */
  loadCoins(): bigint {
    return this.loadVarUintBig(4)
  }

  /** Moves behind the next bits and returns where they begin. */
  #take(bits: number): number {
    if (bits > this.remainingBits) throw new CellUnderflowError()
    const at = this.#bit
    this.#bit += bits
    return at
  }
}
