import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTokens } from '../../../../src-renderer/format/jsonTokens.ts'

describe('jsonPieces', () => {
  it('distinguishes keys, strings, numbers and words', () => {
    const pieces = jsonTokens('{"a": [1, "b: \\"c\\"", -2.5e3, true, null]}')
    expect(pieces.filter(({ kind }) => kind !== 'plain')).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'number', text: '1' },
      { kind: 'string', text: '"b: \\"c\\""' },
      { kind: 'number', text: '-2.5e3' },
      { kind: 'word', text: 'true' },
      { kind: 'word', text: 'null' },
    ])
  })

  it('joins to the very text', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = JSON.stringify(JSON.parse(json), null, 2)
        expect(
          jsonTokens(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
