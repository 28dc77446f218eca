import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonPaper } from '../../../../../src-main/api/v3/render/jsonPaper.ts'
import { v3JsonText } from '../../../../../src-shared/schema/v3/jsonText.ts'

function written(write: (paper: JsonPaper) => void): string {
  const paper = new JsonPaper()
  write(paper)
  return Buffer.from(paper.copy()).toString()
}

const bytes = (maxLength: number) =>
  fc.uint8Array({ minLength: 0, maxLength }).map((values) => Buffer.from(values))

describe('what is put on the paper', () => {
  it('amounts of any size, in decimal', () => {
    const limits = [0n, 9n, 10n, 999_999_999n, 10n ** 9n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n]
    const amounts = fc.oneof(
      fc.bigInt(),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
      fc.constantFrom(...limits),
    )
    fc.assert(
      fc.property(amounts, (amount) => {
        for (const each of [amount, -amount]) {
          expect(written((paper) => paper.decimal(each))).toBe(`"${each}"`)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('safe integers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.nat(2000)), (value) => {
        expect(written((paper) => paper.integer(value))).toBe(String(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('bytes in base64, short and long', () => {
    fc.assert(
      fc.property(bytes(1_200), (data) => {
        expect(written((paper) => paper.base64(data))).toBe(`"${data.toString('base64')}"`)
      }),
    )
  })

  it('bytes in the base64 of links', () => {
    fc.assert(
      fc.property(bytes(36), (data) => {
        const padded = data.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
        expect(written((paper) => paper.base64url(data))).toBe(`"${padded}"`)
      }),
    )
  })

  it('raw addresses', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(fc.integer({ min: -128, max: 127 }), hash, (workchain, account) => {
        const address = Buffer.concat([Buffer.from([workchain & 0xff]), account])
        const raw = `${workchain}:${Buffer.from(account).toString('hex').toUpperCase()}`
        expect(written((paper) => paper.address(address))).toBe(`"${raw}"`)
      }),
    )
  })

  it('any text, with what v3 escapes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(written((paper) => paper.text(text))).toBe(v3JsonText(text))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the paper', () => {
  it('grows, and keeps what is on it', () => {
    const parts = Array.from({ length: 3_000 }, (_, i) => String(i).repeat(1 + (i % 97)))
    const all = written((paper) => {
      for (const [i, part] of parts.entries()) {
        if (i % 2) paper.text(part)
        else paper.put(Buffer.from(part))
      }
    })
    expect(all).toBe(parts.map((part, i) => (i % 2 ? `"${part}"` : part)).join(''))
  })

  it('serves the next answer, and gives back what a very large one took', () => {
    const paper = new JsonPaper()
    paper.putJson('x'.repeat(5_000_000))
    const large = paper.copy()
    paper.clear()
    expect(paper.bytes.length).toBeLessThan(1 << 20)
    paper.putJson('[]')
    expect(Buffer.from(paper.copy()).toString()).toBe('[]')
    expect(large.length).toBe(5_000_000)
    expect(large.every((byte) => byte === 0x78)).toBe(true)
  })
})
