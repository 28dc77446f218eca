const FIRST_ROOM = 1 << 16
/** Maximum size of a buffer that the next writer of the thread uses again. */
const MAX_REUSED_BYTES = 1 << 20
const BELOW_2_63 = 1n << 63n

let spare: Buffer<ArrayBuffer> | undefined

function takeBuffer(): Buffer<ArrayBuffer> {
  const buffer = spare ?? Buffer.allocUnsafeSlow(FIRST_ROOM)
  spare = undefined
  return buffer
}

/** Writer of values into one growing buffer; ByteReader reads them in the same order. */
export class ByteWriter {
  #buffer = takeBuffer()
  #at = 0

  u8(value: number): void {
    this.#room(1)
    this.#buffer[this.#at++] = value
  }

  i32(value: number): void {
    this.#room(4)
    this.#at = this.#buffer.writeInt32LE(value, this.#at)
  }

  u32(value: number): void {
    this.#room(4)
    this.#at = this.#buffer.writeUInt32LE(value, this.#at)
  }

  u64(value: bigint): void {
    this.#room(8)
    this.#at = this.#buffer.writeBigUInt64LE(value, this.#at)
  }

  /** Writes a length or count, seven bits a byte. */
  size(value: number): void {
    this.#room(8)
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#buffer[this.#at++] = (rest % 0x80) | 0x80
    this.#buffer[this.#at++] = rest
  }

  /** Writes an unsigned number of any length: the number of its bytes, then the bytes. */
  uint(value: bigint): void {
    if (value < BELOW_2_63) {
      this.u8(8)
      this.u64(value)
      return
    }
    const hex = value.toString(16)
    const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
    // The length 8 marks the form above.
    this.bytes(bytes.length === 8 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
  }

  /** Writes bytes whose number the reader knows. */
  fixed(value: Buffer, length: number): void {
    if (value.length !== length) throw new RangeError(`${length} bytes were expected, not ${value.length}`)
    this.#room(length)
    this.#at += value.copy(this.#buffer, this.#at)
  }

  bytes(value: Buffer): void {
    this.size(value.length)
    this.#room(value.length)
    this.#at += value.copy(this.#buffer, this.#at)
  }

  /**
   * Returns the written bytes in an ArrayBuffer of their own size, which can be transferred: many wait for a collection
   * in the thread that has read them. Ends the writer.
   */
  finish(): Uint8Array {
    const bytes = new Uint8Array(this.#buffer.subarray(0, this.#at))
    if (this.#buffer.length <= MAX_REUSED_BYTES) spare = this.#buffer
    this.#buffer = Buffer.alloc(0)
    this.#at = 0
    return bytes
  }

  #room(length: number): void {
    if (this.#at + length <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#at + length))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}
