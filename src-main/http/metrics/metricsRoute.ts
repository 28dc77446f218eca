import type { Hono } from 'hono'
import type { LiteServerStats } from '../../liteserver/pool/poolStats.ts'
import type { HintStatus } from '../../metadata/hintServer.ts'
import type { MetadataStatus } from '../../metadata/metadataService.ts'
import { threadMemory } from '../../platform/startThread.ts'
import type { TvmPool } from '../../tvm/tvmPool.ts'
import type { AppEnv } from '../appContext.ts'
import type { CacheStats } from '../cache/answerCache.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { sendText } from '../response/respond.ts'
import { METRICS_TYPE, type Metric, metricsText } from './metricsText.ts'
import { type EventLoopDelay, processMetrics, threadMetrics } from './processMetrics.ts'
import type { RequestMetrics } from './requestMetrics.ts'

export const METRICS_PATH = '/metrics'

/** The sources of the measurements; reading them takes no time. */
export type MetricSources = {
  readonly build: { readonly version: string; readonly network: string }
  readonly requests: RequestMetrics
  /** Undefined without a response cache. */
  readonly cache: () => CacheStats | undefined
  /** Requests that access control refused, by why. */
  readonly refusals: () => Readonly<Record<string, number>>
  readonly servers: () => readonly LiteServerStats[]
  /** The newest proved masterchain block; `utime` in unix seconds. */
  readonly head: () => { readonly seqno: number; readonly utime: number } | undefined
  /** Resolves with the network's time, unix seconds; a devnet's can differ from this machine's. */
  readonly now: () => Promise<number>
  readonly tvm: () => TvmPool['stats']
  /** Undefined without off-chain token content. */
  readonly metadata?: () => MetadataStatus
  /** Returns undefined while no hint server is allowed. */
  readonly hints?: () => HintStatus | undefined
  /** Undefined without the streaming API. */
  readonly streaming?: () => StreamingStats
  readonly eventLoop: EventLoopDelay
}

/** Clients of the streaming API and what waits for them. */
export type StreamingStats = {
  readonly clients: number
  readonly queuedMessages: number
  readonly queuedBytes: number
  /** Messages that full queues did not take. */
  readonly dropped: number
}

/** Adds `GET /metrics`, for Prometheus. */
export function addMetricsRoute(app: Hono<AppEnv>, sources: MetricSources): void {
  app.get(METRICS_PATH, async (c) => {
    const [now, memory] = await Promise.all([sources.now(), threadMemory()])
    const metrics = [...metricsOf(sources, now), ...threadMetrics(memory)]
    return sendText(c, 200, metricsText(metrics), { 'Content-Type': METRICS_TYPE })
  })
  app.all(METRICS_PATH, (c) => {
    throw methodRefusal(c, READ_ONLY)
  })
}

function metricsOf(sources: MetricSources, now: number): Metric[] {
  return [
    {
      name: 'tonscope_build_info',
      type: 'gauge',
      help: 'What runs here; always 1',
      samples: [{ labels: { ...sources.build, node: process.versions.node }, value: 1 }],
    },
    ...sources.requests.metrics(),
    ...cacheMetrics(sources.cache()),
    {
      name: 'tonscope_access_refusals_total',
      type: 'counter',
      help: 'Requests that access control refused',
      samples: Object.entries(sources.refusals()).map(([kind, value]) => ({ labels: { kind }, value })),
    },
    ...serverMetrics(sources.servers()),
    ...headMetrics(sources.head(), now),
    ...tvmMetrics(sources.tvm()),
    ...metadataMetrics(sources.metadata?.()),
    ...hintMetrics(sources.hints?.()),
    ...streamingMetrics(sources.streaming?.()),
    ...processMetrics(sources.eventLoop),
  ]
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] }
}

