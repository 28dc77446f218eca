import { describe, expect, it } from 'vitest'
import { isZero, valueText } from '../../../../src-renderer/decode/messageValue.ts'

const currencies = [
  { id: 100, amount: '1000000000000' },
  { id: 7, amount: '0' },
]

describe('valueText', () => {
  it('writes coins, and every extra currency that is not zero', () => {
    expect(valueText({ value: 1_500_000_000n, currencies: [] })).toBe('1.5 TON')
    expect(valueText({ value: 1_500_000_000n, currencies })).toBe('1.5 TON + 1000000000000 of currency 100')
  })

  it('leaves out zero coins beside an extra currency only', () => {
    expect(valueText({ value: 0n, currencies })).toBe('1000000000000 of currency 100')
    expect(valueText({ value: 0n, currencies: [{ id: 7, amount: '0' }] })).toBe('0 TON')
    expect(valueText({ value: 0n, currencies: [] })).toBe('0 TON')
  })
})

describe('isZero', () => {
  it('sees extra currencies', () => {
    expect(isZero({ value: 0n, currencies })).toBe(false)
    expect(isZero({ value: 0n, currencies: [{ id: 7, amount: '0' }] })).toBe(true)
  })
})
