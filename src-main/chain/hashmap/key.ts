/**
 * Dictionary keys are Buffers: bits start at the highest bit of the first byte, and the last byte is padded with
 * zeros if the length is not a multiple of 8. Most keys are hashes, so they need no conversion.
 */

/** Returns the key of `bits` bits for an unsigned integer (or, in two's complement, a negative one). */
export function keyOfUint(value: bigint | number, bits: number): Buffer {
  const length = (bits + 7) >> 3
  const aligned = BigInt.asUintN(bits, BigInt(value)) << BigInt(length * 8 - bits)
  return Buffer.from(
    aligned
      .toString(16)
      .padStart(length * 2, '0')
      .slice(-length * 2),
    'hex',
  )
}

/** Returns the unsigned integer in a key of `bits` bits. */
export function uintOfKey(key: Buffer, bits: number): bigint {
  return BigInt(`0x${key.toString('hex')}`) >> BigInt(key.length * 8 - bits)
}

/** Returns the signed integer in a key of `bits` bits. */
export function intOfKey(key: Buffer, bits: number): bigint {
  return BigInt.asIntN(bits, uintOfKey(key, bits))
}

/** Returns the bit at `index` of a key. */
export function keyBit(key: Uint8Array, index: number): 0 | 1 {
  return ((((key[index >> 3] as number) >> (7 - (index & 7))) & 1) === 1 ? 1 : 0) as 0 | 1
}

/** Sets the bit at `index` of a key, in place. */
export function setKeyBit(key: Uint8Array, index: number, bit: 0 | 1): void {
  const mask = 1 << (7 - (index & 7))
  const byte = key[index >> 3] as number
  key[index >> 3] = bit === 1 ? byte | mask : byte & ~mask
}

/** Formats the first `length` bits of a key for messages: `0110…`. */
export function keyPrefix(key: Uint8Array, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += keyBit(key, i)
  return text
}

/** Returns the number of equal bits of two keys from `from` on, comparing no further than `until`. */
export function commonBits(a: Uint8Array, b: Uint8Array, from: number, until: number): number {
  let at = from
  while (at < until) {
    if ((at & 7) === 0 && at + 8 <= until && a[at >> 3] === b[at >> 3]) at += 8
    else if (keyBit(a, at) === keyBit(b, at)) at++
    else break
  }
  return at - from
}

/**
 * Checks that `key` is a key of `bits` bits.
 * @throws RangeError otherwise: that is a programming error, not bad data
 */
export function checkKey(key: Uint8Array, bits: number): void {
  const length = (bits + 7) >> 3
  if (key.length !== length)
    throw new RangeError(`a key of ${bits} bits has ${length} bytes, not ${key.length}`)
  const unused = length * 8 - bits
  if (unused > 0 && ((key[length - 1] as number) & ((1 << unused) - 1)) !== 0) {
    throw new RangeError(`the last ${unused} bits of a key of ${bits} bits must be zero`)
  }
}
