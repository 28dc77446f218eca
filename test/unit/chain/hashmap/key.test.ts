import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkKey,
  commonBits,
  intOfKey,
  keyBit,
  keyOfUint,
  keyPrefix,
  uintOfKey,
} from '../../../../src-main/chain/hashmap/key.ts'

describe('keyOfUint', () => {
  test('puts the bits first and pads the last byte with zeros', () => {
    expect(keyOfUint(5, 15)).toEqual(Buffer.from([0, 0b1010]))
    expect(keyOfUint(-1, 32)).toEqual(Buffer.from([255, 255, 255, 255]))
    expect(keyOfUint(1n, 1)).toEqual(Buffer.from([0x80]))
    expect(keyPrefix(keyOfUint(5, 15), 15)).toBe('000000000000101')
  })

  test('is inverted by uintOfKey and intOfKey', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.bigInt({ min: 0n, max: 2n ** 400n }),
        (bits, number) => {
          const value = BigInt.asUintN(bits, number)
          const key = keyOfUint(value, bits)
          expect(() => checkKey(key, bits)).not.toThrow()
          expect(uintOfKey(key, bits)).toBe(value)
          expect(intOfKey(key, bits)).toBe(BigInt.asIntN(bits, value))
        },
      ),
    )
  })
})

describe('commonBits', () => {
  test('counts equal bits between two positions', () => {
    const a = Buffer.from([0xff, 0x0f, 0x00])
    const b = Buffer.from([0xff, 0x0e, 0x00])
    expect(commonBits(a, b, 0, 24)).toBe(15)
    expect(commonBits(a, b, 3, 10)).toBe(7)
    expect(keyBit(a, 15)).toBe(1)
  })
})

describe('checkKey', () => {
  test('rejects a wrong length and bits beyond the key', () => {
    expect(() => checkKey(Buffer.alloc(31), 256)).toThrow(RangeError)
    expect(() => checkKey(Buffer.from([0, 1]), 15)).toThrow(RangeError)
  })
})
