/**
 * Contract integers (up to 257 bits, signed) as bytes that sort as the numbers do: databases compare them without a
 * type of their own. The first byte is 0x80 plus the number of bytes that follow (0x80 minus that, and all bits
 * inverted, for negative numbers); then the magnitude, big-endian without leading zeros.
 */

const ZERO = 0x80
/** More bytes than any TVM integer needs. */
const MAX_BYTES = 64

/** Returns the bytes of an integer. @throws RangeError beyond 64 bytes */
export function sortableInteger(value: bigint): Buffer {
  const hex = (value < 0n ? -value : value).toString(16)
  const magnitude =
    value === 0n ? Buffer.alloc(0) : Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  const { length } = magnitude
  if (length > MAX_BYTES) throw new RangeError(`an integer of ${length} bytes is too large to be stored`)
  if (value >= 0n) return Buffer.concat([Buffer.from([ZERO + length]), magnitude])
  return Buffer.concat([Buffer.from([ZERO - length]), magnitude.map((byte) => ~byte & 0xff)])
}

/** Returns the integer that `bytes` hold. */
export function readSortableInteger(bytes: Uint8Array): bigint {
  const isNegative = (bytes[0] ?? ZERO) < ZERO
  let value = 0n
  for (const byte of bytes.subarray(1)) value = (value << 8n) | BigInt(isNegative ? ~byte & 0xff : byte)
  return isNegative ? -value : value
}
