import type { Hono } from 'hono'
import { COVERAGE_HEADER } from '#shared/schema/indexer.ts'
import { isV3Path, V3_PREFIX } from '#shared/schema/v3/client.ts'
import { readControls, type V3Controls } from '#shared/schema/v3/controls.ts'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Body, readV3Query } from '#shared/schema/v3/request.ts'
import { canonicalText } from '../../platform/canonicalText.ts'
import type { AppContext, AppEnv, Middleware } from '../appContext.ts'
import { type SingleFlight, startSingleFlight } from '../cache/singleFlight.ts'
import { readBody } from '../request/limits.ts'
import { methodRefusal } from '../request/methods.ts'
import { parseJson } from '../request/parseJson.ts'
import { setExecutorHeader, setHeader } from '../response/respond.ts'
import { V3_API_VERSION, type V3Answer, v3Success } from './v3Answers.ts'

/** The API that answers the operations. */
export type V3Caller = {
  /** Rejects with errors of the error table. */
  call(
    name: V3Name,
    values: object,
    options: V3Controls & { readonly signal: AbortSignal },
  ): Promise<V3Answer>
  /** Returns the value of X-Index-Coverage for requests that fail before they are processed. Synchronous. */
  coverage(): string
  /**
   * Returns a number that changes with every commit, new block and chain. Cached answers of other numbers are outdated.
   */
  position(): number
}

/** Sets version and coverage headers of every answer under `/api/v3`, refusals included. */
export function v3Headers(api: Pick<V3Caller, 'coverage'>): Middleware {
  return (c) => {
    if (!isV3Path(c.req.path)) return undefined
    setHeader(c, 'X-API-Version', V3_API_VERSION)
    setHeader(c, COVERAGE_HEADER, api.coverage())
    return undefined
  }
}

/** Operations by each of their paths, after the prefix. */
const OPERATIONS: ReadonlyMap<string, AnyV3Operation> = new Map(
  Object.values(v3Operations as Readonly<Record<string, AnyV3Operation>>).flatMap((operation) =>
    [operation.name, ...(operation.aliases ?? [])].map((path) => [path, operation] as const),
  ),
)

/** Operations whose answers change without a commit, or that have effects: their answers are not cached. */
const NEVER_SHARED: ReadonlySet<string> = new Set([
  ...Object.values(v3Operations as Readonly<Record<string, AnyV3Operation>>)
    .filter(({ category }) => category === 'legacy')
    .map(({ name }) => name),
  'pendingTransactions',
  'pendingTraces',
])

/** Operations whose answers come from executing transactions. */
const EXECUTED: ReadonlySet<string> = new Set([
  'estimateFee',
  'pendingTransactions',
  'pendingTraces',
  'pendingActions',
])

export type V3RouteOptions = {
  /** Returns the value of X-Executor-Version of computed answers. */
  readonly executorHeader?: (() => string | undefined) | undefined
  /** Throws ApiError for a client that must not send messages to the network; undefined: all can send. */
  readonly checkSender?: ((c: AppContext) => void) | undefined
}

/** Adds `/api/v3/OPERATION`, with or without a trailing slash. */
export function addV3Routes(
  app: Hono<AppEnv>,
  api: V3Caller,
  { executorHeader, checkSender }: V3RouteOptions = {},
): void {
  const underWay = new Map<string, SingleFlight<V3Answer>>()

  /** Shares the answer of equal concurrent requests. */
  function ask(name: V3Name, values: object, controls: V3Controls): SingleFlight<V3Answer> {
    const start = () => startSingleFlight((signal) => api.call(name, values, { ...controls, signal }))
    if (NEVER_SHARED.has(name)) return start()
    const key = `${api.position()} ${name}${canonicalText(values)}${canonicalText(controls)}`
    const known = underWay.get(key)
    if (known && !known.isAborted) return known
    const flight = start()
    underWay.set(key, flight)
    const ended = () => {
      if (underWay.get(key) === flight) underWay.delete(key)
    }
    flight.result.then(ended, ended)
    return flight
  }

  async function answer(c: AppContext, operation: AnyV3Operation): Promise<Response> {
    if (operation.sends) checkSender?.(c)
    const { searchParams } = new URL(c.req.url)
    const values =
      c.req.method === 'POST'
        ? readV3Body(operation, parseJson(await readBody(c.req.raw)))
        : readV3Query(operation, searchParams)
    const controls = readControls((name) => c.req.header(name), searchParams)
    const flight = ask(operation.name as V3Name, values, controls)
    const result = await flight.wait(c.req.raw.signal)
    if (EXECUTED.has(operation.name)) setExecutorHeader(c, executorHeader)
    return v3Success(c, result)
  }

  app.all(`${V3_PREFIX}/*`, (c, next) => {
    const { method, path } = c.req
    const name = path.slice(V3_PREFIX.length + 1, path.endsWith('/') ? -1 : undefined)
    const operation = OPERATIONS.get(name)
    if (!operation) return next()
    c.env.request.route = `v3/${operation.name}`
    const methods = (operation.methods ?? ['GET']).flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]))
    if (!methods.includes(method)) throw methodRefusal(c, methods.join(', '))
    return answer(c, operation)
  })
}
