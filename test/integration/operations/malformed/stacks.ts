import fc from 'fast-check'
import { toJson } from '../ask.ts'
import { CELL, RAW } from '../kinds.ts'
import { bodyForm, type Malformed, REFUSED, request } from './request.ts'
import { anyText, anyValue, isObject } from './values.ts'

/** Calls of get-methods with one argument spoilt, at the top or inside of others. */

const std = (type: string, key: string, value: unknown) => ({
  '@type': `tvm.stackEntry${type}`,
  [key]: value,
})
const goodStd = fc.constantFrom(
  std('Number', 'number', { '@type': 'tvm.numberDecimal', number: '5' }),
  std('Cell', 'cell', { '@type': 'tvm.cell', bytes: CELL }),
  std('List', 'list', { '@type': 'tvm.list', elements: [] }),
)
const NOT_TYPED = 'Invalid stack entry format: object with @type expected'

type BadEntry = { readonly entry: unknown; readonly error: string }

const badStd: fc.Arbitrary<BadEntry> = fc.oneof(
  anyValue
    .filter((value) => !isObject(value) || typeof value['@type'] !== 'string')
    .map((entry) => ({ entry, error: NOT_TYPED })),
  anyText
    .filter((type) => !type.startsWith('tvm.stackEntry'))
    .map((type) => ({ entry: { '@type': type }, error: `Unknown discriminator field value '${type}'` })),
  anyValue
    .filter((value) => typeof value !== 'string')
    .map((number) => ({
      entry: std('Number', 'number', { '@type': 'tvm.numberDecimal', number }),
      error: 'failed to parse number of a stack entry',
    })),
  anyValue
    .filter((value) => !isObject(value) || value['@type'] !== 'tvm.cell')
    .map((cell) => ({ entry: std('Cell', 'cell', cell), error: 'failed to parse cell of a stack entry' })),
  anyText
    .filter((bytes) => bytes.length % 4 !== 0)
    .map((bytes) => ({
      entry: std('Slice', 'slice', { '@type': 'tvm.slice', bytes }),
      error: 'Wrong padding length',
    })),
  anyValue.map((elements) => ({
    entry: std('Tuple', 'tuple', { '@type': 'tvm.list', elements }),
    error: 'failed to parse tuple',
  })),
)

/** A bad entry somewhere inside of good ones. */
const nestedBadStd: fc.Arbitrary<BadEntry> = fc
  .tuple(badStd, fc.array(fc.tuple(goodStd, fc.boolean()), { maxLength: 60 }))
  .map(([{ entry, error }, around]) => ({
    entry: around.reduce<unknown>(
      (inner, [beside, isList]) =>
        isList
          ? std('List', 'list', { '@type': 'tvm.list', elements: [beside, inner] })
          : std('Tuple', 'tuple', { '@type': 'tvm.tuple', elements: [beside, inner, beside] }),
      entry,
    ),
    error,
  }))

const NUMBER_TYPES = ['num', 'int', 'number', 'integer']
const badLegacy: fc.Arbitrary<BadEntry> = fc.oneof(
  anyValue
    .filter((value) => !Array.isArray(value))
    .map((entry) => ({ entry, error: 'Invalid stack entry format: array of exact 2 elements expected' })),
  fc
    .array(anyValue, { maxLength: 4 })
    .filter(({ length }) => length !== 2)
    .map((entry) => ({ entry, error: `Expected 2 elements in stack entry, got: ${entry.length}` })),
  fc
    .tuple(
      anyValue.filter((value) => typeof value !== 'string'),
      anyValue,
    )
    .map((entry) => ({ entry, error: 'Expected string as first element in stack entry' })),
  fc
    .tuple(fc.constantFrom(...NUMBER_TYPES), anyText)
    .filter(([, text]) => text !== '' && text.length <= 1000 && !/^-?(\d+|0x[0-9a-f]+)$/i.test(text))
    .map((entry) => ({ entry, error: `Invalid number: ${entry[1]}` })),
  fc
    .tuple(
      fc.constantFrom(...NUMBER_TYPES),
      anyValue.filter(
        (value) => typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint',
      ),
    )
    .map((entry) => ({ entry, error: 'Wrong type of number in stack entry' })),
  fc
    .tuple(
      fc.constantFrom('tvm.Cell', 'tvm.Slice'),
      anyValue.filter((value) => typeof value !== 'string'),
    )
    .map((entry) => ({ entry, error: `Invalid ${entry[0]}, base64 string expected` })),
  fc
    .tuple(
      fc.constantFrom('cell', 'slice'),
      anyValue.filter((value) => !isObject(value) || typeof value.bytes !== 'string'),
    )
    .map((entry) => ({ entry, error: `Invalid ${entry[0]}, object with field bytes expected` })),
  fc
    .tuple(fc.constantFrom('cell', 'slice'), anyText)
    .filter(([, bytes]) => bytes.length % 4 !== 0)
    .map(([type, bytes]) => ({ entry: [type, { bytes }], error: 'Wrong padding length' })),
  anyValue
    .filter((value) => !isObject(value) || value['@type'] !== 'tvm.tuple')
    .map((value) => ({
      entry: ['tuple', value],
      error: 'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected',
    })),
  nestedBadStd.map(({ entry, error }) => ({
    entry: ['list', { '@type': 'tvm.list', elements: [entry] }],
    error,
  })),
)

export const badStack: fc.Arbitrary<Malformed> = fc
  .oneof(
    fc.record({
      name: fc.constant('runGetMethod'),
      bad: badLegacy,
      before: fc.array(fc.constantFrom(['num', '5'], ['tvm.Cell', CELL], ['slice', { bytes: CELL }]), {
        maxLength: 4,
      }),
    }),
    fc.record({
      name: fc.constant('runGetMethodStd'),
      bad: nestedBadStd,
      before: fc.array(goodStd, { maxLength: 4 }),
    }),
  )
  .chain(({ name, bad, before }) =>
    bodyForm.map((form) => {
      const stack = [...before, bad.entry, ...before]
      return {
        ...request(form, name, toJson({ address: RAW, method: 'seqno', stack })),
        status: REFUSED,
        error: JSON.parse(JSON.stringify(bad.error)) as string,
      }
    }),
  )
