import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonBytes } from '../../../../../src-main/api/v3/render/jsonBytes.ts'
import { v3JsonText } from '../../../../../src-shared/schema/v3/jsonText.ts'

const text = fc.string({ unit: 'binary' })
const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
const body = fc.oneof(
  fc.dictionary(text, fc.oneof(json, fc.array(json), fc.constant(undefined)), { noNullPrototype: true }),
  fc.array(fc.oneof(json, fc.constant(undefined))),
)

it('writes the same bytes as the complete text', () => {
  fc.assert(
    fc.property(body, (value) => {
      expect(Buffer.from(jsonBytes(value))).toEqual(Buffer.from(v3JsonText(value)))
    }),
    { numRuns: 500 },
  )
})

it('writes a body of any size', () => {
  const large = { texts: Array.from({ length: 300 }, (_, i) => '€<'.repeat(i * 7)), end: 'é'.repeat(70_000) }
  expect(Buffer.from(jsonBytes(large)).equals(Buffer.from(v3JsonText(large)))).toBe(true)
})
