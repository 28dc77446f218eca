import { describe, expect, it } from 'vitest'
import { crc32c } from '#shared/ton/crc32c.ts'

describe('crc32c', () => {
  // The check value of the CRC catalogue, and the vectors of RFC 3720 B.4.
  it.each([
    ['123456789', Buffer.from('123456789'), 0xe3069283],
    ['32 bytes of 0x00', Buffer.alloc(32, 0), 0x8a9136aa],
    ['32 bytes of 0xff', Buffer.alloc(32, 0xff), 0x62a8ab43],
    ['the bytes 0 to 31', Buffer.from(Array.from({ length: 32 }, (_, i) => i)), 0x46dd794e],
    ['no bytes', Buffer.alloc(0), 0],
  ])('returns the known checksum of %s', (_, data, sum) => {
    expect(crc32c(data)).toBe(sum)
  })

  it('stops at the given end', () => {
    expect(crc32c(Buffer.from('123456789 and more'), 9)).toBe(0xe3069283)
  })
})
