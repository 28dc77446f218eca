/**
 * Reader of the bytes of a ByteWriter. Returned Buffers are views of the source. Throws RangeError beyond the end.
 */
export class ByteReader {
  readonly #buffer: Buffer
  #at = 0

  constructor(source: Uint8Array) {
    this.#buffer = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  }

  u8(): number {
    return this.#buffer.readUInt8(this.#at++)
  }

  i32(): number {
    this.#at += 4
    return this.#buffer.readInt32LE(this.#at - 4)
  }

  u32(): number {
    this.#at += 4
    return this.#buffer.readUInt32LE(this.#at - 4)
  }

  u64(): bigint {
    this.#at += 8
    return this.#buffer.readBigUInt64LE(this.#at - 8)
  }

  size(): number {
    let value = 0
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.u8()
      value += (byte & 0x7f) * unit
      if (byte < 0x80) return value
    }
  }

  uint(): bigint {
    return this.uintOf(this.size())
  }

  /** Reads the rest of a number whose length is already read. */
  uintOf(length: number): bigint {
    return length === 8 ? this.u64() : BigInt(`0x${this.fixed(length).toString('hex')}`)
  }

  fixed(length: number): Buffer {
    const start = this.#at
    this.#at += length
    if (this.#at > this.#buffer.length) throw new RangeError('the packed facts end early')
    return this.#buffer.subarray(start, this.#at)
  }

  bytes(): Buffer {
    return this.fixed(this.size())
  }

  /** Throws RangeError if bytes are left. */
  end(): void {
    if (this.#at !== this.#buffer.length) throw new RangeError('bytes follow the packed facts')
  }
}
