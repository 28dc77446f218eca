import { UsageError } from './arguments.ts'

/** Asking a Tonscope that runs, for commands that only pass on what is wanted. */

export const DEFAULT_URL = 'http://127.0.0.1:8081'

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
  const told = isObject(answer) && typeof answer.error === 'string' ? answer.error : undefined
  throw new Error(told ?? `${url} is no Tonscope: it answered with status ${response.status}`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
