import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { type ChainConfigJson, CONFIG_PATH } from '#shared/schema/chainConfig.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { configJson } from '../../chain/config/configJson.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { type Clock, success } from '../v2/envelope.ts'
import type { V2Caller } from '../v2/v2Routes.ts'

const MAX_SEQNO = 2 ** 31 - 1

/** Adds `GET /api/tonscope/config` (see the schema), with v2's envelope and errors. */
export function addConfigRoute(app: Hono<AppEnv>, v2: V2Caller, clock: Clock): void {
  app.get(CONFIG_PATH, async (c) => {
    const seqno = readSeqno(c.req.query('seqno'))
    const values = { seqno: seqno ?? undefined }
    const { config } = (await v2.call('getConfigAll', values, { signal: c.req.raw.signal })
      .result) as V2Result<'getConfigAll'>
    const params = configJson(parseBocRoot(Buffer.from(config.bytes, 'base64')))
    return success(c, clock, { seqno, params } satisfies ChainConfigJson)
  })
  app.all(CONFIG_PATH, (c) => {
    throw methodRefusal(c, READ_ONLY)
  })
}

/**
 * Returns the masterchain seqno of a query; null without one.
 * @throws ApiError 422 for a text that is not one
 */
function readSeqno(text: string | undefined): number | null {
  if (text === undefined) return null
  const seqno = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (seqno < 1 || seqno > MAX_SEQNO) {
    throw new ApiError(422, `seqno must be a masterchain seqno from 1 to ${MAX_SEQNO}`)
  }
  return seqno
}
