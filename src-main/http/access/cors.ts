import type { Logger } from 'pino'
import { EXECUTOR_HEADER } from '#shared/schema/executor.ts'
import { COVERAGE_HEADER, INDEX_HEAD_HEADER } from '#shared/schema/indexer.ts'
import type { Middleware } from '../appContext.ts'
import { send, setHeader, varyBy } from '../response/respond.ts'
import { truncateHeader } from '../response/truncateHeader.ts'

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']
const EXPOSED_HEADERS = `X-API-Version, X-Request-Id, Retry-After, ${COVERAGE_HEADER}, ${INDEX_HEAD_HEADER}, ${EXECUTOR_HEADER}`
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  // SDKs add their own headers (X-Ton-Client-Version, tracing); without credentials the star covers all but one.
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '600',
}

/** Returns whether pages of this origin can read answers: all origins of this machine, and the user's list. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isLocal = LOCAL_NAMES.includes(hostname) || hostname.endsWith('.localhost')
  return isLocal && (protocol === 'http:' || protocol === 'https:')
}

/** Reflects allowed origins, without credentials, and logs refused ones. Answers preflights. */
export function cors(origins: readonly string[], log: Logger): Middleware {
  return (c) => {
    const origin = c.req.header('origin')
    if (origin === undefined) return undefined
    varyBy(c, 'Origin')
    if (isAllowedOrigin(origin, origins)) {
      setHeader(c, 'Access-Control-Allow-Origin', origin)
      setHeader(c, 'Access-Control-Expose-Headers', EXPOSED_HEADERS)
    } else {
      log.warn(
        { origin: truncateHeader(origin), requestId: c.env.request.requestId },
        'origin is not allowed',
      )
    }
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')
    return isPreflight ? send(c, 204, null, PREFLIGHT_HEADERS) : undefined
  }
}
