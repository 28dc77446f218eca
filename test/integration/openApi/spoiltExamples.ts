import fc from 'fast-check'
import { expect } from 'vitest'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { type Params, queryOf, toJson } from '../operations/ask.ts'
import { anyText, anyValue } from '../operations/malformed/values.ts'
import { answerFaults, type DocumentedOperation, documentOf, operationsOf } from './documentOf.ts'
import { faultsOfStatus } from './statusRules.ts'

/** Requests per network; TONSCOPE_SPOILT overrides it, TONSCOPE_SPOILT_SEED the seed. */
const DEFAULT_COUNT = 300
const DEFAULT_SEED = 17
/** Long enough for any answer of a loaded machine. */
const DEADLINE_MS = 60_000
const CLIENTS = 4
/** Changes per request: with more, almost every request is refused for its first parameter. */
const MAX_CHANGES = 3
/** Below and above the limits of URLs (8,192 and 61,440 bytes), of headers (65,536) and of bodies (1 MiB). */
const HUGE_SIZES = [5_000, 9_000, 62_000, 70_000]
const HUGE_BODY = 1_100_000

type Target = DocumentedOperation & {
  readonly prefix: string
  /** Names of all parameters of the operation. */
  readonly names: readonly string[]
  readonly example: Params
  /** The request is sent as a JSON-RPC call. */
  readonly isCall: boolean
}

type Spoilt = {
  readonly target: Target
  readonly init: RequestInit
  /** Path and query. */
  readonly path: string
}

/** Counts of answers by API and status (`v3 422`), and the distinct faults of all of them. */
export type Spoiling = {
  readonly counts: ReadonlyMap<string, number>
  /** The texts of answers from 500 on, each after its API, operation and status. */
  readonly failures: ReadonlySet<string>
  readonly faults: readonly string[]
}

/** One spoilt parameter: how it is written in a query and in a JSON object, both without separators. */
type Change = { readonly name: string; readonly values: readonly unknown[] }

const huge = fc
  .tuple(fc.constantFrom(...HUGE_SIZES), fc.constantFrom('9', 'A', '0', '%', 'é', '[', ','))
  .map(([size, text]) => text.repeat(size / Buffer.byteLength(text)))

function changeOf(name: string, isQuery: boolean, known: readonly unknown[]): fc.Arbitrary<Change> {
  const wrong = isQuery ? anyText : anyValue
  const plausible = known.length > 0 ? fc.constantFrom(...known) : wrong
  const value = fc.oneof(
    { weight: 8, arbitrary: wrong },
    { weight: 5, arbitrary: plausible },
    { weight: 1, arbitrary: huge },
  )
  return fc.oneof(
    { weight: 10, arbitrary: value.map((one) => ({ name, values: [one] })) },
    { weight: 2, arbitrary: fc.constant({ name, values: [] }) },
    { weight: 2, arbitrary: fc.tuple(value, value).map((values) => ({ name, values })) },
  )
}

