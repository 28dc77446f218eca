import { MAGIC_GENERIC } from './bocHeader.ts'

/** Returns the minimum number of bytes that hold `value`. */
export function bytesFor(value: number): number {
  let bytes = 0
  for (let rest = value; rest >= 1; rest /= 256) bytes++
  return bytes
}

/** Writes a big-endian number and returns the position after it. */
export function writeNumber(file: Buffer, at: number, value: number, bytes: number): number {
  if (bytes > 1) return file.writeUIntBE(value, at, bytes)
  file[at] = value
  return at + bytes
}

/**
 * Returns a bag of cells whose header is written, with one root (cell 0), no index and no checksum. The cells
 * must be written from `at` on.
 * @param sizeOf the bytes of all cells, given the width of a reference
 */
export function startBoc(
  cells: number,
  sizeOf: (refBytes: number) => number,
): { readonly file: Buffer; readonly at: number; readonly refBytes: number } {
  const refBytes = bytesFor(cells)
  const size = sizeOf(refBytes)
  const offsetBytes = bytesFor(size)
  const file = Buffer.allocUnsafe(6 + 4 * refBytes + offsetBytes + size)
  file.writeUInt32BE(MAGIC_GENERIC, 0)
  file[4] = refBytes
  file[5] = offsetBytes
  let at = 6
  // Cells, roots, absent cells.
  for (const number of [cells, 1, 0]) at = writeNumber(file, at, number, refBytes)
  at = writeNumber(file, at, size, offsetBytes)
  return { file, at: writeNumber(file, at, 0, refBytes), refBytes }
}
