import type { TonAddress } from '../address.ts'
import { Cell } from './cell.ts'
import { MAX_BITS, MAX_REFS } from './cellLevels.ts'

/** Builds an ordinary cell; the counterpart of CellReader. */
export class CellWriter {
  readonly #data = new Uint8Array(128)
  readonly #refs: Cell[] = []
  #bits = 0

  bit(value: boolean): this {
    if (this.#bits >= MAX_BITS) throw new RangeError(`a cell has at most ${MAX_BITS} bits`)
    if (value) {
      const at = this.#bits >> 3
      this.#data[at] = (this.#data[at] ?? 0) | (0x80 >> (this.#bits & 7))
    }
    this.#bits++
    return this
  }

  /** Writes the low `bits` of a number, most significant first; negative ones in two's complement. */
  int(value: bigint | number, bits: number): this {
    const number = BigInt.asUintN(bits, BigInt(value))
    for (let i = bits - 1; i >= 0; i--) this.bit(((number >> BigInt(i)) & 1n) === 1n)
    return this
  }

  bytes(bytes: Uint8Array): this {
    for (const byte of bytes) this.int(byte, 8)
    return this
  }

  /** Writes `addr_std$10 anycast:(Maybe Anycast) workchain_id:int8 address:bits256`, without anycast. */
  address(address: TonAddress): this {
    return this.int(0b100, 3).int(address.workchain, 8).bytes(address.hash)
  }

  ref(cell: Cell): this {
    if (this.#refs.length >= MAX_REFS) throw new RangeError(`a cell has at most ${MAX_REFS} references`)
    this.#refs.push(cell)
    return this
  }

  cell(): Cell {
    return new Cell(this.#bits, this.#data.slice(0, (this.#bits + 7) >> 3), [...this.#refs])
  }
}
