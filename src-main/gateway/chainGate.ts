import { ApiError } from '#shared/apiError.ts'

/** Holds requests back while a devnet replaces its chain. */
export type ChainGate = {
  /** Holds requests back from now on: the chain is being replaced. */
  close(): void
  /** Lets requests pass: the new chain answers. */
  open(): void
  /** Refuses requests with this reason: there is no chain any more. */
  fail(reason: string): void
  /**
   * Calls `ask`, after the end of a replacement that is under way. A request that fails while the chain is replaced is
   * sent to the new one again; with `once`, for messages, it is refused instead. Rejects as `ask` does, with ApiError
   * 503 and a retry time if the wait takes too long, or with the signal's reason.
   */
  run<T>(
    ask: () => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined; readonly once?: boolean },
  ): Promise<T>
}

export type ChainGateOptions = {
  /** Maximum time that a request waits for the new chain, ms. */
  readonly waitMs?: number
  /** Maximum number of waiting requests; further ones are refused. */
  readonly maxWaiting?: number
}

const WAIT_MS = 10_000
const MAX_WAITING = 1_000
/** Several replacements can overlap. */
const MAX_ATTEMPTS = 5
const RETRY_AFTER_S = 1
const REPLACING = 'the devnet is being restored or reset; ask again in a second'

export function createChainGate({
  waitMs = WAIT_MS,
  maxWaiting = MAX_WAITING,
}: ChainGateOptions = {}): ChainGate {
  /** Resolves at the end of the replacement that is under way. */
  let closed: PromiseWithResolvers<void> | undefined
  let failure: string | undefined
  /** Number of replacements so far. */
  let count = 0
  let waiting = 0

  const unavailable = (text: string) => new ApiError(503, text, { retryAfter: RETRY_AFTER_S })

  /** Waits until the gate is open. */
  async function opened({ promise }: PromiseWithResolvers<void>, signal?: AbortSignal): Promise<void> {
    if (waiting >= maxWaiting) throw unavailable(REPLACING)
    const over = Promise.withResolvers<never>()
    const leave = () => over.reject(signal?.reason)
    signal?.throwIfAborted()
    const timer = setTimeout(() => over.reject(unavailable(REPLACING)), waitMs)
    signal?.addEventListener('abort', leave, { once: true })
    waiting++
    try {
      await Promise.race([promise, over.promise])
    } finally {
      waiting--
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    close() {
      count++
      closed ??= Promise.withResolvers<void>()
    },
    open() {
      closed?.resolve()
      closed = undefined
    },
    fail(reason) {
      failure = reason
      closed?.resolve()
      closed = undefined
    },
    async run(ask, { signal, once = false } = {}) {
      for (let attempt = 1; ; attempt++) {
        while (closed) await opened(closed, signal)
        if (failure !== undefined) throw unavailable(failure)
        const before = count
        try {
          return await ask()
        } catch (error) {
          signal?.throwIfAborted()
          // A failure while the chain is replaced says nothing about the request.
          if (count === before && failure === undefined) throw error
          if (once || attempt >= MAX_ATTEMPTS) throw unavailable(failure ?? REPLACING)
        }
      }
    },
  }
}
