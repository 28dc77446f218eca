/** Pauses between the tries of things that can stay undone. */
export type BackOff = {
  /** Returns whether a thing may be tried now. */
  isDue(key: string): boolean
  /** Starts the pause of a thing, twice as long as the one before. */
  tried(key: string): void
}

/** Maximum number of things whose pauses are known; of more, the oldest is forgotten, which repeats a try. */
const MAX_KEYS = 1_024

/**
 * Creates pauses that double from `firstMs` up to `lastMs`.
 * @param now monotonic time, ms
 */
export function createBackOff(firstMs: number, lastMs: number, now: () => number): BackOff {
  const pauses = new Map<string, { readonly until: number; readonly ms: number }>()
  return {
    isDue: (key) => (pauses.get(key)?.until ?? 0) <= now(),
    tried(key) {
      const ms = Math.min(lastMs, (pauses.get(key)?.ms ?? firstMs / 2) * 2)
      pauses.delete(key)
      pauses.set(key, { until: now() + ms, ms })
      const [oldest] = pauses.keys()
      if (pauses.size > MAX_KEYS && oldest !== undefined) pauses.delete(oldest)
    },
  }
}
