import fc from 'fast-check'
import { type Form, type Params, queryOf, toJson } from './ask.ts'
import { FAULTS, type Faults, type Field } from './faults.ts'
import { CELL, FRIENDLY, HASH, type Kind, RAW, SHARD } from './kinds.ts'

/**
 * Requests that are certainly wrong, made from the table of the operations' parameters: each is a request without
 * fault, spoilt in one place, and knows what it must be answered.
 */
export type Malformed = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly status: number
  readonly error: string | RegExp
}

const POST_ONLY = [
  'runGetMethod',
  'runGetMethodStd',
  'sendBoc',
  'sendBocReturnHash',
  'sendBocReturnHashNoError',
  'estimateFee',
]
const NAMES = Object.keys(FAULTS)
const QUERY_NAMES = NAMES.filter((name) => !POST_ONLY.includes(name))
const REFUSED = 422

const anyName = fc.constantFrom(...NAMES)
const bodyForm = fc.constantFrom<Form>('POST', 'jsonRPC')

function request(form: Form, name: string, content: string): Pick<Malformed, 'method' | 'target' | 'body'> {
  if (form === 'GET') return { method: 'GET', target: `/api/v2/${name}?${content}` }
  if (form === 'POST') return { method: 'POST', target: `/api/v2/${name}`, body: content }
  const call = `{"id":1,"method":"${name}","params":${content}}`
  return { method: 'POST', target: '/api/v2/jsonRPC', body: call }
}

