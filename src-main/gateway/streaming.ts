import type { Logger } from 'pino'
import type { StreamingHealthJson } from '#shared/schema/streaming.ts'
import { createStreamHub, type StreamHub } from '../api/streaming/hub.ts'
import { createStreamingApi, type StreamingApi } from '../api/streaming/streamingApi.ts'
import type { ReloadableChain } from './reloadableChain.ts'

/** The streaming API of a gateway. */
export type Streaming = {
  readonly hub: StreamHub
  /** The API for the HTTP server. */
  readonly caller: StreamingApi & { health(): StreamingHealthJson }
  close(): void
}

const PROBE_MS = 5_000
/** Maximum age of a healthy component's heartbeat (docs/streaming §1). */
const MAX_AGE_S = 15

/** Returns why a component does not work; undefined while it does. */
type Probe = () => string | undefined

/**
 * Opens the streaming API.
 * @param chain undefined until it is open
 */
export function openStreaming(
  chain: () => Pick<ReloadableChain, 'current' | 'index'> | undefined,
  log: Logger,
): Streaming {
  const hub = createStreamHub({
    source: () => chain()?.index().stream,
    onTrouble: (error) => log.warn({ err: error }, 'an event could not be streamed'),
  })
  const heartbeats = watchComponents({
    'ton-trace-emulator': () =>
      chain()?.current().network.stats().alive ? undefined : 'no liteserver answers',
    'event-classifier': () => {
      const index = chain()?.index()
      return index?.indexer ? index.fault : (index?.fault ?? 'the index is being opened')
    },
    'ton-trace-ttl-tracker': () => {
      const age = chain()?.current().pending.stats.sweepAgeMs ?? Infinity
      return age <= MAX_AGE_S * 1000 ? undefined : 'expired pending traces are not removed'
    },
  })
  return {
    hub,
    caller: { ...createStreamingApi(hub), health: heartbeats.health },
    close() {
      heartbeats.close()
      hub.close()
    },
  }
}

function watchComponents(probes: Readonly<Record<string, Probe>>) {
  /** Unix seconds of the last heartbeat by component. */
  const lastAlive = new Map<string, number>()
  const errors = new Map<string, string>()

  function probeAll(): void {
    for (const [name, probe] of Object.entries(probes)) {
      const error = probe()
      if (error === undefined) {
        lastAlive.set(name, unixNow())
        errors.delete(name)
      } else errors.set(name, error)
    }
  }
  const timer = setInterval(probeAll, PROBE_MS)
  timer.unref()

  return {
    health(): StreamingHealthJson {
      probeAll()
      const now = unixNow()
      const components = Object.keys(probes).map((name) => {
        const last = lastAlive.get(name)
        const error = errors.get(name)
        const times = last === undefined ? {} : { age_seconds: now - last, last_heartbeat: last }
        const ok = last !== undefined && now - last <= MAX_AGE_S
        return [name, { ok, ...(error !== undefined && { error }), ...times }] as const
      })
      return { ok: components.every(([, { ok }]) => ok), now, components: Object.fromEntries(components) }
    },
    close: () => clearInterval(timer),
  }
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}
