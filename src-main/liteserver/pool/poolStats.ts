import type { LitePool } from './litePool.ts'
import type { PoolServer, PoolServerCounts } from './poolServer.ts'
import type { KeptData } from './retention.ts'

/** The state of a server; a false answer quarantines it. */
export type LiteServerState = 'connecting' | 'alive' | 'lagging' | 'failed' | 'quarantined'

/** Statistics of one server, for `/metrics` and the explorer. */
export type LiteServerStats = PoolServerCounts & {
  readonly index: number
  readonly host: string
  readonly port: number
  /** Ed25519 key. */
  readonly publicKey: Buffer
  readonly state: LiteServerState
  /** Whether queries wait for it longer than usual, or the last ones got no answer: others are asked first. */
  readonly isSilent: boolean
  /** Milliseconds until it is used again after a failure or a false answer; 0 if it can be used now. */
  readonly unavailableMs: number
  /** Undefined before the first test. */
  readonly archival: boolean | undefined
  /** Masterchain seqno that it last claimed. */
  readonly seqno: number | undefined
  /** Masterchain blocks behind the best at that time; undefined if none was known. */
  readonly lag: number | undefined
  /** The same in seconds; undefined before the network's rate is known. */
  readonly lagSeconds: number | undefined
  /** Moving average of an answer's time, milliseconds. */
  readonly latencyMs: number | undefined
  /** The times within which 50 and 95 of 100 recent answers came, milliseconds. */
  readonly medianMs: number | undefined
  readonly percentile95Ms: number | undefined
  readonly inFlight: number
  readonly queued: number
  /** Queries of the last minute. */
  readonly recentQueries: number
  /** Queries a second that it accepts; undefined while it has refused none for their rate. */
  readonly queriesPerSecond: number | undefined
  /** Whether the server named that rate itself. */
  readonly isRateStated: boolean
  /** Maximum number of concurrent queries at present. */
  readonly width: number
  /** What is known of the old blocks and states that it keeps. */
  readonly kept: readonly KeptData[]
  readonly lastError: string | undefined
}

/** Statistics of all servers; `best` is the newest proved masterchain seqno. */
export type PoolStats = {
  readonly servers: readonly LiteServerStats[]
  readonly alive: number
  readonly best: number | undefined
  readonly queries: number
  /** Queries of the last minute. */
  readonly recentQueries: number
  /** Queries sent a second, average of the last minute, or since the pool was opened. */
  readonly sentPerSecond: number
  /** Answers whose check held. */
  readonly proved: number
  readonly proofFailures: number
}

/** Returns the current statistics of a pool. */
export function poolStats(pool: LitePool): PoolStats {
  const servers = pool.servers.map((server) => serverStats(pool, server))
  const recentQueries = sumOf(servers, 'recentQueries')
  return {
    servers,
    alive: servers.filter((server) => server.state === 'alive').length,
    best: pool.best,
    queries: sumOf(servers, 'queries'),
    recentQueries,
    sentPerSecond: (recentQueries * 1_000) / Math.min(60_000, Math.max(1_000, pool.ageMs)),
    proved: sumOf(servers, 'proved'),
    proofFailures: sumOf(servers, 'proofFailures'),
  }
}

function sumOf(
  servers: readonly LiteServerStats[],
  name: 'queries' | 'recentQueries' | 'proved' | 'proofFailures',
): number {
  return servers.reduce((sum, server) => sum + server[name], 0)
}

function serverStats(pool: LitePool, server: PoolServer): LiteServerStats {
  return {
    index: server.index,
    host: server.address.host,
    port: server.address.port,
    publicKey: server.address.publicKey,
    isSilent: server.isSilent || server.isOnTrial,
    unavailableMs: Math.max(0, server.unavailableUntil - pool.clock.now()),
    state: stateOf(pool, server),
    archival: server.archival,
    seqno: server.seqno,
    lag: server.lag?.blocks,
    lagSeconds: server.lag?.seconds,
    queriesPerSecond: server.queriesPerSecond,
    isRateStated: server.isRateStated,
    recentQueries: server.recentQueries,
    medianMs: server.measuredMs?.median,
    percentile95Ms: server.measuredMs?.percentile95,
    kept: server.retention.known(),
    width: server.width,
    latencyMs: server.latencyMs,
    inFlight: server.inFlight,
    queued: server.queued,
    ...server.counts,
    lastError: server.lastError?.message,
  }
}

function stateOf(pool: LitePool, server: PoolServer): LiteServerState {
  if (server.isQuarantined) return 'quarantined'
  if (server.failed) return 'failed'
  if (server.seqno === undefined) return 'connecting'
  return pool.isAlive(server) ? 'alive' : 'lagging'
}
