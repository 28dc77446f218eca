import type { Hono } from 'hono'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { type ContractJson, DISASSEMBLY_PATH } from '#shared/schema/disassembly.ts'
import { issueText } from '#shared/schema/issueText.ts'
import {
  REPLAY_PATH,
  REPLAY_STEPS_PATH,
  type ReplayJson,
  type ReplayTarget,
  type StepsJson,
} from '#shared/schema/replay.ts'
import { parseAddress, type TonAddress } from '#shared/ton/address.ts'
import type { AppContext, AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { type Clock, success } from '../v2/envelope.ts'

type CallOptions = { readonly signal: AbortSignal }

/** Replays and disassemblies of a chain. Each rejects as sessions and TVM runs do, and with ApiError. */
export type ReplayCaller = {
  replay(target: ReplayTarget, options: CallOptions): Promise<ReplayJson>
  steps(target: ReplayTarget, from: number, options: CallOptions): Promise<StepsJson>
  contract(
    account: { readonly address: TonAddress; readonly seqno: number | undefined },
    options: CallOptions,
  ): Promise<ContractJson>
}

/** Maximum length of a stack in a query. */
const MAX_STACK = 16_000
const MAX_LT = 2n ** 64n

const seqno = z.coerce.number().int().min(1).max(0x7fff_ffff).optional()
const account = z.string().transform(readAccount)
const contractQuery = z.strictObject({ account, seqno })
const targetQuery = z.strictObject({
  account,
  lt: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  method: z.string().min(1).max(200).optional(),
  stack: z.string().max(MAX_STACK).default('[]'),
  seqno,
  from: z.coerce.number().int().min(0).max(10_000_000).default(0),
})

/**
 * Adds `/api/tonscope/disassembly` and `/api/tonscope/replay` (see the schemas) with v2's envelope and errors. Runs are
 * equal each time, and read nothing but proved states.
 */
export function addReplayRoutes(app: Hono<AppEnv>, api: ReplayCaller, clock: Clock): void {
  app.get(DISASSEMBLY_PATH, async (c) => {
    const { account: address, seqno: at } = queryOf(c, 'disassembly', contractQuery)
    return success(c, clock, await api.contract({ address, seqno: at }, { signal: c.req.raw.signal }))
  })
  app.get(REPLAY_PATH, async (c) => {
    const target = targetOf(queryOf(c, 'replay', targetQuery))
    return success(c, clock, await api.replay(target, { signal: c.req.raw.signal }))
  })
  app.get(REPLAY_STEPS_PATH, async (c) => {
    const query = queryOf(c, 'replay/steps', targetQuery)
    return success(c, clock, await api.steps(targetOf(query), query.from, { signal: c.req.raw.signal }))
  })
  for (const path of [DISASSEMBLY_PATH, REPLAY_PATH, REPLAY_STEPS_PATH]) {
    app.all(path, (c) => {
      throw methodRefusal(c, READ_ONLY)
    })
  }
}

function queryOf<Query>(c: AppContext, route: string, schema: z.ZodType<Query>): Query {
  c.env.request.route = route
  const reading = schema.safeParse(c.req.query())
  if (reading.success) return reading.data
  throw new ApiError(422, issueText(reading.error))
}

function readAccount(text: string): TonAddress {
  const address = parseAddress(text)
  if (!address) throw new ApiError(422, 'account: not an address')
  return address
}

function targetOf(query: z.output<typeof targetQuery>): ReplayTarget {
  const { account: address, lt, method, stack, seqno: at } = query
  if ((lt === undefined) === (method === undefined))
    throw new ApiError(422, 'a replay needs either lt, the logical time of a transaction, or method')
  if (lt !== undefined) {
    const time = BigInt(lt)
    if (time >= MAX_LT) throw new ApiError(422, 'lt must be less than 2^64')
    return { account: address, lt: time }
  }
  return { account: address, method: method ?? '', stack, seqno: at }
}
