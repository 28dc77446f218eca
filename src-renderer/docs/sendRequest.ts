import type { WireAnswer } from './answerView.ts'
import type { WireRequest } from './formText.ts'

/** A little longer than the gateway's own, so that its answer tells what failed. */
const DEADLINE_MS = 65_000

/** Sends what a form holds. Throws Error in words where no answer came. */
export async function sendRequest(
  { path, headers, body }: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const started = performance.now()
  const post = body !== undefined && { method: 'POST', body }
  const type = body !== undefined && { 'Content-Type': 'application/json' }
  try {
    const response = await fetch(path, {
      headers: { ...headers, ...type },
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      cache: 'no-store',
      // Without the explorer's pass, so that keys and rates count here as they do for any program.
      credentials: 'omit',
      ...post,
    })
    const text = await response.text()
    const { status, statusText, headers: answered } = response
    return { status, statusText, headers: answered, body: text, milliseconds: performance.now() - started }
  } catch (error) {
    if (signal.aborted) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = late ? `No answer within ${DEADLINE_MS / 1000} s` : 'No answer'
    throw new Error(`${reason} from ${location.origin}: ${(error as Error).message}`, { cause: error })
  }
}
