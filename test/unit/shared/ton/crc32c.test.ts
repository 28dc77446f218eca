import { describe, expect, it } from 'vitest'
import { crc32c } from '#shared/ton/crc32c.ts'

describe('crc32c', () => {
  // The check value of the CRC catalogue, and the vectors of RFC 3720 B.4.
  it.each([
    [Buffer.from('123456789'), 0xe3069283],
    [Buffer.alloc(32, 0), 0x8a9136aa],
    [Buffer.alloc(32, 0xff), 0x62a8ab43],
    [Buffer.from(Array.from({ length: 32 }, (_, i) => i)), 0x46dd794e],
    [Buffer.alloc(0), 0],
  ])('of %o', (data, sum) => {
    expect(crc32c(data)).toBe(sum)
  })

  it('stops at the given end', () => {
    expect(crc32c(Buffer.from('123456789 and more'), 9)).toBe(0xe3069283)
  })
})