/** An object with the fields of `example` and the changes; a parameter with two values is written twice. */
function jsonWith(example: Params, changes: readonly Change[]): string {
  const changed = new Set(changes.map(({ name }) => name))
  const kept = Object.entries(example).filter(([name]) => !changed.has(name))
  const spoilt = changes.flatMap(({ name, values }) => values.map((value) => [name, value ?? null] as const))
  const fields = [...kept, ...spoilt].map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`)
  return `{${fields.join(',')}}`
}

function requestOf(target: Target, changes: readonly Change[], padding: number): Spoilt {
  const { method, path, prefix, example, isCall } = target
  if (method === 'get') {
    const changed = Object.fromEntries(changes.map(({ name, values }) => [name, values]))
    const query = queryOf({ ...example, ...changed })
    return { target, path: `${path}?${query}`, init: { method: 'GET' } }
  }
  const json = jsonWith(example, changes) + ' '.repeat(padding)
  const name = path.slice(prefix.length + 1)
  const body = isCall ? `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(name)},"params":${json}}` : json
  return { target, path: isCall ? `${prefix}/jsonRPC` : path, init: { method: 'POST', body } }
}

function spoiltRequest(targets: readonly Target[]): fc.Arbitrary<Spoilt> {
  // Values of other parameters and operations: well formed, and often about something that exists.
  const known = [...new Set(targets.flatMap(({ example }) => Object.values(example).flat()))]
  return fc.constantFrom(...targets).chain((target) => {
    const name = target.names.length > 0 ? fc.constantFrom(...target.names) : fc.constant('limit')
    const anyName = fc.oneof(
      { weight: 20, arbitrary: name },
      { weight: 1, arbitrary: fc.constantFrom('x_timeout', 'api_key', 'toString', '__proto__', 'foo') },
    )
    const change = anyName.chain((one) => changeOf(one, target.method === 'get', known))
    const padding = fc.oneof(
      { weight: 200, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constant(HUGE_BODY) },
    )
    return fc
      .tuple(fc.uniqueArray(change, { maxLength: MAX_CHANGES, selector: ({ name: one }) => one }), padding)
      .map(([changes, size]) => requestOf(target, changes, size))
  })
}

/** The values of a documented request's example by parameter. */
function exampleOf({ operation }: DocumentedOperation): Params {
  const body = operation.requestBody?.content?.['application/json'].example as Params | undefined
  if (body) return body
  const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined)
  return Object.fromEntries(given.map(({ name, example }) => [name, example]))
}

/**
 * Sends `count` requests to the operations of both APIs, by GET, POST and JSON-RPC. Each is the example of the served
 * document with up to three parameters missing, doubled, huge, of another type, or with the value of another one. The
 * status of every answer must be one that the document names for the operation and that docs/compatibility.md allows,
 * its body must fit the document's schema.
 */
async function sendSpoilt(url: string, seed: number, count: number): Promise<Spoiling> {
  const documents = new Map(
    await Promise.all(
      [V2_PREFIX, V3_PREFIX].map(async (prefix) => [prefix, await documentOf(url, prefix)] as const),
    ),
  )
  const rpcPath = `${V2_PREFIX}/jsonRPC`
  const all = [...documents].flatMap(([prefix, document]) =>
    operationsOf(document).map((documented) => ({ ...documented, prefix })),
  )
  const rpc = all.find(({ path }) => path === rpcPath)
  if (!rpc) throw new Error('JSON-RPC is not documented')
  const targets = all
    .filter(({ path, operation }) => path !== rpcPath && operation.operationId !== 'healthcheck_get')
    .flatMap((documented): Target[] => {
      const { path, method, prefix } = documented
      const names = all
        .filter((other) => other.path === path)
        .flatMap(({ operation }) => (operation.parameters ?? []).map(({ name }) => name))
      const target = { ...documented, names, example: exampleOf(documented), isCall: false }
      const own = names.length > 0 ? target : { ...target, names: Object.keys(target.example) }
      return prefix === V2_PREFIX && method === 'post' ? [own, { ...own, isCall: true }] : [own]
    })

  const counts = new Map<string, number>()
  const faults = new Set<string>()
  const failures = new Set<string>()
  const check = async ({ target, path, init }: Spoilt) => {
    const { prefix, isCall, method } = target
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
    const text = await response.text()
    const { status } = response
    const api = prefix === V2_PREFIX ? 'v2' : 'v3'
    const key = `${api} ${status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const document = documents.get(prefix)
    const body: unknown = JSON.parse(text)
    const name = target.path.slice(prefix.length + 1)
    if (status >= 500) failures.add(`${api} ${name} ${status} ${(body as { error: string }).error}`)
    const found = [
      // The request line was too long to be read, so that its path and its API are unknown.
      ...(status === 431 ? [] : answerFaults(document!, isCall ? rpc : target, status, body)),
      ...(isCall && !target.operation.responses[status] ? [`${name}: ${status} is not documented`] : []),
      ...faultsOfStatus({ api, name, status, body }),
    ]
    for (const fault of found) {
      const sent = `${method} ${path.slice(0, 300)} ${String(init.body ?? '').slice(0, 300)}`
      faults.add(`${fault} for ${sent}: ${status} ${text.slice(0, 300)}`)
    }
  }
  const queue = fc.sample(spoiltRequest(targets), { numRuns: count, seed }).values()
  const client = async () => {
    for (const one of queue) await check(one)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { counts, failures, faults: [...faults] }
}

/** Sends spoilt requests to a gateway, expects no fault, and prints the counts of a long run. */
export async function expectSpoiltAnswers(url: string, network = 'devnet'): Promise<Spoiling> {
  const count = Number(process.env.TONSCOPE_SPOILT ?? DEFAULT_COUNT)
  const seed = Number(process.env.TONSCOPE_SPOILT_SEED ?? DEFAULT_SEED)
  const spoiling = await sendSpoilt(url, seed, count)
  if (count > DEFAULT_COUNT) {
    const counts = Object.fromEntries([...spoiling.counts].toSorted())
    const failures = [...spoiling.failures].toSorted().map((text) => text.slice(0, 200))
    console.log(JSON.stringify({ network, seed, count, counts, failures }, undefined, 2))
  }
  expect(spoiling.faults, `seed ${seed}`).toEqual([])
  const health = await fetch(`${url}/healthz`)
  expect([200, 503]).toContain(health.status)
  return spoiling
}
