import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { INDEX_HEAD_HEADER } from '#shared/schema/indexer.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { type QueryValues, readBody as readFields, readQuery } from '#shared/schema/v2/request.ts'
import type { AppContext, AppEnv, Middleware } from '../appContext.ts'
import type { AnswerCache, CacheableRequest, PendingAnswer } from '../cache/answerCache.ts'
import { startSingleFlight } from '../cache/singleFlight.ts'
import { readBody } from '../request/limits.ts'
import { parseJson } from '../request/parseJson.ts'
import { send, setExecutorHeader, setHeader } from '../response/respond.ts'
import { type Clock, successOf } from './envelope.ts'
import { isJsonRpcPath, JSON_RPC, type JsonRpcCall, jsonRpcEcho, readJsonRpc } from './jsonRpc.ts'

/** The API that answers the operations. */
export type V2Caller = {
  call(
    name: V2Name,
    values: object,
    options: { readonly signal: AbortSignal },
  ): { readonly result: Promise<unknown> } & Pick<PendingAnswer, 'servers' | 'indexHead'>
}

/** Tag of the specification that is followed; a header of every answer. */
export const API_VERSION = '2.1.11'
const METHODS = ['GET', 'POST']
const NO_QUERY: QueryValues = { getAll: () => [] }

/** Operations by each of their names. */
function operationsByName(): ReadonlyMap<string, AnyOperation> {
  const operations: readonly AnyOperation[] = Object.values(v2Operations)
  return new Map(
    operations.flatMap((operation) =>
      [operation.name, ...(operation.aliases ?? [])].map((name) => [name, operation] as const),
    ),
  )
}

function queryOf(url: string): QueryValues {
  const start = url.indexOf('?')
  return start < 0 ? NO_QUERY : new URLSearchParams(url.slice(start + 1))
}

/** Sets the version header of every answer under `/api/v2`, refusals included. */
export const versionHeader: Middleware = (c) => {
  const { path } = c.req
  const isV2 = path === V2_PREFIX || path.startsWith(`${V2_PREFIX}/`) || isJsonRpcPath(c.req)
  if (isV2) setHeader(c, 'X-API-Version', API_VERSION)
  return undefined
}

export type V2Routes = {
  readonly api: V2Caller
  /** Undefined: every request is sent to the network. */
  readonly cache?: AnswerCache | undefined
  readonly clock: Clock
  /** Returns the value of X-Executor-Version of estimates. */
  readonly executorHeader?: (() => string | undefined) | undefined
  /** Throws ApiError for a client that must not send messages to the network; undefined: all can send. */
  readonly checkSender?: ((c: AppContext) => void) | undefined
}

/**
 * Adds `/api/v2/OPERATION`, GET and POST, with or without a trailing slash, and `/api/v2/jsonRPC`, with POST at
 * `/api/v2` and at the root as aliases.
 */
export function addV2Routes(
  app: Hono<AppEnv>,
  { api, cache, clock, executorHeader, checkSender }: V2Routes,
): void {
  const operations = operationsByName()

  function answer(c: AppContext, operation: AnyOperation, values: object): Response | Promise<Response> {
    if (operation.sends) checkSender?.(c)
    const cacheable = cache?.cacheable(operation, values)
    const kept = cacheable && cache?.get(cacheable)
    if (kept === undefined) return askFor(c, operation, values, cacheable)
    c.env.request.isCached = true
    return successOf(c, clock, kept)
  }

  async function askFor(
    c: AppContext,
    operation: AnyOperation,
    values: object,
    cacheable: CacheableRequest | undefined,
  ): Promise<Response> {
    const ask = () => startAsking(api, operation, values)
    const { flight, servers, indexHead } = (cacheable && cache?.getOrStart(cacheable, ask)) ?? ask()
    c.env.request.servers = servers
    const json = await flight.wait(c.req.raw.signal)
    const head = indexHead()
    if (head !== undefined) setHeader(c, INDEX_HEAD_HEADER, String(head))
    if (operation.name === 'estimateFee') setExecutorHeader(c, executorHeader)
    return successOf(c, clock, json)
  }

  async function answerBody(c: AppContext, operation: AnyOperation): Promise<Response> {
    return answer(c, operation, readFields(operation, parseJson(await readBody(c.req.raw))))
  }

  async function answerCall(c: AppContext): Promise<Response> {
    const { operation, params } = await readCall(c, operations)
    return answer(c, operation, readFields(operation, params))
  }

  app.post('/', answerCall)
  app.post(V2_PREFIX, answerCall)
  app.get(`${V2_PREFIX}/healthcheck`, (c) => send(c, 200, null))
  app.all(`${V2_PREFIX}/*`, (c, next) => {
    const { method, path } = c.req
    const name = path.slice(V2_PREFIX.length + 1, path.endsWith('/') ? -1 : undefined)
    if (name === JSON_RPC || isJsonRpcPath(c.req)) return answerCall(c)
    const operation = operations.get(name)
    if (!operation) return next()
    c.env.request.route = operation.name
    const methods = operation.postOnly ? ['POST'] : METHODS
    if (!methods.includes(method)) {
      setHeader(c, 'Allow', methods.join(', '))
      throw new ApiError(405, `unsupported http method: ${method}`)
    }
    if (method === 'POST') return answerBody(c, operation)
    return answer(c, operation, readQuery(operation, queryOf(c.req.url)))
  })
}

function startAsking(api: V2Caller, operation: AnyOperation, values: object): PendingAnswer {
  let called: ReturnType<V2Caller['call']> | undefined
  const flight = startSingleFlight(async (signal) => {
    called = api.call(operation.name as V2Name, values, { signal })
    return JSON.stringify(await called.result)
  })
  return { flight, servers: () => called?.servers() ?? [], indexHead: () => called?.indexHead() }
}

/** Reads a JSON-RPC call; the fields of its answer are stored first, so that refusals have them too. */
async function readCall(
  c: AppContext,
  operations: ReadonlyMap<string, AnyOperation>,
): Promise<Pick<JsonRpcCall, 'params'> & { readonly operation: AnyOperation }> {
  const { request } = c.env
  request.route = JSON_RPC
  request.isExtraBare = true
  if (c.req.method !== 'POST') {
    setHeader(c, 'Allow', 'POST')
    throw new ApiError(405, `method ${c.req.method} is not supported`)
  }
  const body = parseJson(await readBody(c.req.raw))
  request.jsonRpc = jsonRpcEcho(body)
  const { method, params } = readJsonRpc(body)
  const operation = operations.get(method)
  if (!operation) throw new ApiError(422, 'Unknown method')
  request.route = operation.name
  request.isExtraBare = false
  return { operation, params }
}
