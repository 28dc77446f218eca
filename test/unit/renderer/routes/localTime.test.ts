import { expect, it } from 'vitest'
import { readLocalTime, writeLocalTime } from '../../../../src-renderer/routes/blocks/localTime.ts'

it('a formatted time is read again, to the second, in any time zone', () => {
  for (const utime of ['0', '1700000000', '1795321868'])
    expect(readLocalTime(writeLocalTime(utime))).toBe(utime)
})

it('an empty field means no time', () => {
  expect(readLocalTime('')).toBeUndefined()
  expect(writeLocalTime(undefined)).toBe('')
})