// Values

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
const anyText = fc.oneof(
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
const anyValue = fc.oneof(
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

// Spoilt fields

/** What a field with this value must be answered, or undefined where nothing is wrong with it. */
function fieldError({ kind, bad, missing }: Field, value: unknown, isQuery: boolean): string | undefined {
  const isAbsent = value === undefined || (value === null && !isQuery) || (value === '' && kind.emptyIsAbsent)
  if (isAbsent) return missing
  return (isQuery ? kind.isText(value as string) : kind.isValue(value)) ? undefined : bad
}

function fieldsOf(names: readonly string[], isQuery: boolean) {
  const canBeBad = ({ isText }: Kind) => !isQuery || !isText('\0')
  return fc.constantFrom(
    ...names.flatMap((name) => {
      const faults = FAULTS[name] as Faults
      const fields = Object.entries(faults.fields).filter(([, { kind }]) => canBeBad(kind))
      return fields.map(([field, facts]) => ({ name, valid: faults.valid, field, facts }))
    }),
  )
}

const queryFields = fieldsOf(QUERY_NAMES, true)
const bodyFields = fieldsOf(NAMES, false)

function badField(forms: fc.Arbitrary<Form>, values: fc.Arbitrary<unknown>): fc.Arbitrary<Malformed> {
  return forms
    .chain((form) => fc.tuple(form === 'GET' ? queryFields : bodyFields, fc.constant(form), values))
    .map(([{ name, valid, field, facts }, form, value]) => {
      const params = { ...valid, [field]: value }
      return { form, name, params, error: fieldError(facts, value, form === 'GET') }
    })
    .filter(({ error }) => error !== undefined)
    .map(({ form, name, params, error }) => ({
      ...request(form, name, form === 'GET' ? queryOf(params) : toJson(params)),
      status: REFUSED,
      error: error as string,
    }))
}

const queryForm = fc.constant<Form>('GET')
const badQuery = badField(queryForm, anyText)
const badBody = badField(bodyForm, anyValue)
/** Required fields left out. */
const missingField = badField(fc.oneof(bodyForm, queryForm), fc.constantFrom('', undefined))

/** Percent encodings that mean nothing, and bytes that are no UTF-8: neither is any value. */
const badEncoding = fc
  .tuple(
    queryFields,
    fc.constantFrom(
      '%',
      '%ZZ',
      '%0',
      '%FF',
      '%C0%AF',
      '%ED%A0%80',
      '%F5%80%80%80',
      '%00',
      '%u0031',
      '%E2%82',
    ),
    fc.stringMatching(/^[0-9A-Za-z%+=;:.-]{0,20}$/),
  )
  .map(([{ name, valid, field, facts }, bad, around]) => ({
    ...request('GET', name, `${queryOf({ ...valid, [field]: undefined })}&${field}=${bad}${around}`),
    status: REFUSED,
    error: facts.bad,
  }))

/** A second, bad one after a good one of the same name: in JSON the last counts. */
const duplicateField = fc
  .tuple(bodyFields, bodyForm, anyValue)
  .map(([{ name, valid, field, facts }, form, value]) => {
    const json = toJson({ ...valid, [field]: undefined }).slice(1, -1)
    const second = toJson({ [field]: value ?? null }).slice(1, -1)
    const content = `{"${field}":"5",${json}${json && ','}${second}}`
    return { form, name, content, error: fieldError(facts, value ?? null, false) }
  })
  .filter(({ error }) => error !== undefined)
  .map(({ form, name, content, error }) => ({
    ...request(form, name, content),
    status: REFUSED,
    error: error as string,
  }))

const brokenRule = fc
  .constantFrom(
    ...NAMES.flatMap((name) => {
      const { valid, rules = [], body = [] } = FAULTS[name] as Faults
      return [...rules, ...body].map(([changes, error]) => ({
        name,
        params: { ...valid, ...changes },
        error,
      }))
    }),
  )
  .chain(({ name, params, error }) =>
    bodyForm.map((form) => ({ ...request(form, name, toJson(params)), status: REFUSED, error })),
  )

const unknownField = fc
  .tuple(anyName, bodyForm, anyText, anyValue)
  .filter(([name, , field]) => !Object.hasOwn((FAULTS[name] as Faults).fields, field))
  .map(([name, form, field, value]) => {
    const { valid } = FAULTS[name] as Faults
    const json = toJson(valid).slice(1, -1)
    const content = `{${json}${json && ','}${JSON.stringify(field)}:${toJson(value ?? null)}}`
    return {
      ...request(form, name, content),
      status: REFUSED,
      error: `Unknown property '${JSON.parse(JSON.stringify(field))}'`,
    }
  })

// Spoilt stacks

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

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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

const badStack: fc.Arbitrary<Malformed> = fc
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

// Spoilt documents

const NO_JSON = /^(JSON parse error: |JSON document is empty$|JSON is nested deeper than 2048 levels$)/
const whole = fc
  .tuple(anyName, bodyForm)
  .map(([name, form]) => request(form, name, toJson((FAULTS[name] as Faults).valid)))

/** An object without its end, with something behind it, or with a syntax of another language. */
const brokenJson: fc.Arbitrary<Malformed> = fc
  .tuple(
    whole,
    fc.oneof(
      fc.nat().map((at) => (text: string) => text.slice(0, at % text.length)),
      fc
        .constantFrom('}', ']', ',', ',}', '{}', '"', 'x', '\0', '//', '/**/', '\u00a0', '\u2028')
        .map((end) => (text: string) => text + end),
      fc
        .constantFrom('[', 'x', '\0', '{', '"', '\u00a0', '\ufeff\ufeff')
        .map((start) => (text: string) => start + text),
      fc
        .constantFrom(
          "{'a':1}",
          '{a:1}',
          '{"a":01}',
          '{"a":.5}',
          '{"a":+1}',
          '{"a":0x1}',
          '{"a":NaN}',
          '{"a":"\t"}',
          '{"a":"\\x"}',
          '{"a":"\\u12"}',
          '{,}',
          '{"a" 1}',
          '{"a":1,}',
          '\0',
          'undefined',
          '{"a":tru}',
        )
        .map((text) => () => text),
      fc.tuple(fc.constantFrom('[', '{"a":', '[{"a":['), fc.integer({ min: 1, max: 3_000 })).map(
        ([open, depth]) =>
          () =>
            open.repeat(depth),
      ),
    ),
  )
  .map(([{ body, ...rest }, spoil]) => ({
    ...rest,
    body: spoil(body as string),
    status: REFUSED,
    error: NO_JSON,
  }))

/** Bytes, of which no two in three are a document. */
const bytes: fc.Arbitrary<Malformed> = fc
  .tuple(anyName, fc.constantFrom('POST', 'jsonRPC'), fc.uint8Array({ minLength: 1, maxLength: 200 }))
  .map(([name, form, body]) => ({
    method: 'POST',
    target: `/api/v2/${form === 'POST' ? name : 'jsonRPC'}`,
    body,
    status: REFUSED,
    error: /./,
  }))
  .filter(({ body }) => {
    try {
      return typeof JSON.parse(Buffer.from(body).toString()) !== 'object'
    } catch {
      return true
    }
  })

/** A document that is no object. Null counts as an empty one, but not as a call. */
const noObject: fc.Arbitrary<Malformed> = fc
  .tuple(anyName, anyValue)
  .filter(([, value]) => !isObject(value) && value !== null)
  .map(([name, value]) => ({
    method: 'POST',
    target: `/api/v2/${name}`,
    body: toJson(value),
    status: REFUSED,
    error: 'request body must be a JSON object',
  }))

const badCall: fc.Arbitrary<Malformed> = fc
  .oneof(
    fc
      .array(fc.constant({ id: 1, method: 'getMasterchainInfo' }), { maxLength: 3 })
      .map((batch) => [toJson(batch), 'batch requests are not supported']),
    anyValue
      .filter((value) => !isObject(value) && !Array.isArray(value))
      .map((value) => [toJson(value), 'request body must be a JSON object']),
    fc.record({ id: anyValue, params: anyValue }).map((call) => [toJson(call), 'empty method']),
    anyValue
      .filter((method) => typeof method !== 'string' && method !== null && method !== undefined)
      .map((method) => [toJson({ id: 1, method }), 'failed to parse method']),
    anyText
      .filter((method) => !NAMES.includes(method))
      .map((method) => [toJson({ method, params: {} }), 'Unknown method']),
    fc
      .tuple(anyName, fc.array(anyValue, { minLength: 1, maxLength: 3 }))
      .map(([method, params]) => [toJson({ id: '1', method, params }), 'params must contain an object']),
  )
  .map(([body, error]) => ({
    method: 'POST',
    target: '/api/v2/jsonRPC',
    body: body as string,
    status: REFUSED,
    error: error as string,
  }))

// Spoilt targets

const segment = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~!$&'()*+,;=:@%-]{1,20}$/),
  anyName.map((name) => `${name}x`),
  anyName.map((name) => name.toUpperCase()),
)
const noRoute: fc.Arbitrary<Malformed> = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
  )
  .filter(([, path]) => !path.some((part) => /^(\.|%2e){1,2}$/i.test(part)))
  .map(([method, path]) => ({
    method,
    target: `/api/v2/-${path.join('/')}`,
    status: 404,
    error: 'Not Found',
  }))

