import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { Status } from '#shared/schema/status.ts'
import { hashToBase64 } from '#shared/ton/hash.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { Health } from '../http/routes/healthRoute.ts'
import type { LiteNetworkStats } from '../liteserver/network/openLiteNetwork.ts'
import { EXECUTOR_VERSION } from '../tvm/executorConfig.ts'
import { type ChainClock, systemClock } from './chainClock.ts'
import type { Head } from './headWatch.ts'

/** Sources of status and health, all of them synchronous. */
export type StatusSources = {
  readonly version: string
  readonly network: () => {
    readonly name: string
    readonly kind: Status['network']['kind']
    readonly zeroState: BlockIdExt
  }
  readonly head: () => Head | undefined
  readonly stats: () => LiteNetworkStats
  /** The network's global version, undefined before it is read. */
  readonly networkVersion: () => number | undefined
  readonly apiUrl: () => string
  readonly metadata: () => Status['metadata']['state']
  /** Path of the embedded network's global config; undefined until it is written, or without one. */
  readonly globalConfigFile: () => string | undefined
  /** Faults of the devnet and of the index for an operator, a sentence each. */
  readonly problems: () => readonly string[]
  readonly index: () => IndexStatus
}

/** Returns the answer of `/api/tonscope/status`. */
export function gatewayStatus(sources: StatusSources): Status {
  const { name, kind, zeroState } = sources.network()
  const stats = sources.stats()
  const { stopped } = stats
  return {
    version: sources.version,
    network: { name, kind, id: hashToBase64(zeroState.rootHash) },
    head: sources.head() ?? null,
    servers: {
      alive: aliveOf(stats),
      total: stats.servers.length,
      list: stats.servers.map((server) => ({
        index: server.index,
        endpoint: `${server.host}:${server.port}`,
        alive: server.state === 'alive' && !stopped,
        seqno: server.seqno ?? null,
        latency_ms: server.medianMs === undefined ? null : Math.round(server.medianMs * 100) / 100,
      })),
    },
    verification: {
      enabled: stats.verify,
      accepted: stats.proved,
      refused: stats.proofFailures,
      proving: provingOf(stats),
    },
    fork: stopped ? { seqno: stopped.blocks[0].id.seqno, message: stopped.message } : null,
    metadata: { state: sources.metadata() },
    api: { v2: sources.apiUrl(), global_config: sources.globalConfigFile() ?? null },
  }
}

/** Maximum age of the head of a network that makes blocks all the time, seconds. */
const MAX_HEAD_AGE = 60
const LIVE_KINDS: readonly Status['network']['kind'][] = ['mainnet', 'testnet', 'custom']

/**
 * Returns the answer of `/healthz`. The age of the head counts on public and custom networks, and on a devnet that makes
 * a block at least every minute of its own clock; recorded networks end.
 */
export function gatewayHealth(sources: StatusSources, clock: ChainClock = systemClock()): Health {
  const head = sources.head()
  const stats = sources.stats()
  const { servers, stopped } = stats
  const alive = aliveOf(stats)
  const proving = provingOf(stats)
  const networkVersion = sources.networkVersion() ?? null
  const { name, kind } = sources.network()
  const age = head ? Math.max(0, clock.now - head.utime) : 0
  const problems = [
    ...(stopped ? [stopped.message] : []),
    ...headProblems(kind, age, clock),
    ...sources.problems(),
  ]
  return {
    status: stopped ? 'forked' : healthWord({ head, proving, alive, problems }),
    problems,
    network: name,
    head: head ? { ...head, age } : null,
    clock: clock.distance ?? null,
    servers: { alive, total: servers.length },
    index: indexHealth(sources.index()),
    ...(proving && { proving }),
    executor: {
      version: EXECUTOR_VERSION,
      network_version: networkVersion,
      is_outdated: (networkVersion ?? 0) > EXECUTOR_VERSION,
    },
  }
}

/** Returns the number of servers that are used: none after a fork. */
function aliveOf({ alive, stopped }: LiteNetworkStats): number {
  return stopped ? 0 : alive
}

function healthWord({
  head,
  proving,
  alive,
  problems,
}: {
  readonly head: Head | undefined
  readonly proving: Status['verification']['proving']
  readonly alive: number
  readonly problems: readonly string[]
}): Health['status'] {
  if (!head) return proving ? 'proving' : 'starting'
  if (alive === 0) return 'no servers'
  return problems.length > 0 ? 'degraded' : 'ok'
}

function headProblems(kind: Status['network']['kind'], age: number, clock: ChainClock): readonly string[] {
  const { blockInterval = 0, fault } = clock
  if (fault !== undefined) return [fault]
  if (LIVE_KINDS.includes(kind) && age > MAX_HEAD_AGE) {
    return [`the newest block that the liteservers have is ${age} s old`]
  }
  const isRegular = blockInterval > 0 && blockInterval <= MAX_HEAD_AGE
  return isRegular && age > MAX_HEAD_AGE + blockInterval
    ? [`the devnet makes a block every ${blockInterval} s, but the newest one is ${age} s old`]
    : []
}

function indexHealth({ state, behind, detection, classification, integrity }: IndexStatus): Health['index'] {
  return {
    integrity,
    state,
    behind,
    detection_pending: detection.pending + detection.waiting,
    detection_detail: detection.detail,
    classification_pending: classification.pending,
    classification_detail: classification.detail,
  }
}

function provingOf({ proving }: LiteNetworkStats): Status['verification']['proving'] {
  return proving ? { proved: proving.proved, expected: proving.expected } : null
}
