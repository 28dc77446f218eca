import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonBuffer } from '../../../../../src-main/api/v3/render/jsonBuffer.ts'
import { v3JsonText } from '../../../../../src-shared/schema/v3/jsonText.ts'

function written(write: (buffer: JsonBuffer) => void): string {
  const buffer = new JsonBuffer()
  write(buffer)
  return Buffer.from(buffer.copy()).toString()
}

const bytes = (maxLength: number) =>
  fc.uint8Array({ minLength: 0, maxLength }).map((values) => Buffer.from(values))

describe('JsonBuffer', () => {
  it('appends amounts of any size in decimal', () => {
    const limits = [0n, 9n, 10n, 999_999_999n, 10n ** 9n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n]
    const amounts = fc.oneof(
      fc.bigInt(),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
      fc.constantFrom(...limits),
    )
    fc.assert(
      fc.property(amounts, (amount) => {
        for (const each of [amount, -amount]) {
          expect(written((buffer) => buffer.decimal(each))).toBe(`"${each}"`)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('appends safe integers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.nat(2000)), (value) => {
        expect(written((buffer) => buffer.integer(value))).toBe(String(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('appends short and long bytes in base64', () => {
    fc.assert(
      fc.property(bytes(1_200), (data) => {
        expect(written((buffer) => buffer.base64(data))).toBe(`"${data.toString('base64')}"`)
      }),
    )
  })

  it('appends bytes in base64url', () => {
    fc.assert(
      fc.property(bytes(36), (data) => {
        const padded = data.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
        expect(written((buffer) => buffer.base64url(data))).toBe(`"${padded}"`)
      }),
    )
  })

  it('appends raw addresses', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(fc.integer({ min: -128, max: 127 }), hash, (workchain, account) => {
        const address = Buffer.concat([Buffer.from([workchain & 0xff]), account])
        const raw = `${workchain}:${Buffer.from(account).toString('hex').toUpperCase()}`
        expect(written((buffer) => buffer.address(address))).toBe(`"${raw}"`)
      }),
    )
  })

  it('appends strings with the escapes of v3', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(written((buffer) => buffer.text(text))).toBe(v3JsonText(text))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the buffer', () => {
  it('grows and keeps its content', () => {
    const parts = Array.from({ length: 3_000 }, (_, i) => String(i).repeat(1 + (i % 97)))
    const all = written((buffer) => {
      for (const [i, part] of parts.entries()) {
        if (i % 2) buffer.text(part)
        else buffer.put(Buffer.from(part))
      }
    })
    expect(all).toBe(parts.map((part, i) => (i % 2 ? `"${part}"` : part)).join(''))
  })

  it('is empty for the next answer, and shrinks after a very large one', () => {
    const buffer = new JsonBuffer()
    buffer.putJson('x'.repeat(5_000_000))
    const large = buffer.copy()
    buffer.clear()
    expect(buffer.bytes.length).toBeLessThan(1 << 20)
    buffer.putJson('[]')
    expect(Buffer.from(buffer.copy()).toString()).toBe('[]')
    expect(large.length).toBe(5_000_000)
    expect(large.every((byte) => byte === 0x78)).toBe(true)
  })
})