const wrongMethod: fc.Arbitrary<Malformed> = fc.oneof(
  fc
    .tuple(fc.constantFrom('PUT', 'DELETE', 'PATCH', 'QUERY'), anyName, anyText)
    .map(([method, name, value]) => ({
      method,
      target: `/api/v2/${name}?${queryOf({ address: value })}`,
      status: 405,
      error: `unsupported http method: ${method}`,
    })),
  fc.constantFrom(...POST_ONLY).map((name) => ({
    method: 'GET',
    target: `/api/v2/${name}`,
    status: 405,
    error: 'unsupported http method: GET',
  })),
  fc.constantFrom('GET', 'PUT', 'DELETE').map((method) => ({
    method,
    target: '/api/v2/jsonRPC',
    status: 405,
    error: `method ${method} is not supported`,
  })),
)

const tooLong: fc.Arbitrary<Malformed> = fc
  .tuple(fc.constantFrom(...QUERY_NAMES), fc.integer({ min: 8_192, max: 12_000 }))
  .map(([name, length]) => ({
    method: 'GET',
    target: `/api/v2/${name}?address=${'0'.repeat(length)}`,
    status: 414,
    error: 'URL is longer than 8192 bytes',
  }))

/** By what is spoilt; the weight says how many of a hundred or so are of the kind. */
export const KINDS: Readonly<
  Record<string, { readonly weight: number; readonly arbitrary: fc.Arbitrary<Malformed> }>
> = {
  'bad query': { weight: 24, arbitrary: badQuery },
  'bad body': { weight: 30, arbitrary: badBody },
  'missing field': { weight: 3, arbitrary: missingField },
  'bad encoding': { weight: 5, arbitrary: badEncoding },
  'duplicate field': { weight: 4, arbitrary: duplicateField },
  'broken rule': { weight: 5, arbitrary: brokenRule },
  'unknown field': { weight: 6, arbitrary: unknownField },
  'bad stack': { weight: 8, arbitrary: badStack },
  'broken JSON': { weight: 6, arbitrary: brokenJson },
  bytes: { weight: 2, arbitrary: bytes },
  'no object': { weight: 2, arbitrary: noObject },
  'bad call': { weight: 3, arbitrary: badCall },
  'no route': { weight: 2, arbitrary: noRoute },
  'wrong method': { weight: 2, arbitrary: wrongMethod },
  'too long': { weight: 1, arbitrary: tooLong },
}

export const malformed: fc.Arbitrary<Malformed> = fc.oneof(...Object.values(KINDS))
