import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './appContext.ts'

/**
 * The outermost layer: gives the request its id and, when it is answered, its line in the log. The query string
 * stays out of the log; keys travel there.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('startedAt', performance.now())
    c.header('X-Request-Id', requestId)
    await next()
    const ms = Math.round((performance.now() - c.get('startedAt')) * 100) / 100
    log.info({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request')
  }
}
