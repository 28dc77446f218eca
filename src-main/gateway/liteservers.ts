import type { Liteserver, Liteservers, NetworkFork } from '#shared/schema/liteservers.ts'
import { hashToBase64 } from '#shared/ton/hash.ts'
import type { ForkError } from '../liteserver/errors.ts'
import type { LiteNetworkStats } from '../liteserver/network/openLiteNetwork.ts'
import type { LiteServerStats } from '../liteserver/pool/poolStats.ts'

/** Maximum length of an error's text: parts of it are a server's own. */
const MAX_ERROR = 400

/** Sources of the state of the pool, all of them synchronous. */
export type LiteserversSources = {
  readonly stats: () => LiteNetworkStats
  /** Whether the liteserver is embedded. */
  readonly embedded: boolean
  /** Returns the path of the file with the evidence of a fork; undefined if it was not written. */
  readonly forkFile: (error: ForkError) => string | undefined
}

/** Returns the answer of `/api/tonscope/liteservers`. */
export function gatewayLiteservers({ stats, embedded, forkFile }: LiteserversSources): Liteservers {
  const { servers, stopped, sentPerSecond } = stats()
  const listed = servers.map((server) => serverJson(server, stopped !== undefined))
  return {
    embedded,
    alive: listed.filter(({ state }) => state === 'in_use' || state === 'silent').length,
    per_second: rounded(sentPerSecond, 2),
    fork: stopped ? forkJson(stopped, forkFile(stopped)) : null,
    servers: listed,
  }
}

function serverJson(server: LiteServerStats, isStopped: boolean): Liteserver {
  const { medianMs, percentile95Ms, queriesPerSecond } = server
  return {
    index: server.index,
    endpoint: `${server.host}:${server.port}`,
    key: server.publicKey.toString('base64'),
    state: isStopped ? 'stopped' : stateOf(server),
    last_error: server.lastError === undefined ? null : shortened(server.lastError),
    retry_in: server.unavailableMs > 0 ? rounded(server.unavailableMs / 1_000, 1) : null,
    archival: server.archival ?? null,
    seqno: server.seqno ?? null,
    lag: {
      blocks: server.lag ?? null,
      seconds: server.lagSeconds === undefined ? null : rounded(server.lagSeconds, 1),
    },
    latency:
      medianMs === undefined || percentile95Ms === undefined
        ? null
        : { median: rounded(medianMs, 2), p95: rounded(percentile95Ms, 2) },
    queries: {
      total: server.queries,
      last_minute: server.recentQueries,
      running: server.inFlight,
      queued: server.queued,
      concurrency: server.width,
    },
    rate_limit:
      queriesPerSecond === undefined
        ? null
        : { per_second: rounded(queriesPerSecond, 2), stated: server.isRateStated },
    refusals: { rate: server.rateRefusals, not_in_db: server.missingRefusals, other: server.otherRefusals },
    failures: server.failures,
    timeouts: server.timeouts,
    proofs: {
      accepted: server.proved,
      failed: server.proofFailures,
      unproved_heads: server.unprovedHeads,
    },
    hedges: { sent: server.hedges, won: server.hedgesWon },
    kept: server.kept.map(({ workchain, kind, oldestAnswered, newestRefused }) => ({
      workchain,
      kind,
      oldest_answered: oldestAnswered ?? null,
      newest_refused: newestRefused ?? null,
    })),
  }
}

function stateOf({ state, isSilent }: LiteServerStats): Liteserver['state'] {
  switch (state) {
    case 'alive':
      return isSilent ? 'silent' : 'in_use'
    case 'failed':
      return 'backing_off'
    case 'connecting':
      return 'starting'
    default:
      return state
  }
}

function forkJson({ message, blocks }: ForkError, evidenceFile: string | undefined): NetworkFork {
  return {
    message,
    seqno: blocks[0].id.seqno,
    blocks: blocks.map(({ id, server }) => ({
      root_hash: hashToBase64(id.rootHash),
      file_hash: hashToBase64(id.fileHash),
      liteserver: server ?? null,
    })),
    evidence_file: evidenceFile ?? null,
  }
}

function shortened(text: string): string {
  return text.length > MAX_ERROR ? `${text.slice(0, MAX_ERROR - 1)}…` : text
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
