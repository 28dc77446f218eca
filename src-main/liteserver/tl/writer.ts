import { bufferOf } from '../../platform/bufferOf.ts'
import { TlError } from './tlError.ts'

const FIRST_BLOCK = 256
const NEXT_BLOCK = 4096
/** Data of this size or more is kept by reference instead of being copied twice. */
const KEEP_BY_REFERENCE = 1024
/** Data of this size or more needs seven length bytes instead of three. */
const LONG_BYTES = 0x100_0000
const PADDING = Buffer.alloc(3)

/**
 * Collects TL values; `build` joins them in one allocation. Long data is kept by reference: it must not
 * change until the result is used.
 */
export class TlWriter {
  readonly #done: Buffer[] = []
  #doneLength = 0
  #block = Buffer.allocUnsafe(FIRST_BLOCK)
  #used = 0

  /** The number of bytes written so far. */
  get offset(): number {
    return this.#doneLength + this.#used
  }

  int32(value: number): void {
    const fits = Number.isInteger(value) && value >= -0x8000_0000 && value <= 0x7fff_ffff
    if (!fits) this.refuse('int', value)
    const at = this.#reserve(4)
    this.#block.writeInt32LE(value, at)
  }

  uint32(value: number): void {
    const fits = Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff
    if (!fits) this.refuse('#', value)
    const at = this.#reserve(4)
    this.#block.writeUInt32LE(value, at)
  }

  int64(value: bigint): void {
    const fits = typeof value === 'bigint' && BigInt.asIntN(64, value) === value
    if (!fits) this.refuse('signed long', value)
    const at = this.#reserve(8)
    this.#block.writeBigInt64LE(value, at)
  }

  uint64(value: bigint): void {
    const fits = typeof value === 'bigint' && BigInt.asUintN(64, value) === value
    if (!fits) this.refuse('unsigned long', value)
    const at = this.#reserve(8)
    this.#block.writeBigUInt64LE(value, at)
  }

  /** Writes exactly `length` bytes without a length prefix: int128 and int256. */
  fixed(value: Uint8Array, length: number): void {
    if (!(value instanceof Uint8Array) || value.length !== length) this.refuse(`int${length * 8}`, value)
    this.#append(value)
  }

  /** Writes TL `bytes`: length, data, padding to a multiple of 4. */
  bytes(value: Uint8Array): void {
    if (!(value instanceof Uint8Array)) this.refuse('bytes', value)
    const length = value.length
    const header = length < 254 ? 1 : length < LONG_BYTES ? 4 : 8
    const at = this.#reserve(header)
    if (header === 1) this.#block.writeUInt8(length, at)
    else {
      this.#block.writeUInt8(header === 4 ? 254 : 255, at)
      if (header === 4) this.#block.writeUIntLE(length, at + 1, 3)
      else {
        this.#block.writeUIntLE(length, at + 1, 6)
        this.#block.writeUInt8(0, at + 7)
      }
    }
    this.#append(value)
    this.#append(PADDING.subarray(0, -(header + length) & 3))
  }

  /** Returns everything written so far. */
  build(): Buffer {
    const pieces = this.pieces()
    const [only] = pieces
    return pieces.length === 1 && only ? only : Buffer.concat(pieces, this.#doneLength)
  }

  /** Returns everything written so far in pieces, without copying long data. */
  pieces(): readonly Buffer[] {
    this.#flush()
    return this.#done
  }

  refuse(type: string, value: unknown): never {
    const shown = value instanceof Uint8Array ? `${value.length} bytes` : String(value)
    throw new TlError('invalid_value', `${type} expected, got ${shown}`, this.offset)
  }

  #append(value: Uint8Array): void {
    if (value.length >= KEEP_BY_REFERENCE) {
      this.#flush()
      this.#done.push(bufferOf(value))
      this.#doneLength += value.length
      return
    }
    const at = this.#reserve(value.length)
    this.#block.set(value, at)
  }

  /** Reserves `length` bytes in the current block and returns their position. */
  #reserve(length: number): number {
    if (this.#used + length > this.#block.length) {
      this.#flush()
      this.#block = Buffer.allocUnsafe(NEXT_BLOCK)
    }
    const at = this.#used
    this.#used += length
    return at
  }

  #flush(): void {
    if (this.#used === 0) return
    this.#done.push(this.#block.subarray(0, this.#used))
    this.#doneLength += this.#used
    this.#block = this.#block.subarray(this.#used)
    this.#used = 0
  }
}
