import { MAGIC_GENERIC } from './bocHeader.ts'

/** The least number of bytes that holds `value`. */
export function bytesFor(value: number): number {
  let bytes = 0
  for (let rest = value; rest >= 1; rest /= 256) bytes++
  return bytes
}

/** Writes a big-endian number and returns where it ends. */
export function writeNumber(file: Buffer, at: number, value: number, bytes: number): number {
  if (bytes > 1) return file.writeUIntBE(value, at, bytes)
  file[at] = value
  return at + bytes
}

/**
 * The beginning of a bag of cells with one root, its first cell, and neither index nor checksum; the rest is left to be
 * written from `at` on.
 * @param sizeOf bytes of all cells where a reference takes so many
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
