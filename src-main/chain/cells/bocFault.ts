import type { BocError } from '#shared/ton/cells/bocError.ts'
import { crc32c } from '#shared/ton/crc32c.ts'

/** The minimum length of a bag of cells in the reference node. */
const MIN_BYTES = 10
const FIXED_BYTES = 6

/**
 * Returns the reference node's (and tonlib's) error message for bytes that `parseBoc` rejected, or Tonscope's
 * own where the reference node has no such check.
 */
export function bocFault(bytes: Buffer, error: BocError): string {
  const { code, cell, message } = error
  if (code === 'crc-mismatch') {
    const at = bytes.length - 4
    const [actual, stated] = [crc32c(bytes, at), bytes.readUInt32LE(at)].map((n) => `0x${n.toString(16)}`)
    return `bag-of-cells CRC32C mismatch: expected ${actual}, found ${stated}`
  }
  if (cell !== undefined) {
    const reason = message.replace(/^cell \d+: /, '')
    return `invalid bag-of-cells failed to deserialize cell #${cell} [Error : 0 : ${reason}]`
  }
  const reason =
    code === 'bad-magic' || code === 'bad-header'
      ? 'invalid header, error 0'
      : code === 'truncated'
        ? `not enough bytes (${bytes.length} present, ${requiredBytes(bytes)} required)`
        : message
  return `cannot deserialize bag-of-cells: ${reason}`
}

/** Returns the total size that the header announces, or as much of it as a truncated header reveals. */
function requiredBytes(bytes: Buffer): number {
  const refBytes = (bytes[4] ?? 0) & 7
  if (bytes.length < FIXED_BYTES) return bytes.length < FIXED_BYTES - 1 ? MIN_BYTES : 7 + 3 * refBytes
  const offsetBytes = bytes[5] as number
  const rootsAt = FIXED_BYTES + 3 * refBytes + offsetBytes
  if (bytes.length < rootsAt) return rootsAt
  const isGeneric = bytes[0] === 0xb5
  const flags = bytes[4] as number
  const hasIndex = !isGeneric || (flags & 0x80) !== 0
  const hasCrc = isGeneric ? (flags & 0x40) !== 0 : bytes[0] === 0xac
  const number = (at: number, length: number) =>
    bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0)
  const cells = number(FIXED_BYTES, refBytes)
  const roots = isGeneric ? number(FIXED_BYTES + refBytes, refBytes) * refBytes : 0
  const index = hasIndex ? cells * offsetBytes : 0
  return rootsAt + roots + index + number(rootsAt - offsetBytes, offsetBytes) + (hasCrc ? 4 : 0)
}
