import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { ACCESS_PREFIX } from '#shared/schema/access.ts'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { STATUS_PATH } from '#shared/schema/status.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import type { RequestMeter } from './requestMeter.ts'
import { SECURITY_HEADERS } from './securityHeaders.ts'

/** Paths by what they belong to, for the meter: the first that fits counts. */
const FAMILIES: readonly (readonly [prefix: string, family: string])[] = [
  [DEVNET_PREFIX, 'devnet'],
  [STATUS_PATH, 'status'],
  [ACCESS_PREFIX, 'access'],
  ['/docs', 'docs'],
  ['/healthz', 'health'],
  ['/metrics', 'metrics'],
  ['/api', 'other'],
]

/**
 * The outermost layer: gives the request its id and its answer the headers that every one has; when it is answered,
 * its line in the log and its place in the meter. The query string stays out of the log; keys travel there.
 */
export function requestLog(log: Logger, meter: RequestMeter | undefined): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('startedAt', performance.now())
    c.set('headers', { ...SECURITY_HEADERS, 'X-Request-Id': requestId })
    await next()
    const elapsed = performance.now() - c.get('startedAt')
    const { method } = c.req
    const { status } = c.res
    meter?.finished({
      method,
      route: c.get('route') ?? familyOf(c),
      status,
      seconds: elapsed / 1000,
      cached: c.get('isCached') ?? false,
    })
    if (!log.isLevelEnabled('info')) return
    log.info({ requestId, method, path: c.req.path, status, ms: Math.round(elapsed * 100) / 100 }, 'request')
  }
}

function familyOf({ req, res }: AppContext): string {
  const [, family] = FAMILIES.find(([prefix]) => req.path.startsWith(prefix)) ?? []
  return family ?? (res.status < 400 ? 'explorer' : 'other')
}
