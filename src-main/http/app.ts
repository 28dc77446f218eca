import { Hono } from 'hono'
import type { Logger } from 'pino'
import { STATUS_PATH, type Status } from '#shared/schema/status.ts'
import type { DevnetControl } from '../devnet/life/runningDevnet.ts'
import { type AccessGate, accessCheck } from './access.ts'
import { givePass } from './accessPass.ts'
import { addAccessRoutes } from './accessRoutes.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import { cors } from './cors.ts'
import { addDevnetRoutes } from './devnetRoutes.ts'
import { addDocsRoutes } from './docsRoutes.ts'
import { type Clock, failure } from './envelope.ts'
import { answerOf } from './errorTable.ts'
import { addHealthRoute, type Health } from './health.ts'
import { type HostRule, hostCheck } from './hostCheck.ts'
import { sizeLimits } from './limits.ts'
import { requestLog } from './requestLog.ts'
import { sendJson, sendText } from './respond.ts'
import { securityHeaders } from './securityHeaders.ts'
import { senderCheck } from './senders.ts'
import { type StaticSite, staticSite } from './staticSite.ts'
import { addV2Routes, type V2Caller } from './v2Routes.ts'

export type HttpAppOptions = {
  readonly v2: V2Caller
  /** Absent on any network that isn't our own. */
  readonly devnet?: DevnetControl | undefined
  readonly status: () => Status
  readonly health: () => Health
  /** Asked at every request, because the port is known only after listening. */
  readonly hosts: () => HostRule
  /** Origins that may read our answers besides those of this machine. */
  readonly origins?: readonly string[]
  /** Absent: everybody may ask as often as they like. */
  readonly access?: AccessGate
  /** Folder of the built explorer. */
  readonly explorerRoot?: string
  readonly log: Logger
  readonly clock?: Clock
}

const NOT_BUILT = 'The explorer is not built: run `npm run build`. The API answers all the same.\n'

/**
 * The whole HTTP surface as one Request → Response function. The order of the layers is part of the design:
 * log and request id, host, size, CORS, route; errors are mapped in one place.
 */
export function createHttpApp(options: HttpAppOptions): Hono<AppEnv> {
  const { log, clock = Date.now } = options
  const app = new Hono<AppEnv>()
  const site = options.explorerRoot === undefined ? undefined : staticSite(options.explorerRoot)

  app.use(requestLog(log))
  app.use(securityHeaders())
  app.use(hostCheck(options.hosts))
  app.use(sizeLimits())
  app.use(cors(options.origins ?? [], log))
  app.use(senderCheck(options.origins ?? []))
  if (options.access) {
    app.use(givePass(options.access.pass), accessCheck(options.access))
    addAccessRoutes(app, options.access.store, options.origins ?? [], clock)
  }

  addHealthRoute(app, options.health)
  app.get(STATUS_PATH, (c) => sendJson(c, 200, options.status()))
  addDevnetRoutes(app, options.devnet, clock)
  addDocsRoutes(app)
  addV2Routes(app, options.v2, clock)

  app.notFound((c) => explorerOrNotFound(c, site, clock))
  app.onError((error, c) => {
    const answer = answerOf(error)
    if (answer) return failure(c, clock, answer.status, answer.text)
    const requestId = c.get('requestId')
    log.error({ err: error, requestId }, 'unexpected failure')
    return failure(c, clock, 500, `unexpected failure; the log has it under request ${requestId}`)
  })
  return app
}

async function explorerOrNotFound(
  c: AppContext,
  site: StaticSite | undefined,
  clock: Clock,
): Promise<Response> {
  const isPage = c.req.method === 'GET' || c.req.method === 'HEAD'
  const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
  if (!isPage || isApi) return failure(c, clock, 404, 'Not Found')
  const response = await site?.respond(c)
  if (response) return response
  if (c.req.path !== '/') return failure(c, clock, 404, 'Not Found')
  return sendText(c, 503, NOT_BUILT, { 'Content-Type': 'text/plain; charset=utf-8' })
}
