import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonSyntaxError, parseJson } from '../../../../src-main/http/request/parseJson.ts'

describe('parseJson', () => {
  it('keeps integers beyond 2^53 exactly', () => {
    expect(parseJson('{"shard": -9223372036854775808, "seqno": 860, "part": 1.5}')).toEqual({
      shard: -9223372036854775808n,
      seqno: 860,
      part: 1.5,
    })
  })

  it('leaves a fraction and an absurdly long integer as floating-point numbers', () => {
    expect(parseJson('[1e30, 1234567890123456.5]')).toEqual([1e30, 1234567890123456.5])
    expect(parseJson('9'.repeat(400))).toBe(Number.POSITIVE_INFINITY)
  })

  it('agrees with JSON.parse where numbers are small', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const small = JSON.stringify(value, (_key, item) =>
          typeof item === 'number' && !Number.isSafeInteger(item) ? null : item,
        )
        expect(parseJson(small)).toEqual(JSON.parse(small))
        expect(() => parseJson(text)).not.toThrow()
      }),
    )
  })

  it('refuses nesting beyond its limit before anything recursive runs, but not brackets in texts', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow(JsonSyntaxError)
    expect(() => parseJson(`${'['.repeat(3)}${']'.repeat(3)}`, 2)).toThrow('nested deeper than 2 levels')
    expect(parseJson(String.raw`["[[[[\"[[["]`, 1)).toEqual(['[[[["[[['])
    expect(parseJson(`${'['.repeat(2048)}${']'.repeat(2048)}`)).toBeDefined()
  })

  it('rejects an empty body with its own error', () => {
    expect(() => parseJson(' \n')).toThrow('JSON document is empty')
  })

  it('throws nothing but JsonSyntaxError', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => text.slice(1)),
        ),
        (text) => {
          try {
            parseJson(text)
          } catch (error) {
            expect(error).toBeInstanceOf(JsonSyntaxError)
          }
        },
      ),
    )
  })
})
