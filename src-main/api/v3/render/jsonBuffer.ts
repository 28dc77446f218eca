import { v3JsonText } from '#shared/schema/v3/jsonText.ts'

/** Maximum size of a retained buffer; a larger one is replaced after the answer. */
const MAX_REUSED_BYTES = 1 << 22
const FIRST_BYTES = 1 << 16
/** Maximum number of UTF-8 bytes of a UTF-16 unit. */
const MAX_BYTES_OF_UNIT = 3

/** Maximum number of characters of an int64 in decimal, with its sign. */
const MAX_DIGITS = 20
/** Number of digits that are written at once: their value is a small integer. */
const STEP_DIGITS = 9
const STEP = 10 ** STEP_DIGITS

/** 1 for characters that need no escape: ASCII that v3 does not escape. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[^\p{Cc}"\\<>&]/u.test(String.fromCharCode(code)) ? 1 : 0,
)

const QUOTE = 0x22
const MINUS = 0x2d
const COLON = 0x3a
const ZERO = 0x30
const PADDING = 0x3d
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const BASE64 = Buffer.from(`${DIGITS}+/`, 'latin1')
const BASE64URL = Buffer.from(`${DIGITS}-_`, 'latin1')
const HEX = Buffer.from('0123456789ABCDEF', 'latin1')
/** Minimum length from which on the runtime's own base64 is faster. */
const LONG_BYTES = 384

/**
 * A growing buffer for the JSON of an answer in UTF-8. Hashes, addresses and amounts are written to it without a string
 * for each. Each thread has one.
 */
export class JsonBuffer {
  /** The JSON is `bytes[0, length)`. */
  bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(FIRST_BYTES)
  length = 0

  /** Empties the buffer. */
  clear(): void {
    this.length = 0
    if (this.bytes.length > MAX_REUSED_BYTES) this.bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  }

  /** Copies the JSON to a buffer of its own. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.bytes.subarray(0, this.length))
  }

  /** Appends bytes that are JSON already: names, braces. */
  put(literal: Uint8Array): void {
    const { length } = literal
    this.#makeRoom(length)
    const { bytes } = this
    const at = this.length
    for (let i = 0; i < length; i++) bytes[at + i] = literal[i] as number
    this.length = at + length
  }

  /** Appends a string of JSON. */
  putJson(json: string): void {
    this.#makeRoom(json.length * MAX_BYTES_OF_UNIT)
    this.length += this.bytes.write(json, this.length)
  }

  /** Appends a string, quoted and escaped. */
  text(value: string): void {
    const { length } = value
    this.#makeRoom(length + 2)
    const { bytes } = this
    let at = this.length
    bytes[at++] = QUOTE
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i)
      if (PLAIN[code] !== 1) {
        this.putJson(v3JsonText(value))
        return
      }
      bytes[at++] = code
    }
    bytes[at++] = QUOTE
    this.length = at
  }

  /** Appends a safe integer as a number. */
  integer(value: number): void {
    this.#makeRoom(MAX_DIGITS)
    this.#digits(value)
  }

  /** Appends an integer as a quoted decimal string. */
  decimal(value: bigint): void {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) {
      this.putJson(`"${value}"`)
      return
    }
    this.#makeRoom(MAX_DIGITS + 2)
    this.bytes[this.length++] = QUOTE
    this.#digits(number)
    this.bytes[this.length++] = QUOTE
  }

  /** Appends bytes as quoted base64 with padding. */
  base64(data: Buffer): void {
    if (data.length <= LONG_BYTES) this.#base64(data, BASE64)
    else this.putJson(`"${data.toString('base64')}"`)
  }

  /** Appends short data as quoted base64url with padding. */
  base64url(data: Uint8Array): void {
    this.#base64(data, BASE64URL)
  }

  #base64(data: Uint8Array, alphabet: Buffer): void {
    const { length } = data
    this.#makeRoom(Math.ceil(length / 3) * 4 + 2)
    const { bytes } = this
    let at = this.length
    bytes[at++] = QUOTE
    let i = 0
    for (; i + 2 < length; i += 3) {
      const three = ((data[i] as number) << 16) | ((data[i + 1] as number) << 8) | (data[i + 2] as number)
      bytes[at] = alphabet[three >>> 18] as number
      bytes[at + 1] = alphabet[(three >>> 12) & 63] as number
      bytes[at + 2] = alphabet[(three >>> 6) & 63] as number
      bytes[at + 3] = alphabet[three & 63] as number
      at += 4
    }
    if (i < length) {
      const isLast = i + 1 === length
      const two = ((data[i] as number) << 8) | (isLast ? 0 : (data[i + 1] as number))
      bytes[at++] = alphabet[two >>> 10] as number
      bytes[at++] = alphabet[(two >>> 4) & 63] as number
      bytes[at++] = isLast ? PADDING : (alphabet[(two << 2) & 63] as number)
      bytes[at++] = PADDING
    }
    bytes[at++] = QUOTE
    this.length = at
  }

  /** Appends an address of 33 bytes as `"0:83DF…"`. */
  address(address: Buffer): void {
    const { length } = address
    this.#makeRoom(MAX_DIGITS + 2 * length)
    this.bytes[this.length++] = QUOTE
    this.#digits(address.readInt8(0))
    const { bytes } = this
    let at = this.length
    bytes[at++] = COLON
    for (let i = 1; i < length; i++) {
      const byte = address[i] as number
      bytes[at++] = HEX[byte >>> 4] as number
      bytes[at++] = HEX[byte & 15] as number
    }
    bytes[at++] = QUOTE
    this.length = at
  }

  /** Writes the digits of a safe integer; the buffer must have room for it. */
  #digits(value: number): void {
    if (value < 0) {
      this.bytes[this.length++] = MINUS
      value = -value
    }
    if (value >= STEP) {
      const high = Math.floor(value / STEP)
      this.#digits(high)
      this.#small(value - high * STEP, STEP_DIGITS)
      return
    }
    let digits = 1
    for (let more = 10; more <= value; more *= 10) digits++
    this.#small(value, digits)
  }

  #small(value: number, digits: number): void {
    const { bytes } = this
    let left = value | 0
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = (left / 10) | 0
      bytes[at] = ZERO + left - next * 10
      left = next
    }
    this.length += digits
  }

  #makeRoom(count: number): void {
    const needed = this.length + count
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
