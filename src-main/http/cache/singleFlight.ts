import { ApiError } from '#shared/apiError.ts'

/** nginx's status for a client that closed the connection first: it appears in the log and the metrics only. */
const CLIENT_GONE = 499
/** Time limit of the work, ms; one request can send several queries to several servers. */
const DEADLINE_MS = 60_000

/** Work in flight that any number of requests share; it is aborted when no request waits for it. */
export type SingleFlight<T> = {
  /** Settles as the work does. Does not cause an unhandled rejection. */
  readonly result: Promise<T>
  /** Whether the work was aborted because no client waited for it. */
  readonly isAborted: boolean
  /** Waits for the result until `client` is aborted; rejects with ApiError 499 then. */
  wait(client: AbortSignal): Promise<T>
}

/** Starts work with a signal that is aborted when the last client has left, or after the deadline. */
export function startSingleFlight<T>(work: (signal: AbortSignal) => Promise<T>): SingleFlight<T> {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('the request took too long', 'TimeoutError'))
  // AbortSignal.timeout would keep its timer for a minute after every request.
  const timer = setTimeout(late, DEADLINE_MS)
  const result = work(controller.signal).finally(() => clearTimeout(timer))
  result.catch(() => {})
  let waiting = 0
  let hasNoClient = false
  return {
    result,
    get isAborted() {
      return hasNoClient
    },
    wait(client) {
      waiting++
      return new Promise((resolve, reject) => {
        const leave = () => {
          const gone = new ApiError(CLIENT_GONE, 'the client is gone')
          reject(gone)
          if (--waiting > 0) return
          hasNoClient = true
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
