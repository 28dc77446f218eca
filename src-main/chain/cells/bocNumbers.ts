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
