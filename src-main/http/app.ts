import { Hono } from 'hono'
import { RESERVED_NAMES } from '#shared/reservedNames.ts'
import type { Liteservers } from '#shared/schema/liteservers.ts'
import { STATUS_PATH, type Status } from '#shared/schema/status.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import type { DevnetControl } from '../devnet/runtime/runningDevnet.ts'
import { addAccessRoutes } from './access/accessRoutes.ts'
import { refuseForeignPage } from './access/originCheck.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import type { AnswerCache } from './cache/answerCache.ts'
import { type GuardOptions, guardsOf } from './guards.ts'
import { addMetricsRoute, type MetricSources } from './metrics/metricsRoute.ts'
import { requestLog } from './metrics/requestLog.ts'
import type { RequestMeter } from './metrics/requestMeter.ts'
import { createPipeline } from './pipeline.ts'
import { addDocsRoutes } from './reference/docsRoutes.ts'
import { networkExamples } from './reference/networkExamples.ts'
import { methodRefusal, READ_ONLY } from './request/methods.ts'
import { errorHandler, refusal } from './response/refusal.ts'
import { sendJson, sendText } from './response/respond.ts'
import { truncateHeader } from './response/truncateHeader.ts'
import { addCellRoute } from './routes/cellRoute.ts'
import { addConfigRoute } from './routes/configRoute.ts'
import { addDevnetRoutes } from './routes/devnetRoutes.ts'
import { addHashRoute } from './routes/hashRoute.ts'
import { addHealthRoute, type Health } from './routes/healthRoute.ts'
import { addHintsRoute, type HintsControl } from './routes/hintsRoute.ts'
import { addImageRoute, type TokenImages } from './routes/imageRoute.ts'
import { addIndexRoutes, type IndexControl } from './routes/indexRoutes.ts'
import { addLabelsRoute, type LabelsControl } from './routes/labelsRoute.ts'
import { addLiteserversRoute } from './routes/liteserversRoute.ts'
import { addNetworksRoutes, type NetworksControl } from './routes/networksRoutes.ts'
import { addReplayRoutes, type ReplayCaller } from './routes/replayRoutes.ts'
import { addSearchRoute } from './routes/searchRoute.ts'
import type { StaticSite } from './routes/staticSite.ts'
import { addStreamingRoutes, type StreamingCaller } from './routes/streamingRoutes.ts'
import { addSystemAccountsRoute } from './routes/systemAccountsRoute.ts'
import type { Clock } from './v2/envelope.ts'
import { hasJsonRpc } from './v2/jsonRpc.ts'
import { addV2Routes, type V2Caller, versionHeader } from './v2/v2Routes.ts'
import { addV3Routes, type V3Caller, v3Headers } from './v3/v3Routes.ts'

export type HttpAppOptions = GuardOptions & {
  readonly v2: V2Caller
  /** Undefined: there is no `/api/v3`. */
  readonly v3?: V3Caller | undefined
  /** Undefined: there is no `/api/streaming`. */
  readonly streaming?: StreamingCaller | undefined
  /** The response cache; without it every request is sent to the network. */
  readonly cache?: AnswerCache | undefined
  /** Undefined for other networks than a devnet. */
  readonly devnet?: DevnetControl | undefined
  /** Undefined without an index. */
  readonly index?: IndexControl | undefined
  /** Undefined: there is no `/api/tonscope/hints`. */
  readonly hints?: HintsControl | undefined
  /** Undefined: there is no `/api/tonscope/replay`. */
  readonly replay?: ReplayCaller | undefined
  /** Undefined: there is no `/api/tonscope/labels`. */
  readonly labels?: LabelsControl | undefined
  /** Undefined: there are no images of tokens. */
  readonly images?: TokenImages | undefined
  readonly status: () => Status
  /** Undefined: there is no `/api/tonscope/liteservers`. */
  readonly liteservers?: (() => Liteservers) | undefined
  readonly health: () => Promise<Health>
  /** Returns the value of X-Executor-Version; undefined if the header does not apply. */
  readonly executorHeader?: () => string | undefined
  /** Whether pages of other allowed origins can send messages to the network; default true. */
  readonly pageSends?: boolean | undefined
  /** The built explorer; undefined: there is none. */
  readonly site?: StaticSite | undefined
  /** The networks of the program; undefined: there is no `/api/tonscope/networks`. */
  readonly networks?: NetworksControl | undefined
  /** The sources of `/metrics`; undefined: there is no such path. */
  readonly metrics?: MetricSources | undefined
  /** Counts every answer. */
  readonly meter?: RequestMeter | undefined
  readonly clock?: Clock
}

