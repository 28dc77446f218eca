import fc from 'fast-check'
import type { Form } from '../ask.ts'
import { FAULTS, POST_ONLY } from '../faults.ts'

/**
 * Requests that are certainly wrong, made from the table of the operations' parameters: each is a request without
 * fault, spoilt in one place, and has the expected answer.
 */
export type Malformed = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly status: number
  readonly error: string | RegExp
}

export const NAMES = Object.keys(FAULTS)
export const QUERY_NAMES = NAMES.filter((name) => !POST_ONLY.includes(name))
export const REFUSED = 422

export const anyName = fc.constantFrom(...NAMES)
export const bodyForm = fc.constantFrom<Form>('POST', 'jsonRPC')

export function request(
  form: Form,
  name: string,
  content: string,
): Pick<Malformed, 'method' | 'target' | 'body'> {
  if (form === 'GET') return { method: 'GET', target: `/api/v2/${name}?${content}` }
  if (form === 'POST') return { method: 'POST', target: `/api/v2/${name}`, body: content }
  const call = `{"id":1,"method":"${name}","params":${content}}`
  return { method: 'POST', target: '/api/v2/jsonRPC', body: call }
}
