/** Time as the pool sees it: tests pass their own. */
export type Clock = {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number
  /** Calls back once after `ms`; what it returns cancels that. A timer never keeps the process alive. */
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