function cacheMetrics(stats: CacheStats | undefined): Metric[] {
  if (!stats) return []
  const { hits, misses, shared, entries, bytes } = stats
  return [
    {
      name: 'tonscope_cache_requests_total',
      type: 'counter',
      help: 'Requests by the use of the response cache: hit, miss (sent to the network), shared (answered with an equal request)',
      samples: Object.entries({ hit: hits, miss: misses, shared }).map(([result, value]) => ({
        labels: { result },
        value,
      })),
    },
    gauge('tonscope_cache_entries', 'Answers in the response cache', entries),
    gauge('tonscope_cache_bytes', 'Size of the answers in the response cache', bytes),
  ]
}

/** Of each liteserver; undefined is left out. */
const SERVER_METRICS: readonly (Omit<Metric, 'samples'> & {
  value(server: LiteServerStats): number | undefined
})[] = [
  {
    name: 'tonscope_liteserver_alive',
    type: 'gauge',
    help: '1 if the liteserver is in use',
    value: ({ state }) => (state === 'alive' ? 1 : 0),
  },
  {
    name: 'tonscope_liteserver_seqno',
    type: 'gauge',
    help: 'Its newest masterchain block, as it says',
    value: ({ seqno }) => seqno,
  },
  {
    name: 'tonscope_liteserver_latency_seconds',
    type: 'gauge',
    help: 'Moving average of the time of an answer',
    value: ({ latencyMs }) => latencyMs && latencyMs / 1000,
  },
  {
    name: 'tonscope_liteserver_in_flight',
    type: 'gauge',
    help: 'Queries that wait for its answer',
    value: ({ inFlight }) => inFlight,
  },
  {
    name: 'tonscope_liteserver_queued',
    type: 'gauge',
    help: 'Queries that wait to be sent to it',
    value: ({ queued }) => queued,
  },
  {
    name: 'tonscope_liteserver_queries_total',
    type: 'counter',
    help: 'Queries that were sent to it',
    value: ({ queries }) => queries,
  },
  {
    name: 'tonscope_liteserver_failures_total',
    type: 'counter',
    help: 'Queries that failed with its connection',
    value: ({ failures }) => failures,
  },
  {
    name: 'tonscope_liteserver_timeouts_total',
    type: 'counter',
    help: 'Queries that it did not answer in time',
    value: ({ timeouts }) => timeouts,
  },
  {
    name: 'tonscope_liteserver_rate_refusals_total',
    type: 'counter',
    help: 'Queries that it refused for their rate',
    value: ({ rateRefusals }) => rateRefusals,
  },
  {
    name: 'tonscope_liteserver_missing_refusals_total',
    type: 'counter',
    help: 'Queries that it refused because it does not have what they ask for (codes 651 and 652)',
    value: ({ missingRefusals }) => missingRefusals,
  },
  {
    name: 'tonscope_liteserver_other_refusals_total',
    type: 'counter',
    help: 'Queries that it refused for other reasons',
    value: ({ otherRefusals }) => otherRefusals,
  },
  {
    name: 'tonscope_liteserver_hedges_total',
    type: 'counter',
    help: 'Queries that it got because another liteserver had not answered yet',
    value: ({ hedges }) => hedges,
  },
  {
    name: 'tonscope_liteserver_hedges_won_total',
    type: 'counter',
    help: 'Queries of these that it answered first',
    value: ({ hedgesWon }) => hedgesWon,
  },
  {
    name: 'tonscope_liteserver_queries_per_second_limit',
    type: 'gauge',
    help: 'Rate of queries that it accepts, as learned; absent while it has refused none',
    value: ({ queriesPerSecond }) => queriesPerSecond,
  },
  {
    name: 'tonscope_liteserver_concurrency',
    type: 'gauge',
    help: 'Queries that it is sent at once',
    value: ({ width }) => width,
  },
  {
    name: 'tonscope_liteserver_lag_seconds',
    type: 'gauge',
    help: 'Age of its newest block beside the newest proved one when it was last asked for it; absent before that is known',
    value: ({ lagSeconds }) => lagSeconds,
  },
  {
    name: 'tonscope_liteserver_unproved_heads_total',
    type: 'counter',
    help: 'Heads that it named and then refused to prove',
    value: ({ unprovedHeads }) => unprovedHeads,
  },
  {
    name: 'tonscope_liteserver_proof_failures_total',
    type: 'counter',
    help: 'Answers that it could not prove',
    value: ({ proofFailures }) => proofFailures,
  },
  {
    name: 'tonscope_liteserver_proofs_total',
    type: 'counter',
    help: 'Answers that it proved',
    value: ({ proved }) => proved,
  },
]

