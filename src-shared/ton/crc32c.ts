/** CRC-32C (Castagnoli), the checksum of a bag of cells: the polynomial in reflected form. */
const POLYNOMIAL = 0x82f63b78

/** TABLE[k * 256 + b] is the contribution of byte b with k more bytes after it in the same step of eight. */
const TABLE = buildTable()

function buildTable(): Uint32Array {
  const table = new Uint32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
    table[byte] = crc
  }
  for (let at = 256; at < table.length; at++) {
    const before = table[at - 256] as number
    table[at] = (before >>> 8) ^ (table[before & 0xff] as number)
  }
  return table
}

/** Returns the CRC-32C of `data[0, end)` as an unsigned number. A bag of cells stores it little-endian. */
export function crc32c(data: Uint8Array, end: number = data.length): number {
  const table = TABLE
  const bytes = data
  let crc = 0xffffffff
  let at = 0
  for (; at + 8 <= end; at += 8) {
    crc =
      (table[0x700 + ((crc ^ (bytes[at] as number)) & 0xff)] as number) ^
      (table[0x600 + (((crc >>> 8) ^ (bytes[at + 1] as number)) & 0xff)] as number) ^
      (table[0x500 + (((crc >>> 16) ^ (bytes[at + 2] as number)) & 0xff)] as number) ^
      (table[0x400 + ((crc >>> 24) ^ (bytes[at + 3] as number))] as number) ^
      (table[0x300 + (bytes[at + 4] as number)] as number) ^
      (table[0x200 + (bytes[at + 5] as number)] as number) ^
      (table[0x100 + (bytes[at + 6] as number)] as number) ^
      (table[bytes[at + 7] as number] as number)
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}
