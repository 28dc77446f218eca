/**
 * Returns the CRC-16/XMODEM of `bytes[0, end)`: the checksum of friendly addresses, and the hash of
 * get-method names.
 */
export function crc16(bytes: Uint8Array, end: number = bytes.length): number {
  let crc = 0
  for (let at = 0; at < end; at++) {
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)
  }
  return crc
}

/** The contribution of each byte at the top of the remainder. */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})
