import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashToBase64, hashToBase64Url, hashToHex, parseHash, ZERO_HASH_BASE64 } from '#shared/ton/hash.ts'

const HEX = '08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3'
const BASE64 = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
const BASE64_URL = 'CPUE4WXeEJT-Dwz1fY_rkreWvYnsOt3I44i1G5ojJPM'

describe('parseHash', () => {
  it('reads hexadecimal of any case and both base64 alphabets', () => {
    for (const text of [HEX, HEX.toUpperCase(), BASE64, BASE64_URL, `${BASE64_URL}=`]) {
      expect(hashToHex(parseHash(text) ?? new Uint8Array())).toBe(HEX)
    }
  })

  it('rejects other lengths, mixed alphabets, and the standard alphabet without padding', () => {
    for (const text of [
      '',
      'x',
      BASE64.slice(0, 43),
      HEX.slice(2),
      `${HEX}00`,
      'z'.repeat(64),
      BASE64.replace('+', '-'),
      'A'.repeat(44),
      `${'A'.repeat(42)}==`,
    ]) {
      expect([text, parseHash(text)]).toEqual([text, undefined])
    }
  })

  it('reads the formatted hashes, like Buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (hash) => {
        expect(hashToBase64(hash)).toBe(Buffer.from(hash).toString('base64'))
        expect(hashToBase64Url(hash)).toBe(Buffer.from(hash).toString('base64url'))
        for (const text of [hashToBase64(hash), hashToBase64Url(hash), hashToHex(hash)]) {
          expect(parseHash(text)).toEqual(hash)
        }
      }),
    )
  })

  it('reads the zero hash', () => {
    expect(parseHash(ZERO_HASH_BASE64)).toEqual(new Uint8Array(32))
  })
})
