import { ApiError } from '#shared/apiError.ts'

/** Holds questions back while a devnet replaces its chain. */
export type ChainGate = {
  /** The chain is being replaced: questions wait from now on. */
  close(): void
  /** The new chain answers. */
  open(): void
  /** There is no chain any more: questions are refused with this reason. */
  fail(reason: string): void
  /**
   * Asks the chain by `ask`, after the end of a replacement that is under way. A question that fails while the chain
   * is replaced is asked again of the new one; with `once`, for messages, it is refused instead. Rejects as `ask` does,
   * with ApiError 503 and a time to ask again where the wait takes too long, or with the signal's reason.
   */
  run<T>(
    ask: () => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined; readonly once?: boolean },
  ): Promise<T>
}

export type ChainGateOptions = {
  /** Milliseconds that a question waits for the new chain. */
  readonly waitMs?: number
  /** Questions that wait at the same time; one more is refused. */
  readonly maxWaiting?: number
}

const WAIT_MS = 10_000
const MAX_WAITING = 1_000
/** Several replacements can follow each other. */
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
  /** Replacements so far. */
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
          // What fails while the chain goes away says nothing of the question.
          if (count === before && failure === undefined) throw error
          if (once || attempt >= MAX_ATTEMPTS) throw unavailable(failure ?? REPLACING)
        }
      }
    },
  }
}
