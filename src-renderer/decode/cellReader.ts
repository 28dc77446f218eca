import type { Cell } from './cell.ts'

/** A cell has fewer bits or references than its type says. */
export class CellUnderflowError extends Error {
  constructor() {
    super('the cell ends before its content does')
    this.name = 'CellUnderflowError'
  }
}

/** Reads a cell from its first bit and first reference on. */
export class CellReader {
  readonly #cell: Cell
  #bit = 0
  #ref = 0

  constructor(cell: Cell) {
    this.#cell = cell
  }

  get bitsLeft(): number {
    return this.#cell.bits - this.#bit
  }

  get refsLeft(): number {
    return this.#cell.refs.length - this.#ref
  }

  bit(): boolean {
    if (this.#bit >= this.#cell.bits) throw new CellUnderflowError()
    const byte = this.#cell.data[this.#bit >> 3] ?? 0
    const value = (byte >> (7 - (this.#bit & 7))) & 1
    this.#bit++
    return value === 1
  }

  big(bits: number): bigint {
    let value = 0n
    for (let left = bits; left > 0; ) {
      const chunk = Math.min(left, 24)
      value = (value << BigInt(chunk)) | BigInt(this.#small(chunk))
      left -= chunk
    }
    return value
  }

  /** An unsigned number of at most 48 bits. */
  uint(bits: number): number {
    return Number(this.big(bits))
  }

  /** A signed number of at most 32 bits. */
  int(bits: number): number {
    return Number(BigInt.asIntN(bits, this.big(bits)))
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.#small(8))
  }

  ref(): Cell {
    const cell = this.#cell.refs[this.#ref]
    if (!cell) throw new CellUnderflowError()
    this.#ref++
    return cell
  }

  /** What is left, as a cell of its own. */
  rest(): Cell {
    const bits = this.bitsLeft
    const data = new Uint8Array(Math.ceil(bits / 8))
    for (let i = 0; i < bits; i++) {
      if (this.bit()) data[i >> 3] = (data[i >> 3] ?? 0) | (0x80 >> (i & 7))
    }
    const refs = this.#cell.refs.slice(this.#ref)
    this.#ref = this.#cell.refs.length
    return { bits, data, refs }
  }

  /** `Maybe X`: one bit, then the value where it is set. */
  maybe<Value>(read: () => Value): Value | undefined {
    return this.bit() ? read() : undefined
  }

  /** `VarUInteger n`: a length in bytes of ⌈log₂ n⌉ bits, then that many bytes. */
  varUint(lengthBits: number): bigint {
    return this.big(8 * this.uint(lengthBits))
  }

  /** `Grams`, in nanounits: `VarUInteger 16`. */
  grams(): bigint {
    return this.varUint(4)
  }

  #small(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) value = (value << 1) | (this.bit() ? 1 : 0)
    return value
  }
}
