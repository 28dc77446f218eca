import type { Hono } from 'hono'
import { HINTS_PATH, type HintSettings, type HintsChange, hintsChange } from '#shared/schema/hints.ts'
import { requireOwn } from '../access/accessRoutes.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { setHeader } from '../response/respond.ts'
import { type Clock, success } from '../v2/envelope.ts'

/** The hint server of a network. */
export type HintsControl = {
  /** Returns the setting, without the key, and counts. */
  settings(): HintSettings
  /** Changes and stores the setting; requests to the server before end at once. Rejects with ApiError 422. */
  change(change: HintsChange): Promise<HintSettings>
}

/** Adds `/api/tonscope/hints` (see the schema): only programs of this machine and its own pages can change it. */
export function addHintsRoute(
  app: Hono<AppEnv>,
  hints: HintsControl,
  origins: readonly string[],
  clock: Clock,
): void {
  app.get(HINTS_PATH, (c) => {
    setHeader(c, 'Cache-Control', 'no-store')
    return success(c, clock, hints.settings())
  })
  app.put(HINTS_PATH, async (c) => {
    requireOwn(c, origins, 'a change of hints')
    setHeader(c, 'Cache-Control', 'no-store')
    return success(c, clock, await hints.change(await readBodyFields<HintsChange>(c, hintsChange)))
  })
  app.all(HINTS_PATH, (c) => {
    throw methodRefusal(c, `${READ_ONLY}, PUT`)
  })
}
