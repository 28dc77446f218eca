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
