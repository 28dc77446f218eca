import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { ACCESS_PREFIX, accessSettings, newKey, revokedKey } from '#shared/schema/access.ts'
import type { AppContext, AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { isFromThisMachine } from '../request/peer.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { setHeader } from '../response/respond.ts'
import { truncateHeader } from '../response/truncateHeader.ts'
import { type Clock, success } from '../v2/envelope.ts'
import type { AccessStore } from './accessControl.ts'
import { isAllowedOrigin } from './cors.ts'

type Command = (store: AccessStore, c: AppContext) => Promise<unknown>

const COMMANDS: Readonly<Record<string, Command>> = {
  settings: async (store, c) => store.change(await readBodyFields(c, accessSettings)),
  add: async (store, c) => store.add(await readBodyFields(c, newKey)),
  revoke: async (store, c) => store.revoke((await readBodyFields(c, revokedKey)).name),
}

/**
 * Throws ApiError 403 unless the request is from a program of this machine or an allowed page.
 * @param what what only they can ask for: `access control`
 */
export function requireOwn(c: AppContext, origins: readonly string[], what: string): void {
  if (!isFromThisMachine(c)) throw new ApiError(403, `${what} is a matter of this machine alone`)
  const origin = c.req.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, origins)) {
    throw new ApiError(403, `pages of ${truncateHeader(origin)} may not ask for ${what}`)
  }
}

/**
 * Adds `/api/tonscope/access` (GET: the settings and the keys without their secrets) and its commands (POST with a JSON
 * body, see the schema).
 */
export function addAccessRoutes(
  app: Hono<AppEnv>,
  store: AccessStore,
  origins: readonly string[],
  clock: Clock,
): void {
  const allowed: ReadonlyMap<string, string> = new Map([
    [ACCESS_PREFIX, READ_ONLY],
    ...Object.keys(COMMANDS).map((name) => [`${ACCESS_PREFIX}/${name}`, 'POST'] as const),
  ])
  app.use(`${ACCESS_PREFIX}/*`, async (c, next) => {
    requireOwn(c, origins, 'access control')
    // A cache must not store a new key.
    setHeader(c, 'Cache-Control', 'no-store')
    await next()
  })
  app.get(ACCESS_PREFIX, (c) => success(c, clock, store.state()))
  for (const [name, command] of Object.entries(COMMANDS)) {
    app.post(`${ACCESS_PREFIX}/${name}`, async (c) => success(c, clock, await command(store, c)))
  }
  for (const [path, methods] of allowed) {
    app.all(path, (c) => {
      throw methodRefusal(c, methods)
    })
  }
}
