import { describe, expect, it } from 'vitest'
import { isLong, longNumber } from '../../../../src-renderer/format/longNumber.ts'

describe('longNumber', () => {
  it.each([
    ['12345000000000000', '1.2345', 16, true],
    ['12345000000000001', '1.2345', 16, false],
    ['10000000000000000', '1', 16, true],
    ['99999999999999999999', '9.9999', 19, false],
  ])('writes %s as %s times ten to the %d', (digits, mantissa, exponent, isExact) => {
    expect(longNumber(digits)).toEqual({ mantissa, exponent, isExact })
  })

  it('is for numbers of more than 16 digits', () => {
    expect(isLong('9'.repeat(16))).toBe(false)
    expect(isLong('1'.repeat(17))).toBe(true)
  })
})
