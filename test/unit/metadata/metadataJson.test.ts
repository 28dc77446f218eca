import { describe, expect, it } from 'vitest'
import { parseMetadataJson } from '../../../src-main/metadata/metadataJson.ts'

const parse = (text: string) => parseMetadataJson(Buffer.from(text))

describe('off-chain JSON', () => {
  it('has texts at the top level and everything else in extra, types kept', () => {
    expect(
      parse(
        '{"name":"Tether","symbol":"USDT","description":"d","image":" https://a/b.png ","decimals":6,"social":["x"],"n":null}',
      ),
    ).toEqual({
      name: 'Tether',
      symbol: 'USDT',
      description: 'd',
      image: 'https://a/b.png',
      extra: { decimals: 6, social: ['x'], n: null },
    })
  })

  it('keeps the four names in extra where they are not texts, and drops empty texts', () => {
    expect(parse('{"name":7,"image":["a"],"symbol":""}')).toEqual({ extra: { name: 7, image: ['a'] } })
  })

  it.each(['', 'null', '[]', '"text"', '7', '{', '<html>'])('is refused if it is %j', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'not-json' }))
  })

  it('is refused if it is not UTF-8', () => {
    expect(() => parseMetadataJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toThrow('not JSON in UTF-8')
  })

  it('has no NUL and no lone surrogates', () => {
    expect(parse('{"name":"a\\u0000b\\ud800","x":{"\\u0000k":"\\udc00"}}')).toEqual({
      name: 'ab\ufffd',
      extra: { x: { k: '\ufffd' } },
    })
  })

  it('does not change the prototype of an object', () => {
    const { extra } = parse('{"__proto__":{"valid":true},"a":{"__proto__":{"b":1}}}')
    expect((extra as { valid?: boolean }).valid).toBeUndefined()
    expect(Object.keys(extra)).toEqual(['__proto__', 'a'])
    expect(Object.getPrototypeOf(extra)).toBe(Object.prototype)
  })

  it('is cut to bounds: texts, values, depth, image URLs', () => {
    const long = 'x'.repeat(100_000)
    const { name, image, extra } = parse(
      JSON.stringify({ name: long, image: long, a: long, b: Array(9_999).fill(1) }),
    )
    expect(name).toHaveLength(8_192)
    expect(image).toBeUndefined()
    expect(extra.a).toHaveLength(8_192)
    expect((extra.b as unknown[]).length).toBeLessThan(2_001)
    const texts = parse(JSON.stringify({ list: Array(1_000).fill('y'.repeat(8_000)) })).extra
    expect(JSON.stringify(texts).length).toBeLessThan(80_000)
    const deep = parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
    expect(JSON.stringify(deep.extra).length).toBeLessThan(100)
  })
})
