/** Limits of the pool, all times in milliseconds. */
export type PoolLimits = {
  /** Longest wait for one answer, its place in the queue and the connecting included. */
  readonly queryTimeoutMs: number
  /** Queries under way at once per server. */
  readonly concurrentQueries: number
  /** Queries waiting for their turn per server; one more goes to another server or is refused. */
  readonly queuedQueries: number
  /** How often each server is asked for its head while sessions are made. */
  readonly pollMs: number
  /** The same when no session was made for `idleAfterMs`. */
  readonly idlePollMs: number
  readonly idleAfterMs: number
  /** A failed server is not used this long, twice as long after each further failure, at most `maxBackOffMs`. */
  readonly backOffMs: number
  readonly maxBackOffMs: number
  /** A server that gave a false answer is quarantined this long, twice as long after each further one. */
  readonly quarantineMs: number
  /** Whether a server keeps old blocks is asked this often. */
  readonly archivalTestMs: number
  /** A server is alive while its head is at most this many masterchain blocks behind the best. */
  readonly maxLag: number
  /** How long a session waits for a first server to come alive before it gives up. */
  readonly firstServerMs: number
  /** Servers that one question is put to before it fails. */
  readonly attempts: number
}

export const DEFAULT_POOL_LIMITS: PoolLimits = {
  queryTimeoutMs: 10_000,
  concurrentQueries: 64,
  queuedQueries: 1024,
  pollMs: 1_000,
  idlePollMs: 10_000,
  idleAfterMs: 60_000,
  backOffMs: 10_000,
  maxBackOffMs: 300_000,
  quarantineMs: 3_600_000,
  archivalTestMs: 120_000,
  maxLag: 3,
  firstServerMs: 5_000,
  attempts: 4,
}
