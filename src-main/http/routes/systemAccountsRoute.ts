import type { Hono } from 'hono'
import {
  ACCOUNT_PARAMS,
  type AccountParam,
  SYSTEM_ACCOUNTS_PATH,
  type SystemAccountJson,
} from '#shared/schema/systemAccounts.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { formatRawAddress } from '#shared/ton/address.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { type Clock, success } from '../v2/envelope.ts'
import type { V2Caller } from '../v2/v2Routes.ts'

const ADDRESS_BITS = 256

/** Adds `GET /api/tonscope/system-accounts`, with v2's envelope and errors. */
export function addSystemAccountsRoute(app: Hono<AppEnv>, v2: V2Caller, clock: Clock): void {
  app.get(SYSTEM_ACCOUNTS_PATH, async (c) => {
    const { signal } = c.req.raw
    const found = await Promise.all(ACCOUNT_PARAMS.map((param) => accountOf(v2, param, signal)))
    return success(
      c,
      clock,
      found.filter((account) => account !== undefined),
    )
  })
  app.all(SYSTEM_ACCOUNTS_PATH, (c) => {
    throw methodRefusal(c, READ_ONLY)
  })
}

/** Returns the account of a parameter; undefined if the configuration lacks it: v2 then answers an empty cell. */
async function accountOf(
  v2: V2Caller,
  param: AccountParam,
  signal: AbortSignal,
): Promise<SystemAccountJson | undefined> {
  const values = { config_id: undefined, param, seqno: undefined }
  const { config } = (await v2.call('getConfigParam', values, { signal })
    .result) as V2Result<'getConfigParam'>
  const cell = config.bytes === '' ? undefined : parseBocRoot(Buffer.from(config.bytes, 'base64'))
  if (cell?.bits.length !== ADDRESS_BITS) return undefined
  return { param, address: formatRawAddress({ workchain: -1, hash: cell.beginParse().loadBuffer(32) }) }
}
