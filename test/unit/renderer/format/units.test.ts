import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUnits, percentText, readDecimals, shareOf } from '../../../../src-renderer/format/units.ts'

describe('readDecimals', () => {
  it('takes texts and numbers, and nine where a jetton states none', () => {
    expect(['6', 6, '0', 255, undefined, null, ''].map(readDecimals)).toEqual([6, 6, 0, 255, 9, 9, 9])
  })

  it('rejects an invalid number of decimals', () => {
    for (const given of ['256', '-1', -1, 1.5, '1e2', 'six', '9'.repeat(1000), {}, []]) {
      expect(readDecimals(given)).toBeUndefined()
    }
  })
})

describe('formatUnits', () => {
  it('places the point exactly', () => {
    expect(formatUnits(1_500_000n, 6)).toBe('1.5')
    expect(formatUnits(1n, 6)).toBe('0.000001')
    expect(formatUnits(-25n, 2)).toBe('-0.25')
    expect(formatUnits(7n, 0)).toBe('7')
    expect(formatUnits(2n ** 120n, 9)).toBe('1329227995784915872903807060.280344576')
    expect(formatUnits(1n, 255)).toBe(`0.${'0'.repeat(254)}1`)
  })

  it('loses no digit of any amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        fc.integer({ min: 0, max: 255 }),
        (value, decimals) => {
          const [whole = '', fraction = ''] = formatUnits(value, decimals).split('.')
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(value)
        },
      ),
    )
  })
})

describe('percentText', () => {
  it('formats a share with one decimal, and a small one as not zero', () => {
    expect(
      [
        [1n, 3n],
        [1n, 2n],
        [1n, 1n],
        [1n, 10_000n],
        [0n, 5n],
        [1n, 0n],
      ].map(([a, b]) => percentText(a ?? 0n, b ?? 0n)),
    ).toEqual(['33.3', '50', '100', '<0.1', '0', '0'])
  })
})

describe('shareOf', () => {
  it('stays between 0 and 1 for amounts of any size', () => {
    expect(shareOf(2n ** 200n, 2n ** 201n)).toBe(0.5)
    expect(shareOf(3n, 2n)).toBe(1)
    expect(shareOf(1n, 0n)).toBe(0)
  })
})