const READ_ONLY_API: ReadonlySet<string> = new Set([
  STATUS_PATH,
  ...['', '/', '/openapi.json', '/healthcheck'].map((path) => V2_PREFIX + path),
])
const NOT_BUILT = 'The explorer is not built: run `npm run build`. The API answers all the same.\n'

/**
 * The whole HTTP surface as one Request → Response function. The order of the layers is part of the design:
 * request id, middlewares (host, size, CORS, origin, access), route, log; errors are mapped in one place.
 */
export function createHttpApp(options: HttpAppOptions): Hono<AppEnv> {
  const { log, origins = [], clock = Date.now, site } = options
  const checkSender = (options.pageSends ?? true) ? undefined : refuseForeignPage

  const middlewares = [versionHeader, ...(options.v3 ? [v3Headers(options.v3)] : []), ...guardsOf(options)]

  const routes = new Hono<AppEnv>()
  if (options.access) addAccessRoutes(routes, options.access.store, origins, clock)
  if (options.networks) addNetworksRoutes(routes, options.networks, origins)
  addHealthRoute(routes, options.health)
  routes.get(STATUS_PATH, (c) => sendJson(c, 200, options.status()))
  if (options.liteservers) addLiteserversRoute(routes, options.liteservers, clock)
  addSystemAccountsRoute(routes, options.v2, clock)
  addConfigRoute(routes, options.v2, clock)
  addCellRoute(routes, clock)
  if (options.metrics) addMetricsRoute(routes, options.metrics)
  addDevnetRoutes(routes, options.devnet, clock)
  if (options.index) {
    addSearchRoute(routes, options.index, log)
    if (options.v3) addHashRoute(routes, options.v3, clock)
    addIndexRoutes(routes, options.index, clock)
  }
  if (options.replay) addReplayRoutes(routes, options.replay, clock)
  if (options.hints) addHintsRoute(routes, options.hints, origins, clock)
  if (options.labels) addLabelsRoute(routes, options.labels, origins, clock)
  if (options.images) addImageRoute(routes, options.images)
  addDocsRoutes(
    routes,
    networkExamples({ v2: options.v2, devnet: options.devnet, status: options.status, clock }),
  )
  addV2Routes(routes, {
    api: options.v2,
    cache: options.cache,
    clock,
    executorHeader: options.executorHeader,
    checkSender,
  })
  if (options.v3) addV3Routes(routes, options.v3, { executorHeader: options.executorHeader, checkSender })
  if (options.streaming) {
    const trustsLimits = () => !options.access?.enabled()
    addStreamingRoutes(routes, options.streaming, { origins, trustsLimits })
  }
  routes.notFound((c) => explorerOrNotFound(c, site, clock))

  const onError = errorHandler(log, clock)
  routes.onError(onError)

  return createPipeline({ middlewares, routes, onError, onResponse: requestLog(log, options.meter) })
}

const BASED_PATH = /^(\/.*?)(\/api\/(?:v2|v3|streaming|tonscope)(?:\/.*)?|\/(?:healthz|metrics))$/s

/**
 * Returns the base address that a path has although no network has it, as it was sent, and the path of the API behind
 * it; undefined for a path without one.
 */
function missingNetwork(url: string): { readonly base: string; readonly path: string } | undefined {
  const [, base = '', path = ''] = BASED_PATH.exec(new URL(url).pathname) ?? []
  const [, name = ''] = base.split('/')
  return base === '' || RESERVED_NAMES.has(name) ? undefined : { base, path }
}

async function explorerOrNotFound(
  c: AppContext,
  site: StaticSite | undefined,
  clock: Clock,
): Promise<Response> {
  const missing = missingNetwork(c.req.url)
  if (missing) {
    c.env.request.isExtraBare = true
    const text = `there is no network at ${truncateHeader(missing.base)}`
    return refusal(c, clock, 404, text, missing.path)
  }
  const isPage = c.req.method === 'GET' || c.req.method === 'HEAD'
  const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
  // Outside of the API every path is read-only, including missing pages.
  if (!isPage && (!isApi || READ_ONLY_API.has(c.req.path))) {
    throw methodRefusal(c, hasJsonRpc(c.req.path) ? `${READ_ONLY}, POST` : READ_ONLY)
  }
  const response = isPage && !isApi ? await site?.respond(c) : undefined
  if (response) return response
  if (!isPage || isApi || c.req.path !== '/') {
    c.env.request.isExtraBare = true
    return refusal(c, clock, 404, 'Not Found')
  }
  return sendText(c, 503, NOT_BUILT, { 'Content-Type': 'text/plain; charset=utf-8' })
}
