import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import {
  HASH_LOOKUP_PATH,
  type HashLookup,
  type HashOwner,
  hashLookupQuery,
} from '#shared/schema/hashLookup.ts'
import { issueText } from '#shared/schema/issueText.ts'
import { MAX_QUERY_MS, type V3Controls } from '#shared/schema/v3/controls.ts'
import { type AnyV3Operation, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Query } from '#shared/schema/v3/request.ts'
import { hashToBase64, parseHash } from '#shared/ton/hash.ts'
import { CoverageError } from '../../indexer/indexer.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { setHeader } from '../response/respond.ts'
import { type Clock, success } from '../v2/envelope.ts'
import type { V3Caller } from '../v3/v3Routes.ts'

/** A question to v3: the operation, its parameter with the hash, and the list of its answer. */
type Question = {
  readonly operation: AnyV3Operation
  readonly by: string
  readonly rows: string
}

const QUESTIONS: Readonly<Record<HashOwner, Question>> = {
  transaction: { operation: v3Operations.transactions, by: 'hash', rows: 'transactions' },
  message: { operation: v3Operations.transactionsByMessage, by: 'msg_hash', rows: 'transactions' },
  pending: { operation: v3Operations.pendingTraces, by: 'ext_msg_hash', rows: 'traces' },
  root_hash: { operation: v3Operations.blocks, by: 'root_hash', rows: 'blocks' },
  file_hash: { operation: v3Operations.blocks, by: 'file_hash', rows: 'blocks' },
}

const CONTROLS: V3Controls = {
  timeout: MAX_QUERY_MS,
  addressBook: false,
  metadata: false,
  searches: false,
  actionsVersion: undefined,
}

/** Whether an object with the hash was found. `unsure`: why there can be one all the same. */
type Finding = { readonly isFound: boolean; readonly unsure?: string }

/** Adds `GET /api/tonscope/index/hash` (see the schema). */
export function addHashRoute(app: Hono<AppEnv>, v3: Pick<V3Caller, 'call'>, clock: Clock): void {
  app.get(HASH_LOOKUP_PATH, async (c) => {
    c.env.request.route = 'index/hash'
    const query = hashLookupQuery.safeParse(c.req.query())
    if (!query.success) throw new ApiError(422, issueText(query.error))
    const hash = parseHash(query.data.hash)
    if (!hash) throw new ApiError(422, 'hash: not a hash of 32 bytes')
    setHeader(c, 'Cache-Control', 'no-store')
    return success(c, clock, await lookUp(v3, hashToBase64(hash), c.req.raw.signal))
  })
  app.all(HASH_LOOKUP_PATH, (c) => {
    throw methodRefusal(c, READ_ONLY)
  })
}

async function lookUp(v3: Pick<V3Caller, 'call'>, hash: string, signal: AbortSignal): Promise<HashLookup> {
  const find = (owner: HashOwner) => ask(v3, QUESTIONS[owner], hash, signal)
  /** A hint server is asked for a message only if the hash is not that of a transaction. */
  async function findTransaction(): Promise<readonly (readonly [HashOwner, Finding])[]> {
    const transaction = await find('transaction')
    if (transaction.isFound) return [['transaction', transaction]]
    return [
      ['transaction', transaction],
      ['message', await find('message')],
    ]
  }
  const others = (['pending', 'root_hash', 'file_hash'] as const).map(
    async (owner) => [owner, await find(owner)] as const,
  )
  const [first, ...rest] = await Promise.all([findTransaction(), ...others])
  const findings = [...first, ...rest]
  return {
    found: findings.flatMap(([owner, { isFound }]) => (isFound ? owner : [])),
    unsure: findings.find(([, { unsure }]) => unsure !== undefined)?.[1].unsure ?? null,
  }
}

async function ask(
  v3: Pick<V3Caller, 'call'>,
  { operation, by, rows }: Question,
  hash: string,
  signal: AbortSignal,
): Promise<Finding> {
  const values = readV3Query(operation, [[by, hash]])
  try {
    const { status, json } = await v3.call(operation.name as never, values, { ...CONTROLS, signal })
    if (status === 404) return { isFound: false }
    const answer = JSON.parse(Buffer.from(json).toString()) as Readonly<
      Record<string, readonly object[] | null>
    >
    return { isFound: (answer[rows]?.length ?? 0) > 0 }
  } catch (error) {
    if (!(error instanceof CoverageError)) throw error
    signal.throwIfAborted()
    return { isFound: false, unsure: messageOf(error) }
  }
}
