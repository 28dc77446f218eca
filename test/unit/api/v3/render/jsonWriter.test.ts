import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonBytes } from '../../../../../src-main/api/v3/render/jsonBytes.ts'
import {
  absent,
  anyJson,
  byName,
  constant,
  decimal,
  deferred,
  extended,
  field,
  flag,
  hash,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  type Writer,
} from '../../../../../src-main/api/v3/render/jsonWriter.ts'
import { v3JsonText } from '../../../../../src-shared/schema/v3/jsonText.ts'

type Coin = {
  readonly name: string
  readonly amount: bigint
  readonly mined: number | undefined
  readonly spent: boolean
  readonly code: Buffer | undefined
}
type CoinJson = {
  kind: 'coin'
  name: string
  amount: string
  mined?: number
  spent: boolean
  code: string | null
  old?: never
}

const coin = object<Coin, CoinJson>({
  kind: constant('coin'),
  name: field(text(), ({ name }) => name),
  amount: field(decimal, ({ amount }) => amount),
  mined: optional(integer, ({ mined }) => mined),
  spent: field(flag, ({ spent }) => spent),
  code: nullable(hash, ({ code }) => code),
  old: absent,
})

/** What `coin` writes, as an object. */
function coinJson({ name, amount, mined, spent, code }: Coin): object {
  return { kind: 'coin', name, amount: `${amount}`, mined, spent, code: code?.toString('base64') ?? null }
}

const coins = fc.array(
  fc.record({
    name: fc.string({ unit: 'binary' }),
    amount: fc.bigInt(),
    mined: fc.option(fc.integer(), { nil: undefined }),
    spent: fc.boolean(),
    code: fc.option(
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
      { nil: undefined },
    ),
  }),
)

function textOf<Value, Json>(write: Writer<Value, Json>, value: Value): string {
  const body = Buffer.from(jsonBytes({ part: deferred(write, value, undefined) })).toString()
  return body.slice('{"part":'.length, -1)
}

describe('writers produce the same text as JSON.stringify for', () => {
  it('objects with fields that are left out, null or always the same, in lists', () => {
    fc.assert(
      fc.property(coins, (values) => {
        expect(textOf(list(coin), values)).toBe(v3JsonText(values.map(coinJson)))
      }),
    )
  })

  it('objects that are empty, or all of whose fields are left out', () => {
    const none = object<object, { old?: never }>({ old: absent })
    expect(textOf(none, {})).toBe('{}')
    expect(textOf(list(none), [{}, {}])).toBe('[{},{}]')
  })

  it('objects by name', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), (names) => {
        const named = byName((name: string) => name, anyJson)
        // JSON.stringify puts names that are numbers first.
        const pairs = names.map((name) => `${v3JsonText(name)}:${v3JsonText(name)}`)
        expect(textOf(named, names)).toBe(`{${pairs.join(',')}}`)
      }),
    )
  })

  it('objects with derived fields', () => {
    fc.assert(
      fc.property(coins, (values) => {
        const purse = extended<readonly Coin[], { count: number }, { count: number; coins?: CoinJson[] }>(
          (all) => ({ count: all.length }),
          { coins: optional(list(coin), (all) => (all.length > 0 ? all : undefined)) },
        )
        const json = { count: values.length, coins: values.length > 0 ? values.map(coinJson) : undefined }
        expect(textOf(purse, values)).toBe(v3JsonText(json))
      }),
    )
  })

  it('fields that depend on the context', () => {
    const counted = object<number, { value: number; of: number }, { readonly count: number }>({
      value: field(integer, (value) => value),
      of: field(
        (buffer, _, { count }: { readonly count: number }) => buffer.integer(count),
        (value) => value,
      ),
    })
    const body = { list: deferred(list(counted), [1, 2], { count: 2 }) }
    expect(Buffer.from(jsonBytes(body)).toString()).toBe('{"list":[{"value":1,"of":2},{"value":2,"of":2}]}')
  })
})

it('leaves nothing of a failed writer in the next answer', () => {
  const broken: Writer<number, number> = (buffer, value) => {
    buffer.integer(value)
    throw new Error('unreadable')
  }
  expect(() => jsonBytes({ list: deferred(list(broken), [1], undefined) })).toThrow('unreadable')
  expect(Buffer.from(jsonBytes({ next: true })).toString()).toBe('{"next":true}')
})
