/** Limits of the pool, all times in milliseconds. */
export type PoolLimits = {
  /** Maximum wait for one answer, including its time in the queue and connecting. */
  readonly queryTimeoutMs: number
  /** Maximum number of concurrent queries per server; it has fewer at first, and after failures. */
  readonly concurrentQueries: number
  /** Maximum number of queued queries per server; further ones go to another server or are refused. */
  readonly queuedQueries: number
  /** Interval of polls of each server while sessions are opened. */
  readonly pollMs: number
  /** Interval of polls, of all servers together, if no session was used for `idleAfterMs`. */
  readonly idlePollMs: number
  readonly idleAfterMs: number
  /** Time without use of a failed server; it doubles after each further failure, up to `maxBackOffMs`. */
  readonly backOffMs: number
  readonly maxBackOffMs: number
  /** Time of quarantine of a server that gave a false answer; it doubles after each further one. */
  readonly quarantineMs: number
  /** Interval of checks whether a server is archival. */
  readonly archivalTestMs: number
  /** A server is alive while its head is at most so many masterchain blocks, or so many seconds, behind the best. */
  readonly maxLag: number
  readonly maxLagSeconds: number
  /** Maximum wait of a session for a first server to come alive. */
  readonly firstServerMs: number
  /** Maximum number of servers that are asked before a query fails. */
  readonly attempts: number
}

export const DEFAULT_POOL_LIMITS: PoolLimits = {
  queryTimeoutMs: 10_000,
  concurrentQueries: 64,
  queuedQueries: 1024,
  pollMs: 1_000,
  idlePollMs: 12_000,
  idleAfterMs: 60_000,
  backOffMs: 10_000,
  maxBackOffMs: 300_000,
  quarantineMs: 3_600_000,
  archivalTestMs: 120_000,
  maxLag: 3,
  maxLagSeconds: 10,
  firstServerMs: 5_000,
  attempts: 4,
}
