import { Address, BitReader, type BitString } from '@ton/core'

/** Bits of a buffer, also available as a `BitString`. */
export type BitSource = {
  readonly source: Buffer
  /** byte of the first bit */
  readonly start: number
  readonly bitLength: number
  readonly bits: BitString
}

/** The maximum number of bits that a JavaScript number holds exactly. */
const SAFE_BITS = 53

/**
 * A `BitReader` of @ton/core over bytes: the same methods, values and errors, without a BigInt operation per
 * bit. Methods that are not defined here are inherited.
 */
export class FastReader {
  private readonly from: BitSource
  // The names are those of BitReader, whose inherited methods use them.
  private _offset: number
  private checkpoints: number[] | null = null

  constructor(from: BitSource, offset = 0) {
    this.from = from
    this._offset = offset
  }

  get _bits(): BitString {
    return this.from.bits
  }

  get offset(): number {
    return this._offset
  }

  get remaining(): number {
    return this.from.bitLength - this._offset
  }

  skip(bits: number): void {
    if (bits < 0 || this._offset + bits > this.from.bitLength) {
      throw new Error(`Index ${this._offset + bits} is out of bounds`)
    }
    this._offset += bits
  }

  save(): void {
    this.checkpoints ??= []
    this.checkpoints.push(this._offset)
  }

  reset(): void {
    this._offset = this.checkpoints?.pop() ?? 0
  }

  loadBit(): boolean {
    const bit = this.preloadBit()
    this._offset++
    return bit
  }

  preloadBit(): boolean {
    const { source, start, bitLength } = this.from
    const at = this._offset
    if (at >= bitLength) throw new Error(`Index ${at} > ${bitLength} is out of bounds`)
    return ((source[start + (at >> 3)] as number) & (0x80 >> (at & 7))) !== 0
  }

  loadUint(bits: number): number {
    if (bits > SAFE_BITS) return inherited.loadUint.call(this, bits)
    const value = this.small(bits, this._offset)
    this._offset += bits
    return value
  }

  preloadUint(bits: number): number {
    return bits > SAFE_BITS ? inherited.preloadUint.call(this, bits) : this.small(bits, this._offset)
  }

  loadInt(bits: number): number {
    if (bits > SAFE_BITS) return inherited.loadInt.call(this, bits)
    const value = this.smallSigned(bits, this._offset)
    this._offset += bits
    return value
  }

  preloadInt(bits: number): number {
    return bits > SAFE_BITS ? inherited.preloadInt.call(this, bits) : this.smallSigned(bits, this._offset)
  }

  loadBuffer(bytes: number): Buffer {
    const buffer = this._preloadBuffer(bytes, this._offset)
    this._offset += bytes * 8
    return buffer
  }

  clone(): BitReader {
    return asReader(new FastReader(this.from, this._offset))
  }

  _preloadUint(bits: number, offset: number): bigint {
    if (bits <= SAFE_BITS) return BigInt(this.small(bits, offset))
    if (bits <= 64) {
      const high = this.small(bits - 32, offset)
      return (BigInt(high) << 32n) | BigInt(this.small(32, offset + bits - 32))
    }
    this.expect(bits, offset)
    const bytes = Buffer.allocUnsafe((bits + 7) >> 3)
    const first = bits & 7
    if (first > 0) bytes[0] = this.small(first, offset)
    this.copyBits(bytes, first > 0 ? 1 : 0, offset + first)
    return BigInt(`0x${bytes.toString('hex')}`)
  }

  _preloadInt(bits: number, offset: number): bigint {
    const value = this._preloadUint(bits, offset)
    const negative = bits > 0 && value >> BigInt(bits - 1) === 1n
    return negative ? value - (1n << BigInt(bits)) : value
  }

  _preloadBuffer(bytes: number, offset: number): Buffer {
    const { source, start, bitLength } = this.from
    // Throws the same error as BitReader.
    if (bytes < 0 || offset + bytes * 8 > bitLength) this._bits.subbuffer(offset, bytes * 8)
    if ((offset & 7) === 0) {
      const begin = start + (offset >> 3)
      return source.subarray(begin, begin + bytes)
    }
    const buffer = Buffer.allocUnsafe(bytes)
    this.copyBits(buffer, 0, offset)
    return buffer
  }

  /** addr_std$10 anycast:(Maybe Anycast) workchain_id:int8 address:bits256 = MsgAddressInt; */
  _loadInternalAddress(): Address {
    const type = this.small(2, this._offset)
    if (type !== 2) throw new Error('Invalid address')
    let at = this._offset + 3
    let prefix = 0
    let depth = 0
    if (this.small(1, this._offset + 2) === 1) {
      depth = this.small(5, at)
      prefix = this.small(depth, at + 5)
      at += 5 + depth
    }
    const workchain = this.smallSigned(8, at)
    let hash = this._preloadBuffer(32, at + 8)
    if (depth > 0) {
      // The bytes can be the cell's own, which must not change.
      hash = Buffer.from(hash)
      const mask = (0xffffffff << (32 - depth)) >>> 0
      const head = hash.readUInt32BE(0) & ~mask
      hash.writeUInt32BE(((prefix << (32 - depth)) | head) >>> 0, 0)
    }
    this._offset = at + 264
    return new Address(workchain, hash)
  }

  /** Returns an unsigned number of at most 53 bits. A call of the portable `readBits` costs 8 % of reading a slice. */
  private small(bits: number, offset: number): number {
    if (bits <= 0) return 0
    this.expect(bits, offset)
    const { source, start } = this.from
    let byte = start + (offset >> 3)
    let have = 8 - (offset & 7)
    let value = (source[byte++] as number) & (0xff >> (offset & 7))
    if (have >= bits) return value >> (have - bits)
    for (; have + 8 <= bits; have += 8) value = value * 256 + (source[byte++] as number)
    const rest = bits - have
    return rest === 0 ? value : value * (1 << rest) + ((source[byte] as number) >> (8 - rest))
  }

  private smallSigned(bits: number, offset: number): number {
    const value = this.small(bits, offset)
    return bits > 0 && value >= 2 ** (bits - 1) ? value - 2 ** bits : value
  }

  /** Fills `into` from byte `at` with the bits from `offset` on. */
  private copyBits(into: Buffer, at: number, offset: number): void {
    const { source, start } = this.from
    const shift = offset & 7
    let byte = start + (offset >> 3)
    if (shift === 0) {
      source.copy(into, at, byte, byte + into.length - at)
      return
    }
    for (let i = at; i < into.length; i++) {
      into[i] = ((source[byte] as number) << shift) | ((source[byte + 1] as number) >> (8 - shift))
      byte++
    }
  }

  private expect(bits: number, offset: number): void {
    const { bitLength } = this.from
    if (offset + bits > bitLength) {
      throw new Error(`Index ${Math.max(offset, bitLength)} > ${bitLength} is out of bounds`)
    }
  }
}

/** BitReader's methods, called on a FastReader. */
const inherited = BitReader.prototype as unknown as Record<
  'loadUint' | 'preloadUint' | 'loadInt' | 'preloadInt',
  (this: FastReader, bits: number) => number
>

Object.setPrototypeOf(FastReader.prototype, BitReader.prototype)

/** Returns the reader typed as @ton/core's BitReader. */
export function asReader(reader: FastReader): BitReader {
  return reader as unknown as BitReader
}
