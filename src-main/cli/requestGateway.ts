import type { z } from 'zod'
import { UsageError } from './usageError.ts'

/** HTTP requests of commands to a running gateway. */

const DEFAULT_URL = 'http://127.0.0.1:8081'

/** A request to the gateway: a path, and a body for POST. */
export type GatewayRequest = { readonly path: string; readonly body?: object }

/** Returns the gateway's URL. Throws UsageError if it is not a URL. */
export function serverUrl(url: string = DEFAULT_URL): string {
  if (!URL.canParse(url)) throw new UsageError(`--url takes the address of a Tonscope, not ${url}`)
  return url
}

/** Sends a request and returns its result. Rejects with the gateway's error text. */
export async function requestGateway(
  url: string,
  { path, body }: GatewayRequest,
  answerMs: number,
): Promise<unknown> {
  const init: RequestInit = {
    signal: AbortSignal.timeout(answerMs),
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }
  const response = await fetch(new URL(path, url), init).catch((error: unknown) => {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = late ? `gave no answer in ${answerMs / 1000} s` : 'does not answer; is it running?'
    throw new Error(`the Tonscope at ${url} ${reason}`, { cause: error })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && isObject(answer) && answer.ok === true) return answer.result
  const reason = isObject(answer) && typeof answer.error === 'string' ? answer.error : undefined
  throw new Error(reason ?? `${url} is not a Tonscope: it answered with status ${response.status}`)
}

/** Sends a request as `requestGateway` does and validates the result. Rejects if the gateway is of another version. */
export async function requestGatewayAs<T>(
  schema: z.ZodType<T>,
  url: string,
  request: GatewayRequest,
  answerMs: number,
): Promise<T> {
  const reading = schema.safeParse(await requestGateway(url, request, answerMs))
  if (reading.success) return reading.data
  throw new Error(`the Tonscope at ${url} is of another version than this command`, { cause: reading.error })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
