import type { LitePool } from './litePool.ts'
import type { PoolServer } from './poolServer.ts'

/** The state of a server; a false answer quarantines it. */
export type LiteServerState = 'connecting' | 'alive' | 'lagging' | 'failed' | 'quarantined'

/** Statistics of one server, for `/metrics` and the explorer. */
export type LiteServerStats = {
  readonly index: number
  readonly host: string
  readonly port: number
  readonly state: LiteServerState
  /** Undefined before the first test. */
  readonly archival: boolean | undefined
  /** Masterchain seqno that it last claimed. */
  readonly seqno: number | undefined
  /** Masterchain blocks behind the best at that time. */
  readonly lag: number
  /** The same in seconds; undefined before the network's rate is known. */
  readonly lagSeconds: number | undefined
  /** Moving average of an answer's time, milliseconds. */
  readonly latencyMs: number | undefined
  readonly inFlight: number
  readonly queued: number
  readonly queries: number
  readonly failures: number
  readonly timeouts: number
  readonly rateRefusals: number
  /** Heads that it named and then refused to prove. */
  readonly unprovedHeads: number
  /** Queries a second that it accepts; undefined while it has refused none for their rate. */
  readonly queriesPerSecond: number | undefined
  /** Maximum number of concurrent queries at present. */
  readonly width: number
  readonly proofFailures: number
  readonly lastError: string | undefined
}

/** Statistics of all servers; `best` is the newest proved masterchain seqno. */
export type PoolStats = {
  readonly servers: readonly LiteServerStats[]
  readonly alive: number
  readonly best: number | undefined
  readonly queries: number
  readonly proofFailures: number
}

/** Returns the current statistics of a pool. */
export function poolStats(pool: LitePool): PoolStats {
  const servers = pool.servers.map((server) => serverStats(pool, server))
  return {
    servers,
    alive: servers.filter((server) => server.state === 'alive').length,
    best: pool.best,
    queries: servers.reduce((sum, server) => sum + server.queries, 0),
    proofFailures: servers.reduce((sum, server) => sum + server.proofFailures, 0),
  }
}

function serverStats(pool: LitePool, server: PoolServer): LiteServerStats {
  return {
    index: server.index,
    host: server.address.host,
    port: server.address.port,
    state: stateOf(pool, server),
    archival: server.archival,
    seqno: server.seqno,
    lag: server.lag,
    lagSeconds: pool.secondsBehind(server),
    queriesPerSecond: server.queriesPerSecond,
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
