import type { Logger } from 'pino'
import { ACCESS_PREFIX } from '#shared/schema/access.ts'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { LITESERVERS_PATH } from '#shared/schema/liteservers.ts'
import { STATUS_PATH } from '#shared/schema/status.ts'
import { TOKEN_IMAGE_PATH } from '#shared/schema/tokenImage.ts'
import type { AppContext } from '../appContext.ts'
import type { RequestMeter } from './requestMeter.ts'

/** Families of paths for the meter; the first match counts. */
const FAMILIES: readonly (readonly [prefix: string, family: string])[] = [
  [DEVNET_PREFIX, 'devnet'],
  [STATUS_PATH, 'status'],
  [LITESERVERS_PATH, 'liteservers'],
  [ACCESS_PREFIX, 'access'],
  [TOKEN_IMAGE_PATH, 'image'],
  ['/docs', 'docs'],
  ['/healthz', 'health'],
  ['/metrics', 'metrics'],
  ['/api', 'other'],
]

/** Logs and counts every answer. The query string is left out of both: it can contain a key. */
export function requestLog(
  log: Logger,
  meter: RequestMeter | undefined,
): (c: AppContext, response: Response) => void {
  return (c, { status }) => {
    const { method, path } = c.req
    const { requestId, startedAt, route, isCached = false } = c.env.request
    const elapsed = performance.now() - startedAt
    meter?.finished({
      method,
      route: route ?? familyOf(path, status),
      status,
      seconds: elapsed / 1000,
      cached: isCached,
    })
    if (!log.isLevelEnabled('info')) return
    log.info({ requestId, method, path, status, ms: Math.round(elapsed * 100) / 100 }, 'request')
  }
}

function familyOf(path: string, status: number): string {
  const [, family] = FAMILIES.find(([prefix]) => path.startsWith(prefix)) ?? []
  return family ?? (status < 400 ? 'explorer' : 'other')
}
