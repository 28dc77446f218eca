import { Hono } from 'hono'
import type { NetworkEntry } from '#shared/schema/networks.ts'
import { isAllowedOrigin } from './access/cors.ts'
import { isFetchedByOthers } from './access/originCheck.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import { type GuardOptions, guardsOf } from './guards.ts'
import { METRICS_PATH } from './metrics/metricsRoute.ts'
import { requestLog } from './metrics/requestLog.ts'
import { createPipeline } from './pipeline.ts'
import { methodRefusal, READ_ONLY } from './request/methods.ts'
import { errorHandler, refusal } from './response/refusal.ts'
import { sendJson, setHeader } from './response/respond.ts'
import { addNetworksRoutes, type NetworksControl } from './routes/networksRoutes.ts'
import type { StaticSite } from './routes/staticSite.ts'
import type { Clock } from './v2/envelope.ts'
import { versionHeader } from './v2/v2Routes.ts'

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** A network that does not run, as its app sees it. */
export type AsleepNetwork = {
  readonly name: string
  state(): NetworkEntry['state']
  /** One line for a client that cannot wait: what the network does, or why it does not run. */
  line(): string
  /** Begins to start the network unless its settings forbid it. */
  wake(): void
  /**
   * Starts the network and resolves with its app; undefined if it does not run within the time that a request can
   * wait.
   */
  awake(): Promise<Fetch | undefined>
}

export type AsleepAppOptions = GuardOptions & {
  readonly network: AsleepNetwork
  readonly networks: NetworksControl
  readonly site: StaticSite
  readonly clock?: Clock
}

/** Paths that ask whether a network runs: they do not start it, and do not keep it awake. */
export const QUIET_PATHS = ['/healthz', METRICS_PATH, '/api/tonscope/networks'] as const

const UNAVAILABLE = 503
const RETRY_S = 2

/**
 * The HTTP surface of a network that is asleep or starting, with the guards of a running one. The explorer is served at
 * once and shows the progress; requests to an API wait, and are then answered by the network's own app. What the guards
 * refuse does not start a network.
 */
export function createAsleepApp(options: AsleepAppOptions): Hono<AppEnv> {
  const { log, network, networks, site, origins = [], clock = Date.now } = options
  const routes = new Hono<AppEnv>()
  addNetworksRoutes(routes, networks, origins)
  addQuietRoutes(routes, network)
  routes.notFound(async (c) => {
    const page = isPageRequest(c) ? await site.respond(c) : undefined
    const mayWake = !isFetchedByOthers(c, (origin) => isAllowedOrigin(origin, origins))
    if (page) {
      if (mayWake) network.wake()
      return page
    }
    const fetch = mayWake ? await network.awake() : undefined
    if (fetch) return fetch(c.req.raw, { ...c.env, isAdmitted: true })
    setHeader(c, 'Retry-After', String(RETRY_S))
    return refusal(c, clock, UNAVAILABLE, network.line())
  })
  const onError = errorHandler(log, clock)
  routes.onError(onError)
  return createPipeline({
    middlewares: [versionHeader, ...guardsOf(options)],
    routes,
    onError,
    onResponse: requestLog(log, undefined),
  })
}

function addQuietRoutes(routes: Hono<AppEnv>, network: AsleepNetwork): void {
  routes.get('/healthz', (c) => {
    const state = network.state()
    const problems = state === 'failed' ? [network.line()] : []
    return sendJson(c, state === 'asleep' ? 200 : UNAVAILABLE, {
      status: state,
      problems,
      network: network.name,
      head: null,
    })
  })
  routes.get(METRICS_PATH, (c) => sendJson(c, UNAVAILABLE, { error: network.line(), code: UNAVAILABLE }))
  for (const path of ['/healthz', METRICS_PATH]) {
    routes.all(path, (c) => {
      throw methodRefusal(c, READ_ONLY)
    })
  }
}

/** Returns whether a request is for the explorer, which is the same for all networks. The reference is a network's own. */
function isPageRequest({ req: { method, path } }: AppContext): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (path === '/docs' || (path.startsWith('/docs/') && !path.includes('.'))) return false
  return path !== '/api' && !path.startsWith('/api/')
}
