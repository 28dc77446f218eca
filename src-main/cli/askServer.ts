import type { z } from 'zod'
import { UsageError } from './usageError.ts'

/** Asking a Tonscope that runs, for commands that only pass on what is wanted. */

const DEFAULT_URL = 'http://127.0.0.1:8081'

/** What a command asks: a path under the server, and for POST the body. */
export type Question = { readonly path: string; readonly body?: object }

/** Throws UsageError unless it is an address. */
export function serverUrl(url: string = DEFAULT_URL): string {
  if (!URL.canParse(url)) throw new UsageError(`--url takes the address of a Tonscope, not ${url}`)
  return url
}

/** The result of a question; rejects with the server's own words. */
export async function askServer(url: string, { path, body }: Question, answerMs: number): Promise<unknown> {
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

/** Asks as `askServer` does and checks the form of the result; rejects where the server has another one. */
export async function askServerFor<T>(
  schema: z.ZodType<T>,
  url: string,
  question: Question,
  answerMs: number,
): Promise<T> {
  const reading = schema.safeParse(await askServer(url, question, answerMs))
  if (reading.success) return reading.data
  throw new Error(`the Tonscope at ${url} is of another version than this command`, { cause: reading.error })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
