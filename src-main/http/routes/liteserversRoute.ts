import type { Hono } from 'hono'
import { LITESERVERS_PATH, type Liteservers } from '#shared/schema/liteservers.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { type Clock, success } from '../v2/envelope.ts'

/** Adds `GET /api/tonscope/liteservers`, which sends no query. */
export function addLiteserversRoute(app: Hono<AppEnv>, liteservers: () => Liteservers, clock: Clock): void {
  app.get(LITESERVERS_PATH, (c) => success(c, clock, liteservers()))
  app.all(LITESERVERS_PATH, (c) => {
    throw methodRefusal(c, READ_ONLY)
  })
}
