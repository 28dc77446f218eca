import { Lru } from '../../platform/lru.ts'

/** A monotonic clock in milliseconds, as performance.now(). */
export type SteadyClock = () => number

export type RateLimits = {
  /**
   * Counts one request of a client against its limit of `rate` per second. Returns 0 if it is allowed, otherwise the
   * seconds until the next one is.
   */
  take(client: string, rate: number): number
  readonly size: number
}

type Bucket = { tokens: number; at: number }

/** Maximum number of buckets, about 100 bytes each; a removed bucket starts full again. */
const MAX_BUCKETS = 20_000
/** Tolerance for rounding errors, in tokens. */
const EPSILON = 1e-6

/**
 * Creates a token bucket for each client. A bucket allows a burst of one second's requests (at least one), then `rate`
 * per second. Above `maxBuckets` the least recently used bucket is removed.
 */
export function createRateLimits(clock: SteadyClock, maxBuckets: number = MAX_BUCKETS): RateLimits {
  const buckets = new Lru<string, Bucket>(maxBuckets)

  return {
    take(client, rate) {
      const now = clock()
      const full = Math.max(1, rate)
      const bucket = buckets.getOrMake(client, () => ({ tokens: full, at: now }))
      // `full` can have changed with the rate since the last request.
      bucket.tokens = Math.min(full, bucket.tokens + ((now - bucket.at) / 1000) * rate)
      bucket.at = now
      if (bucket.tokens < 1 - EPSILON) return (1 - bucket.tokens) / rate
      bucket.tokens -= 1
      return 0
    },
    get size() {
      return buckets.size
    },
  }
}
