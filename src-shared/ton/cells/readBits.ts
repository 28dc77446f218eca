/** Reads `bits` (1…53) bits from bit `at` on as an unsigned number. The bytes must have them. */
export function readBits(bytes: Uint8Array, at: number, bits: number): number {
  let byte = at >> 3
  let have = 8 - (at & 7)
  let value = (bytes[byte++] as number) & (0xff >> (at & 7))
  if (have >= bits) return value >> (have - bits)
  for (; have + 8 <= bits; have += 8) value = value * 256 + (bytes[byte++] as number)
  const rest = bits - have
  return rest === 0 ? value : value * (1 << rest) + ((bytes[byte] as number) >> (8 - rest))
}

/** Fills `into` with the bits of `bytes` from bit `at` on. */
export function copyBits(bytes: Uint8Array, at: number, into: Uint8Array): void {
  const shift = at & 7
  let byte = at >> 3
  if (shift === 0) {
    into.set(bytes.subarray(byte, byte + into.length))
    return
  }
  for (let i = 0; i < into.length; i++) {
    into[i] = ((bytes[byte] as number) << shift) | ((bytes[byte + 1] as number) >> (8 - shift))
    byte++
  }
}
