import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTon, formatUnits, parseTon, parseUnits } from '#shared/ton/amount.ts'

describe('formatTon', () => {
  it('is exact and without trailing zeros', () => {
    expect([0n, 1n, 1_000_000_000n, 1_500_000_000n, -50n].map(formatTon)).toEqual([
      '0',
      '0.000000001',
      '1',
      '1.5',
      '-0.00000005',
    ])
  })
})

describe('parseTon', () => {
  it('rejects a text that is not an exact amount', () => {
    for (const text of ['', '.', '-', '1.0000000001', '1,5', '1e9', ' 1', '0x1', '1.2.3']) {
      expect([text, parseTon(text)]).toEqual([text, undefined])
    }
    expect([parseTon('.5'), parseTon('5.'), parseTon('007')]).toEqual([
      500_000_000n,
      5_000_000_000n,
      7_000_000_000n,
    ])
  })

  it('reads back every printed amount, for any number of decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 30 }), (amount, decimals) => {
        expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount)
      }),
    )
  })
})
