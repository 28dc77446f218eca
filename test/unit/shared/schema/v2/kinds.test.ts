import { describe, expect, it } from 'vitest'
import { int32, int64, shard } from '#shared/schema/v2/kinds.ts'

describe('integers', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['+860', 860],
    ['0860', 860],
    [`-${'0'.repeat(5_000)}7`, -7],
    ['0'.repeat(100), 0],
    ['2147483647', 2 ** 31 - 1],
    ['-2147483648', -(2 ** 31)],
  ])('are read: %s', (text, value) => {
    expect([int32.fromText(text), int32.fromJson(text)]).toEqual([value, value])
  })

  it.each([
    '',
    '+',
    '-',
    '+-1',
    '1-',
    ' 1',
    '1 ',
    '1.0',
    '1e3',
    '0x1',
    '１',
    '1'.repeat(5_000),
    '2147483648',
  ])('are rejected: %s', (text) => {
    expect([int32.fromText(text), int32.fromJson(text)]).toEqual([undefined, undefined])
  })

  it('are limited to their bits', () => {
    expect(int64.fromText('9223372036854775807')).toBe(2n ** 63n - 1n)
    expect(int64.fromText('9223372036854775808')).toBeUndefined()
    expect(int64.fromJson(-(2n ** 63n))).toBe(-(2n ** 63n))
    expect(int64.fromJson(2n ** 63n)).toBeUndefined()
    expect(shard.fromText('-9223372036854775808')).toBe(2n ** 63n)
  })
})
