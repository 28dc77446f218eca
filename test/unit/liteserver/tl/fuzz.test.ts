import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { wrapLiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { TlError } from '../../../../src-main/liteserver/tl/tlError.ts'
import { readLiteQueries } from '../../../fixtures/liteQueries.ts'
import { mutatedBytes } from '../../../fixtures/mutatedBytes.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'

/** The functions differ in type; here each only encodes what it decoded. */
type AnyFunction = {
  readonly id: number
  encodeRequest(request: unknown): Buffer
  decodeRequest(data: Buffer): unknown
  encodeResponse(response: unknown): Buffer
  decodeResponse(data: Buffer): unknown
}
const functions = Object.values(liteApi) as readonly AnyFunction[]
const recorded = readLiteQueries()

/** Checks a decoder on any bytes: it throws a typed error, or returns a value with a canonical encoding. */
function expectTotal(
  decode: (data: Buffer) => unknown,
  encode: (value: unknown) => Buffer,
  data: Buffer,
): void {
  let value: unknown
  try {
    value = decode(data)
  } catch (error) {
    expect(error instanceof TlError || error instanceof LiteServerError, `threw ${error}`).toBe(true)
    return
  }
  const canonical = encode(value)
  expect(canonical.length).toBeLessThanOrEqual(data.length)
  expect(encode(decode(canonical)).equals(canonical)).toBe(true)
}

function decodeAsQuery(data: Buffer): unknown {
  return decodeLiteQuery(data)
}

function encodeQuery(query: unknown): Buffer {
  const { fn, request } = query as { fn: AnyFunction; request: unknown }
  return fn.encodeRequest(request)
}

test('decoders give TlError or a value for 6,000 mutations of recorded answers', () => {
  const byRequestId = new Map(functions.map((fn) => [fn.id, fn]))
  const known = recorded.flatMap(({ request, answer }) => {
    const fn = byRequestId.get(request.readUInt32LE(0))
    return fn ? [{ fn, answer }] : []
  })
  const cases = fc.oneof(
    ...known.map(({ fn, answer }) => mutatedBytes([answer]).map((data) => ({ fn, data }))),
  )
  fc.assert(
    fc.property(cases, ({ fn, data }) => expectTotal(fn.decodeResponse, fn.encodeResponse, data)),
    { numRuns: 6000 },
  )
})

test('decoders give TlError or a value for 3,000 mutations of recorded queries, bare and wrapped', () => {
  const wait = { seqno: 5, timeoutMs: 100 }
  const queries = recorded.flatMap(({ request }) => [
    request,
    wrapLiteQuery(request),
    wrapLiteQuery(request, wait),
  ])
  fc.assert(
    fc.property(mutatedBytes(queries), (data) => expectTotal(decodeAsQuery, encodeQuery, data)),
    { numRuns: 3000 },
  )
})

test('decoders give TlError or a value for 2,000 random texts after known and unknown ids', () => {
  const noise = fc.uint8Array({ maxLength: 400 })
  const cases = fc.record({ fn: fc.constantFrom(...functions), noise, withId: fc.boolean() })
  fc.assert(
    fc.property(cases, ({ fn, noise, withId }) => {
      const id = Buffer.alloc(4)
      id.writeUInt32LE(fn.id)
      const data = withId ? Buffer.concat([id, noise]) : Buffer.from(noise)
      expectTotal(fn.decodeRequest, fn.encodeRequest, data)
      expectTotal(decodeAsQuery, encodeQuery, data)
      expectTotal(fn.decodeResponse, fn.encodeResponse, data)
    }),
    { numRuns: 2000 },
  )
})
