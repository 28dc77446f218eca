import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printJson } from '../../../../src-renderer/docs/printJson.ts'

describe('printJson', () => {
  it('breaks lines and indents as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(printJson(JSON.stringify(value)).text).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it('keeps every digit, which a parser would not', () => {
    expect(printJson('{"shard":-9223372036854775808,"x":0.10000000000000000001,"e":1E+400}').text).toBe(
      '{\n  "shard": -9223372036854775808,\n  "x": 0.10000000000000000001,\n  "e": 1E+400\n}',
    )
  })

  it('stops after a limit and tells how much is left', () => {
    const source = JSON.stringify(Array.from({ length: 1000 }, (_, i) => i))
    const { text, left } = printJson(source, 100)
    expect(text.length).toBeLessThan(120)
    expect(left).toBeGreaterThan(3000)
    expect(printJson(source).left).toBe(0)
  })

  it('leaves nothing but white space out of what is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\ab1 \n') }), (source) => {
        const bare = (text: string) => text.replaceAll(/\s/g, '')
        expect(bare(printJson(source).text)).toBe(bare(source))
      }),
    )
  })
})
