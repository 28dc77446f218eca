import { describe, expect, it } from 'vitest'
import { retryAfterMs } from '../../../src-main/metadata/retryAfter.ts'

const NOW = Date.UTC(2026, 10, 28, 12, 0, 0)

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 28 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ])('reads the header "%s"', (header, wait) => {
    expect(retryAfterMs(header, NOW)).toBe(wait)
  })

  it.each([
    undefined,
    '',
    '-5',
    '1.5',
    '1e9',
    '99999999999999999999',
    'soon',
    '2026-11-28T12:00:30Z',
    'Sat, 99 Foo 2026',
  ])('has no wait for the header "%s"', (header) => {
    expect(retryAfterMs(header, NOW)).toBeUndefined()
  })
})
