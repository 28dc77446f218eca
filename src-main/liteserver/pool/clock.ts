/** The clock of the pool; replaced in tests. */
export type Clock = {
  /** Returns monotonic milliseconds. */
  now(): number
  /** Calls back once after `ms`; returns a function that cancels it. A timer never keeps the process alive. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms` on a clock. Rejects with the signal's reason when it is aborted before. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
