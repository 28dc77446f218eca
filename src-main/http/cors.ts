import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './appContext.ts'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']
const ALLOWED_METHODS = 'GET, POST, OPTIONS'
/** SDKs add their own (X-Ton-Client-Version, tracing); without credentials the star stands for all but one. */
const ALLOWED_HEADERS = '*, Authorization'
const EXPOSED_HEADERS = 'X-API-Version, X-Request-Id'
const PREFLIGHT_SECONDS = '600'

/** Whether pages of this origin may read our answers: anything on this machine, and the user's list. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isLocal = LOCAL_NAMES.includes(hostname) || hostname.endsWith('.localhost')
  return isLocal && (protocol === 'http:' || protocol === 'https:')
}

/** Reflects allowed origins, without credentials; a refused one leaves a line in the log. */
export function cors(origins: readonly string[], log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    if (origin === undefined) return next()
    c.header('Vary', 'Origin')
    if (isAllowedOrigin(origin, origins)) {
      c.header('Access-Control-Allow-Origin', origin)
      c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    } else {
      log.warn({ origin, requestId: c.get('requestId') }, 'origin is not allowed')
    }
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')
    if (!isPreflight) return next()
    return c.body(null, 204, {
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    })
  }
}