function serverMetrics(servers: readonly LiteServerStats[]): Metric[] {
  return SERVER_METRICS.map(({ value: read, ...metric }) => ({
    ...metric,
    samples: servers.flatMap((server) => {
      const value = read(server)
      const labels = { server: server.index, endpoint: `${server.host}:${server.port}` }
      return value === undefined ? [] : [{ labels, value }]
    }),
  }))
}

function headMetrics(head: ReturnType<MetricSources['head']>, now: number): Metric[] {
  if (!head) return []
  return [
    gauge('tonscope_head_seqno', 'The newest proved masterchain block', head.seqno),
    gauge('tonscope_head_age_seconds', 'Age of the newest block', Math.max(0, now - head.utime)),
  ]
}

function tvmMetrics({ threads, running, queued }: TvmPool['stats']): Metric[] {
  return [
    gauge('tonscope_tvm_threads', 'Threads that run get-methods', threads),
    gauge('tonscope_tvm_running', 'Runs that are under way', running),
    gauge('tonscope_tvm_queued', 'Runs that wait for a thread', queued),
  ]
}

function metadataMetrics(status: MetadataStatus | undefined): Metric[] {
  if (!status) return []
  const { fetched, failed, dropped, images } = status
  return [
    {
      name: 'tonscope_metadata_fetches_total',
      type: 'counter',
      help: 'URLs of off-chain token content by result: fetched, failed, dropped (the queue was full)',
      samples: Object.entries({ fetched, failed, dropped }).map(([result, value]) => ({
        labels: { result },
        value,
      })),
    },
    gauge(
      'tonscope_metadata_enabled',
      '0 if off-chain token content is not fetched',
      status.state === 'on' ? 1 : 0,
    ),
    gauge('tonscope_metadata_running', 'URLs that are being fetched', status.running),
    gauge('tonscope_metadata_waiting', 'URLs that wait to be fetched', status.waiting),
    gauge('tonscope_metadata_image_bytes', 'Size of the stored images of tokens', images.bytes),
  ]
}

function hintMetrics(status: HintStatus | undefined): Metric[] {
  if (!status) return []
  const { host, answered, refused, limited, failed, held, backedOff, proved, dropped } = status
  const samples = (values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([result, value]) => ({ labels: { host, result }, value }))
  return [
    {
      name: 'tonscope_hint_requests_total',
      type: 'counter',
      help: 'Requests to the hint server: answered, refused, limited (status 429), failed, held (not sent because of the rate), backed_off (not sent because of failures)',
      samples: samples({ answered, refused, limited, failed, held, backed_off: backedOff }),
    },
    {
      name: 'tonscope_hint_places_total',
      type: 'counter',
      help: 'Places and contracts that the hint server named: proved by the network, or dropped',
      samples: samples({ proved, dropped }),
    },
  ]
}

function streamingMetrics(stats: StreamingStats | undefined): Metric[] {
  if (!stats) return []
  return [
    gauge('tonscope_streaming_clients', 'Connected clients of the streaming API', stats.clients),
    gauge(
      'tonscope_streaming_queued_messages',
      'Messages that wait for these clients to read',
      stats.queuedMessages,
    ),
    gauge('tonscope_streaming_queued_bytes', 'Size of these messages', stats.queuedBytes),
    {
      name: 'tonscope_streaming_dropped_messages_total',
      type: 'counter',
      help: 'Messages that clients did not get because they read too slowly',
      samples: [{ value: stats.dropped }],
    },
  ]
}
