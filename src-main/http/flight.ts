import { ApiError } from '#shared/apiError.ts'

/** nginx's status for a client that closed the connection first: only the log and the meter see it. */
const CLIENT_GONE = 499
/** One request may ask several servers several things; past this it is a timeout. */
const DEADLINE_MS = 60_000

/** Work under way that any number of requests wait for; when none does any more, it is given up. */
export type Flight<T> = {
  /** Settles as the work does. Never an unhandled rejection. */
  readonly result: Promise<T>
  /** Whoever waited has gone: its result is none. */
  readonly isGivenUp: boolean
  /** Waits for the result until `client` is aborted; rejects with ApiError 499 then. */
  wait(client: AbortSignal): Promise<T>
}

/** Starts work with a signal that is aborted when the last who waits goes, or the deadline passes. */
export function startFlight<T>(work: (signal: AbortSignal) => Promise<T>): Flight<T> {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('the request took too long', 'TimeoutError'))
  // AbortSignal.timeout would keep its timer for the whole minute after every request.
  const timer = setTimeout(late, DEADLINE_MS)
  const result = work(controller.signal).finally(() => clearTimeout(timer))
  result.catch(() => {})
  let waiting = 0
  let isGivenUp = false
  return {
    result,
    get isGivenUp() {
      return isGivenUp
    },
    wait(client) {
      waiting++
      return new Promise((resolve, reject) => {
        const leave = () => {
          const gone = new ApiError(CLIENT_GONE, 'the client is gone')
          reject(gone)
          if (--waiting > 0) return
          isGivenUp = true
          controller.abort(gone)
        }
        if (client.aborted) return leave()
        client.addEventListener('abort', leave, { once: true })
        const stay = () => client.removeEventListener('abort', leave)
        result.then(resolve, reject).finally(stay)
      })
    },
  }
}
