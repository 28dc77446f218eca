import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAge, isoTime } from '../../../../src-renderer/format/age.ts'
import { formatBytes } from '../../../../src-renderer/format/bytes.ts'
import { digitGroups } from '../../../../src-renderer/format/digitGroups.ts'
import { shortAddress, shorten } from '../../../../src-renderer/format/shorten.ts'

describe('formatAge', () => {
  it('uses one unit, the largest that fits', () => {
    const ages = [-5, 0, 3.9, 59, 60, 3599, 3600, 86_399, 86_400, 40_000_000]
    expect(ages.map(formatAge)).toEqual([
      '0 s',
      '0 s',
      '3 s',
      '59 s',
      '1 m',
      '59 m',
      '1 h',
      '23 h',
      '1 d',
      '1 y',
    ])
  })
})

describe('isoTime', () => {
  it('is a valid datetime of <time>', () => {
    expect(isoTime(1_795_239_096)).toBe('2026-11-21T05:31:36.000Z')
  })
})

describe('digitGroups', () => {
  it('cuts from the right', () => {
    expect(digitGroups('12849')).toEqual(['12', '849'])
    expect(digitGroups('849')).toEqual(['849'])
    expect(digitGroups('1')).toEqual(['1'])
  })

  it('joins to the same digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), (value) => {
        const groups = digitGroups(String(value))
        expect(groups.join('')).toBe(String(value))
        expect(groups.slice(1).every((group) => group.length === 3)).toBe(true)
      }),
    )
  })
})

describe('shorten', () => {
  it('cuts the middle and leaves short texts whole', () => {
    expect(shorten('abcdefghij', 3, 2)).toBe('abc…ij')
    expect(shorten('abcdef', 3, 2)).toBe('abcdef')
  })

  it('keeps the workchain of a raw address', () => {
    expect(shortAddress('EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N')).toBe('EQCD39…qB2N')
    expect(shortAddress(`-1:${'5'.repeat(64)}`)).toBe('-1:5555…5555')
  })
})

describe('formatBytes', () => {
  it('counts bytes, then KiB and MiB', () => {
    expect([1, 896, 12_700, 3 * 1024 * 1024].map(formatBytes)).toEqual([
      '1 byte',
      '896 bytes',
      '12.4 KiB',
      '3.0 MiB',
    ])
  })
})
