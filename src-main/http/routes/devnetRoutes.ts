import type { Hono } from 'hono'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import {
  DEVNET_PREFIX,
  faucetRequest,
  settingsRequest,
  snapshotRequest,
  stepRequest,
  timeRequest,
} from '#shared/schema/devnet.ts'
import { DevnetError, type DevnetErrorCode } from '../../devnet/runtime/devnetErrors.ts'
import type { DevnetControl } from '../../devnet/runtime/runningDevnet.ts'
import type { AppContext, AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { type Clock, success } from '../v2/envelope.ts'

const STATUS_OF: Readonly<Record<DevnetErrorCode, number>> = {
  'bad-request': 422,
  conflict: 409,
  'not-found': 404,
  'no-space': 507,
}

const nothing = z.strictObject({})

type Command = (control: DevnetControl, c: AppContext) => Promise<unknown>

const COMMANDS: Readonly<Record<string, Command>> = {
  faucet: async (control, c) => {
    const { amount, ...request } = await readBodyFields(c, faucetRequest)
    return control.faucet({ ...request, amount: BigInt(amount) })
  },
  step: async (control, c) => control.step((await readBodyFields(c, stepRequest)).blocks),
  keyblock: async (control, c) => {
    await readBodyFields(c, nothing)
    return control.keyBlock()
  },
  time: async (control, c) => control.setTime(await readBodyFields(c, timeRequest)),
  settings: async (control, c) => control.settings(await readBodyFields(c, settingsRequest)),
  save: async (control, c) => control.saveSnapshot((await readBodyFields(c, snapshotRequest)).name),
  restore: async (control, c) => control.restoreSnapshot((await readBodyFields(c, snapshotRequest)).name),
  forget: async (control, c) => {
    await control.deleteSnapshot((await readBodyFields(c, snapshotRequest)).name)
    return {}
  },
  reset: async (control, c) => {
    await readBodyFields(c, nothing)
    return control.reset()
  },
}

/**
 * Adds `/api/tonscope/devnet` (GET: its status) and its commands (POST with a JSON body, see the schema). Without a
 * devnet every path answers 404 with the reason.
 */
export function addDevnetRoutes(app: Hono<AppEnv>, devnet: DevnetControl | undefined, clock: Clock): void {
  const control = (): DevnetControl => {
    if (!devnet) throw new ApiError(404, 'this network is not a devnet: start with --network devnet')
    return devnet
  }
  app.get(DEVNET_PREFIX, (c) => answer(c, clock, () => control().status()))
  for (const [name, command] of Object.entries(COMMANDS)) {
    app.post(`${DEVNET_PREFIX}/${name}`, (c) => answer(c, clock, () => command(control(), c)))
  }
  // Not a path parameter: beside the fixed paths it would disable Hono's fast router.
  app.all(`${DEVNET_PREFIX}/*`, (c) => {
    const command = c.req.path.slice(DEVNET_PREFIX.length + 1)
    if (command === '') throw methodRefusal(c, READ_ONLY)
    if (!Object.hasOwn(COMMANDS, command)) throw new ApiError(404, `the devnet has no command ${command}`)
    throw methodRefusal(c, 'POST')
  })
}

async function answer(c: AppContext, clock: Clock, work: () => Promise<unknown>): Promise<Response> {
  try {
    return await success(c, clock, await work())
  } catch (error) {
    if (!(error instanceof DevnetError)) throw error
    throw new ApiError(STATUS_OF[error.code], messageOf(error), { cause: error })
  }
}
