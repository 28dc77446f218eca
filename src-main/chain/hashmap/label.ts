import { BitString, type Builder } from '@ton/core'
import { TlbError } from '../tlb.ts'
import { keyBit, setKeyBit } from './key.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// hml_short$0 {m:#} {n:#} len:(Unary ~n) {n <= m} s:(n * Bit) = HmLabel ~n m;
// hml_long$10 {m:#} n:(#<= m) s:(n * Bit) = HmLabel ~n m;
// hml_same$11 {m:#} v:Bit n:(#<= m) = HmLabel ~n m;

/** The position of an edge's label in its cell. */
export type Label = {
  readonly length: number
  /** Position of the label's bits, or -1 if all of them are `same`. */
  readonly at: number
  readonly same: 0 | 1
  /** Position after the label. */
  readonly end: number
}

/** Returns the number of bits of a `#<= max` field. */
function lengthBits(max: number): number {
  return 32 - Math.clz32(max)
}

function bitAt(bits: BitString, index: number): 0 | 1 {
  if (index >= bits.length) throw new TlbError('HmLabel', 'the cell ends within a label')
  return bits.at(index) ? 1 : 0
}

function uintAt(bits: BitString, index: number, length: number): number {
  let value = 0
  for (let i = 0; i < length; i++) value = value * 2 + bitAt(bits, index + i)
  return value
}

/**
 * Reads the label at the start of `bits`, in an edge with `max` bits of the key left.
 * @throws TlbError for a label longer than `max` or than the cell
 */
export function readLabel(bits: BitString, max: number): Label {
  if (bitAt(bits, 0) === 0) {
    let length = 0
    while (bitAt(bits, 1 + length) === 1) length++
    return checked(bits, max, { length, at: length + 2, same: 0, end: length * 2 + 2 })
  }
  const size = lengthBits(max)
  if (bitAt(bits, 1) === 0) {
    const length = uintAt(bits, 2, size)
    return checked(bits, max, { length, at: size + 2, same: 0, end: size + 2 + length })
  }
  const length = uintAt(bits, 3, size)
  return checked(bits, max, { length, at: -1, same: bitAt(bits, 2), end: size + 3 })
}

function checked(bits: BitString, max: number, label: Label): Label {
  if (label.length > max)
    throw new TlbError('HmLabel', `${label.length} bits where ${max} are left of the key`)
  if (label.end > bits.length) throw new TlbError('HmLabel', 'the cell ends within a label')
  return label
}

/** Returns the bit at `index` of a label. */
export function labelBit(bits: BitString, label: Label, index: number): 0 | 1 {
  if (label.at < 0) return label.same
  return bits.at(label.at + index) ? 1 : 0
}

/** Copies the label's bits into `key` from bit `depth` on. */
export function copyLabel(bits: BitString, label: Label, key: Uint8Array, depth: number): void {
  let index = 0
  while (index < label.length) {
    const to = depth + index
    if ((to & 7) === 0 && index + 8 <= label.length) {
      let byte = 0
      if (label.at < 0) byte = label.same === 1 ? 0xff : 0
      else for (let i = 0; i < 8; i++) byte = (byte << 1) | (bits.at(label.at + index + i) ? 1 : 0)
      key[to >> 3] = byte
      index += 8
    } else {
      setKeyBit(key, to, labelBit(bits, label, index))
      index++
    }
  }
}

/**
 * Writes the label of `length` bits of `key` from bit `from` on, in the form that the reference node chooses
 * (crypto/vm/dict.cpp, append_dict_label): the shortest one; if equal, hml_short before hml_long before
 * hml_same.
 */
export function writeLabel(builder: Builder, key: Buffer, from: number, length: number, max: number): void {
  const size = lengthBits(max)
  if (length > 1 && size < 2 * length - 1 && isSame(key, from, length)) {
    builder.storeUint(6 + keyBit(key, from), 3).storeUint(length, size)
  } else if (size < length) {
    builder
      .storeUint(2, 2)
      .storeUint(length, size)
      .storeBits(new BitString(key, from, length))
  } else {
    builder.storeBit(0)
    for (let i = 0; i < length; i++) builder.storeBit(1)
    builder.storeBit(0)
    if (length > 0) builder.storeBits(new BitString(key, from, length))
  }
}

function isSame(key: Buffer, from: number, length: number): boolean {
  const first = keyBit(key, from)
  for (let i = 1; i < length; i++) if (keyBit(key, from + i) !== first) return false
  return true
}
