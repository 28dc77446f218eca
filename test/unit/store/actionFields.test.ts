import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { packFields, unpackFields } from '../../../src-main/store/packing/actionFields.ts'
import { packNumbers, unpackNumbers } from '../../../src-main/store/packing/numbers.ts'

/** Packs fields and reads them back. */
function carried(fields: { readonly [name: string]: JsonValue }): { bytes: number; fields: unknown } {
  const words: string[] = []
  const parties: string[] = []
  const numberIn = (list: string[]) => (text: string) => {
    if (!list.includes(text)) list.push(text)
    return list.indexOf(text)
  }
  const packed = packFields(fields, { word: numberIn(words), party: numberIn(parties) })
  const texts = {
    word: (id: number) => words[id] as string,
    party: (place: number) => parties[place] as string,
  }
  return { bytes: packed.length, fields: unpackFields(packed, texts) }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytes = fc.uint8Array({ minLength: 1, maxLength: 80 })
const address = fc
  .tuple(fc.integer({ min: -128, max: 127 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([workchain, hash]) => `${workchain}:${hexOf(hash).toUpperCase()}`)
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
  fc.bigInt({ min: -(1n << 256n), max: 1n << 256n }),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.bigInt({ min: 0n, max: 1n << 256n }).map(String),
  fc.constantFrom('', '00', '-0', '007', '0:AB', '=', 'jetton_transfer', 'AAAAAAAAAAAAAAAAAAAAAA'),
  bytes.map(base64Of),
  bytes.map(hexOf),
  bytes.map((value) => hexOf(value).toUpperCase()),
  address,
)
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== '__proto__'),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
}))

describe('packed fields of an action', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('amount', 'source', 'a_data'), value), (fields) => {
        expect(carried(fields).fields).toEqual({ ...fields })
      }),
      { numRuns: 500 },
    )
  })

  it('take a byte or two for an address, and half of the size of texts of digits and of bytes', () => {
    const asset = `0:${'AB'.repeat(32)}`
    expect(carried({ asset, asset2: asset }).bytes).toBeLessThan(10)
    expect(carried({ payload: Buffer.alloc(60).toString('base64') }).bytes).toBeLessThan(66)
    expect(carried({ query_id: '18446744073709551615' }).bytes).toBeLessThan(14)
  })

  it('cannot be nested deeper than in any action', () => {
    let deep: JsonValue = 1
    for (let depth = 0; depth < 100; depth++) deep = [deep]
    expect(() => carried({ deep })).toThrow(RangeError)
  })

  it('contain numbers of transactions of any size, ascending', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.maxSafeInteger().map(Math.abs), { maxLength: 20 }), (numbers) => {
        expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers.toSorted((a, b) => a - b))
      }),
    )
  })
})
