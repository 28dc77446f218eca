/** Non-negative integers, seven bits a byte, low bits first. */

/** Appends a number to bytes. */
export function putNumber(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  bytes.push(rest)
}

/** Packs distinct numbers in ascending order: the smallest, then each one's difference to the one before. */
export function packNumbers(numbers: Iterable<number>): Buffer {
  const bytes: number[] = []
  let last = 0
  for (const value of [...numbers].sort((a, b) => a - b)) {
    putNumber(bytes, value - last)
    last = value
  }
  return Buffer.from(bytes)
}

/** Returns the numbers of packNumbers, ascending. */
export function unpackNumbers(packed: Buffer): number[] {
  const numbers: number[] = []
  let [last, value, unit] = [0, 0, 1]
  for (const byte of packed) {
    value += (byte & 0x7f) * unit
    unit *= 0x80
    if (byte >= 0x80) continue
    last += value
    numbers.push(last)
    value = 0
    unit = 1
  }
  return numbers
}
