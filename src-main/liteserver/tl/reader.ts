import { bufferOf } from '../../platform/bufferOf.ts'
import { TlError } from './tlError.ts'

/** Reads TL values from the front of a buffer. Every read is checked against the remaining bytes. */
export class TlReader {
  readonly #data: Buffer
  #offset = 0

  constructor(data: Uint8Array) {
    this.#data = Buffer.isBuffer(data) ? data : bufferOf(data)
  }

  get offset(): number {
    return this.#offset
  }

  get remaining(): number {
    return this.#data.length - this.#offset
  }

  #take(length: number): number {
    if (length > this.remaining) throw new TlError('truncated', 'Not enough data to read', this.#offset)
    const start = this.#offset
    this.#offset += length
    return start
  }

  int32(): number {
    return this.#data.readInt32LE(this.#take(4))
  }

  uint32(): number {
    return this.#data.readUInt32LE(this.#take(4))
  }

  /** Returns the next unsigned 32 bits without consuming them, or undefined if fewer remain. */
  peekUint32(): number | undefined {
    return this.remaining < 4 ? undefined : this.#data.readUInt32LE(this.#offset)
  }

  int64(): bigint {
    return this.#data.readBigInt64LE(this.#take(8))
  }

  uint64(): bigint {
    return this.#data.readBigUInt64LE(this.#take(8))
  }

  /** Returns a copy: a retained hash must not keep a whole answer in memory. */
  fixed(length: number): Buffer {
    const start = this.#take(length)
    return Buffer.from(this.#data.subarray(start, start + length))
  }

  /**
   * TL `bytes`: one length byte below 254; or 254 and three; or 255 and seven; the data; padding to 4.
   * The result is a view of the input.
   */
  bytes(): Buffer {
    const first = this.#data.readUInt8(this.#take(1))
    let header = 1
    let length = first
    if (first === 254) {
      header = 4
      length = this.#data.readUIntLE(this.#take(3), 3)
    } else if (first === 255) {
      header = 8
      const start = this.#take(7)
      // Seven bytes exceed a safe integer; six already exceed every buffer.
      length = this.#data.readUIntLE(start, 6) + this.#data.readUInt8(start + 6) * 2 ** 48
    }
    const start = this.#take(length)
    this.#take(-(header + length) & 3)
    return this.#data.subarray(start, start + length)
  }

  /** Throws TlError if bytes are left. */
  end(): void {
    if (this.remaining > 0) throw new TlError('trailing', 'Too much data to fetch', this.#offset)
  }
}
