/** CRC-32's reflected polynomial, as zlib's crc32 has it. */
const POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) !== 0 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/**
 * Finds the one inverted bit that explains a wrong CRC-32, and inverts it back. CRC-32 is linear: the difference of
 * the two checksums depends on the bit's distance from the end alone, and differs for every bit of the data.
 * @param difference the stored checksum XOR the checksum of `bytes`
 * @returns false if no single bit explains it; `bytes` is unchanged then
 */
export function correctBit(bytes: Uint8Array, difference: number): boolean {
  const wanted = difference >>> 0
  for (let bit = 0; bit < 8; bit++) {
    let effect = TABLE[1 << bit] as number
    for (let at = bytes.length - 1; at >= 0; at--) {
      if (effect >>> 0 === wanted) {
        bytes[at] = (bytes[at] as number) ^ (1 << bit)
        return true
      }
      effect = (effect >>> 8) ^ (TABLE[effect & 0xff] as number)
    }
  }
  return false
}
