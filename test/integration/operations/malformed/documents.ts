import fc from 'fast-check'
import { toJson } from '../ask.ts'
import { FAULTS, type Faults } from '../faults.ts'
import { anyName, bodyForm, type Malformed, NAMES, REFUSED, request } from './request.ts'
import { anyText, anyValue, isObject } from './values.ts'

/** Bodies that are no JSON, no object, or no call. */

const NO_JSON = /^(JSON parse error: |JSON document is empty$|JSON is nested deeper than 2048 levels$)/
const whole = fc
  .tuple(anyName, bodyForm)
  .map(([name, form]) => request(form, name, toJson((FAULTS[name] as Faults).valid)))

/** An object without its end, with something behind it, or with a syntax of another language. */
export const brokenJson: fc.Arbitrary<Malformed> = fc
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

/** Bytes, most of which are not a document. */
export const bytes: fc.Arbitrary<Malformed> = fc
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
export const noObject: fc.Arbitrary<Malformed> = fc
  .tuple(anyName, anyValue)
  .filter(([, value]) => !isObject(value) && value !== null)
  .map(([name, value]) => ({
    method: 'POST',
    target: `/api/v2/${name}`,
    body: toJson(value),
    status: REFUSED,
    error: 'request body must be a JSON object',
  }))

export const badCall: fc.Arbitrary<Malformed> = fc
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
