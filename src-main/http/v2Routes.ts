import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { readBody as readFields, readQuery } from '#shared/schema/v2/request.ts'
import type { AppContext, AppEnv } from './appContext.ts'
import { type Clock, success } from './envelope.ts'
import { JSON_RPC, jsonRpcEcho, readJsonRpc } from './jsonRpc.ts'
import { readBody } from './limits.ts'
import { parseJson } from './parseJson.ts'

/** What answers the operations; the gateway brings it. */
export type V2Caller = {
  call(
    name: V2Name,
    values: object,
    options: { readonly signal: AbortSignal },
  ): { readonly result: Promise<unknown>; servers(): readonly number[] }
}

/** The tag of the specification that we follow, in a header of every answer. */
export const API_VERSION = '2.1.11'
const METHODS = ['GET', 'POST']
/** One request may ask several servers several things; past this it is a timeout. */
const REQUEST_DEADLINE_MS = 60_000

/** Operations by every name they have. */
function operationsByName(): ReadonlyMap<string, AnyOperation> {
  const operations: readonly AnyOperation[] = Object.values(v2Operations)
  return new Map(
    operations.flatMap((operation) =>
      [operation.name, ...(operation.aliases ?? [])].map((name) => [name, operation] as const),
    ),
  )
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

async function readValues(c: AppContext, operation: AnyOperation): Promise<object> {
  if (c.req.method === 'GET') return readQuery(operation, queryOf(c.req.url))
  return readFields(operation, parseJson(await readBody(c.req.raw)))
}

/** Adds `/api/v2/OPERATION`, GET and POST, with or without a trailing slash, and `/api/v2/jsonRPC`. */
export function addV2Routes(app: Hono<AppEnv>, api: V2Caller, clock: Clock): void {
  const operations = operationsByName()
  const answer = (c: AppContext, operation: AnyOperation, values: object) =>
    withDeadline(c.req.raw.signal, async (signal) => {
      const { result, servers } = api.call(operation.name as V2Name, values, { signal })
      c.set('servers', servers)
      return success(c, clock, await result)
    })

  app.use(`${V2_PREFIX}/*`, async (c, next) => {
    c.header('X-API-Version', API_VERSION)
    await next()
  })
  app.get(`${V2_PREFIX}/healthcheck`, (c) => c.body(null, 200))
  app.all(`${V2_PREFIX}/*`, async (c, next) => {
    const name = c.req.path.slice(V2_PREFIX.length + 1).replace(/\/$/, '')
    if (name === JSON_RPC) {
      const { operation, values } = await readCall(c, operations)
      return answer(c, operation, values)
    }
    const operation = operations.get(name)
    if (!operation) return next()
    const methods = operation.postOnly ? ['POST'] : METHODS
    if (!methods.includes(c.req.method)) {
      c.header('Allow', methods.join(', '))
      throw new ApiError(405, `unsupported http method: ${c.req.method}`)
    }
    return answer(c, operation, await readValues(c, operation))
  })
}

/** A JSON-RPC call; what it answers with is noted first, so that refusals have it too. */
async function readCall(
  c: AppContext,
  operations: ReadonlyMap<string, AnyOperation>,
): Promise<{ readonly operation: AnyOperation; readonly values: object }> {
  if (c.req.method !== 'POST') {
    c.header('Allow', 'POST')
    throw new ApiError(405, `method ${c.req.method} is not supported`)
  }
  const body = parseJson(await readBody(c.req.raw))
  c.set('jsonRpc', jsonRpcEcho(body))
  const { method, params } = readJsonRpc(body)
  const operation = operations.get(method)
  if (!operation) throw new ApiError(422, 'Unknown method')
  return { operation, values: readFields(operation, params) }
}

/**
 * Runs `work` with a signal that is aborted when the client goes or the deadline passes. AbortSignal.timeout
 * would keep its timer for the whole minute after every request.
 */
async function withDeadline<T>(client: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const giveUp = () => controller.abort(client.reason)
  client.addEventListener('abort', giveUp, { once: true })
  const late = () => controller.abort(new DOMException('the request took too long', 'TimeoutError'))
  const timer = setTimeout(late, REQUEST_DEADLINE_MS)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    client.removeEventListener('abort', giveUp)
  }
}
