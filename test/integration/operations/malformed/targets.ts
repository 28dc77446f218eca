import fc from 'fast-check'
import { queryOf } from '../ask.ts'
import { POST_ONLY } from '../faults.ts'
import { anyName, type Malformed, QUERY_NAMES } from './request.ts'
import { anyText } from './values.ts'

/** Paths that lead nowhere, methods that a path does not have, and targets that are too long. */

const segment = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~!$&'()*+,;=:@%-]{1,20}$/),
  anyName.map((name) => `${name}x`),
  anyName.map((name) => name.toUpperCase()),
)
export const noRoute: fc.Arbitrary<Malformed> = fc
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

export const wrongMethod: fc.Arbitrary<Malformed> = fc.oneof(
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

export const tooLong: fc.Arbitrary<Malformed> = fc
  .tuple(fc.constantFrom(...QUERY_NAMES), fc.integer({ min: 8_192, max: 12_000 }))
  .map(([name, length]) => ({
    method: 'GET',
    target: `/api/v2/${name}?address=${'0'.repeat(length)}`,
    status: 414,
    error: 'URL is longer than 8192 bytes',
  }))
