import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSortableInteger, sortableInteger } from '../../../src-main/store/sortableInteger.ts'

const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
)

describe('sortableInteger', () => {
  it('returns bytes from which the number can be read', () => {
    fc.assert(fc.property(integer, (value) => readSortableInteger(sortableInteger(value)) === value))
  })

  it('sorts as bytes in the order of the numbers', () => {
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        const order = a < b ? -1 : a > b ? 1 : 0
        expect(Buffer.compare(sortableInteger(a), sortableInteger(b))).toBe(order)
      }),
    )
  })

  it('takes one byte for zero and rejects more than 64 bytes', () => {
    expect(sortableInteger(0n)).toEqual(Buffer.from([0x80]))
    expect(() => sortableInteger(2n ** 512n)).toThrow(RangeError)
  })
})
