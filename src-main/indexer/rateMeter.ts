/** A counter of work with its rate over the last half minute. */
export type RateMeter = {
  add(count: number): void
  /** Clears the counts, so that time without work before a start does not lower the rate. */
  restart(): void
  /** Returns the rate per second. */
  rate(): number
}

const WINDOW_SECONDS = 30

/**
 * Creates a meter. It sums counts by whole seconds, so that it stays small. `clock` is monotonic, in milliseconds.
 */
export function createRateMeter(clock: () => number = () => performance.now()): RateMeter {
  const seconds = new Map<number, number>()
  let startedAt = clock()

  function dropOld(now: number): void {
    for (const second of seconds.keys()) {
      if (second > now - WINDOW_SECONDS) return
      seconds.delete(second)
    }
  }
  return {
    add(count) {
      const now = Math.floor(clock() / 1000)
      dropOld(now)
      seconds.set(now, (seconds.get(now) ?? 0) + count)
    },
    restart() {
      seconds.clear()
      startedAt = clock()
    },
    rate() {
      const now = clock()
      dropOld(Math.floor(now / 1000))
      const sum = [...seconds.values()].reduce((total, count) => total + count, 0)
      return sum / Math.max(1, Math.min(WINDOW_SECONDS, (now - startedAt) / 1000))
    },
  }
}
