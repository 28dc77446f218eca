import fc from 'fast-check'
import type { Params } from '../ask.ts'
import { CELL, FRIENDLY, HASH, RAW, SHARD } from '../kinds.ts'

/** Texts and JSON values of all sorts, good ones and almost good ones among them. */

const INTERESTING = [
  ...[
    '',
    '0',
    '-0',
    '-1',
    '+1',
    '00',
    '1e3',
    '1.0',
    '0x1',
    'NaN',
    'Infinity',
    'null',
    'undefined',
    'true',
    ' 5',
    '5\n',
  ],
  ...[
    '2147483647',
    '2147483648',
    '-2147483649',
    SHARD,
    '9223372036854775808',
    '18446744073709551616',
    '9'.repeat(400),
  ],
  ...[
    '%',
    '%00',
    '\0',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '\u{1f4a3}',
    'é',
    '٣',
    "';--",
    '<script>',
    '../..',
    '#{7*7}',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '[object Object]',
    'A'.repeat(43),
    'A'.repeat(44),
    `0:${'0'.repeat(63)}`,
  ],
]
const GOOD = [
  RAW,
  FRIENDLY,
  HASH,
  CELL,
  SHARD,
  '5',
  'true',
  HASH.slice(0, 43),
  RAW.slice(2),
  `-1:${RAW.slice(2)}`,
]

/** A good text with one character changed, left out, doubled or added. */
const almostGood = fc
  .tuple(
    fc.constantFrom(...GOOD),
    fc.nat(),
    fc.constantFrom(0, 1),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  .map(([good, place, taken, put]) => {
    const at = place % good.length
    return good.slice(0, at) + put + good.slice(at + taken)
  })
export const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...INTERESTING, ...GOOD) },
  { weight: 4, arbitrary: almostGood },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String) },
  { weight: 1, arbitrary: fc.base64String({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-fA-F]{0,70}$/) },
)
const longText = fc
  .tuple(anyText, fc.integer({ min: 2, max: 100 }))
  .map(([text, times]) => text.repeat(times))

/** `[[[…5…]]]` and objects of the same kind. */
const deep = fc
  .tuple(
    fc.integer({ min: 2, max: 700 }),
    fc.constantFrom('a', 'elements', '@type', '__proto__'),
    fc.boolean(),
  )
  .map(([depth, key, isArray]) => {
    let value: unknown = 5
    for (let i = 0; i < depth; i++) value = isArray ? [value] : Object.fromEntries([[key, value]])
    return value
  })
export const anyValue = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 1, arbitrary: longText },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 2, arbitrary: fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null, [], {}, [[]], [null], { a: 1 }) },
  { weight: 2, arbitrary: fc.array(anyText, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.dictionary(anyText, anyText, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: deep },
)

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
