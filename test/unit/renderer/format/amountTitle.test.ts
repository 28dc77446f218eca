import { describe, expect, it } from 'vitest'
import { amountTitle, currencyTitle } from '../../../../src-renderer/format/amountTitle.ts'

describe('amountTitle', () => {
  it.each([
    ['a short amount', 1_500_000n, 6, undefined],
    ['an amount with many decimals', 1_234_567_890_123n, 12, '1.234567890123'],
    ['a long amount', 10n ** 25n + 1n, 6, '10000000000000000000.000001'],
    ['a negative long amount', -(10n ** 20n), 0, '-100000000000000000000'],
  ] as const)('has all digits of what is cut or rounded: %s', (_, value, decimals, title) => {
    expect(amountTitle(value, decimals)).toBe(title)
  })

  it('says why an amount is in the smallest unit', () => {
    expect(amountTitle(7n, undefined)).toBe('In the smallest unit: the number of decimals is not known')
    expect(currencyTitle(10n ** 20n)).toBe(
      '100000000000000000000 in the smallest unit: the decimals of extra currencies are not known',
    )
  })
})
