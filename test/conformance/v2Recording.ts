import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { parseJson } from '../../src-main/http/request/parseJson.ts'

/** One recorded answer of toncenter's C++ server. */
export type Recorded = {
  readonly http: string
  readonly method: string
  readonly params: JsonObject
  readonly status: number
  readonly response: JsonValue
  readonly note?: string
  /** The raw body, where it was none that `params` could hold. */
  readonly body?: string
}

/** The lines of `realnet/v2-cpp` that concern our operations, and paths that are none. */
export function readRecording(file: string): Recorded[] {
  const names = new Set<string>(
    Object.values(v2Operations).flatMap((operation) => [
      operation.name,
      ...('aliases' in operation ? operation.aliases : []),
    ]),
  )
  return readAll(file).filter(({ method }) => names.has(operationOf(method)) || OTHER_PATHS.test(method))
}

const OTHER_PATHS = /^(noSuchMethod|getmasterchaininfo|healthcheck|index\.html)$/

/** The lines that are JSON-RPC calls. */
export function readJsonRpcRecording(file: string): Recorded[] {
  return readAll(file).filter(({ method }) => method === 'jsonRPC')
}

/** All that was recorded. */
export function readAll(file: string): Recorded[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  // Shards are bare 64-bit integers in some lines.
  return lines.map((line) => parseJson(line) as unknown as Recorded)
}

/** The operation of a recorded path: `getShards?seqno=0860` and `getMasterchainInfo/` have more than a name. */
export function operationOf(method: string): string {
  return method.split(/[?/]/)[0] ?? ''
}

function textOf(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function bodyText(params: JsonValue): string {
  if (typeof params === 'bigint') return params.toString()
  if (Array.isArray(params)) return `[${params.map(bodyText).join(',')}]`
  if (!isJsonObject(params)) return JSON.stringify(params)
  const fields = Object.entries(params).map(([name, value]) => `${JSON.stringify(name)}:${bodyText(value)}`)
  return `{${fields.join(',')}}`
}

/** `A x 1100000` stands for a text that is too long to be stored. */
function wholeParams(params: JsonObject): JsonObject {
  const entries = Object.entries(params).map(([name, value]) => {
    const long = typeof value === 'string' ? value.match(/^(\w) x (\d+)$/) : null
    return [name, long ? (long[1] ?? '').repeat(Number(long[2])) : value] as const
  })
  return Object.fromEntries(entries)
}

/** The request that was recorded. */
export function requestOf(line: Recorded): { readonly path: string; readonly init: RequestInit } {
  const base = `/api/v2/${line.method}`
  if (line.http !== 'GET') {
    const init = line.http === 'POST' ? { body: line.body ?? bodyText(wholeParams(line.params)) } : {}
    return { path: base, init: { method: line.http, ...init } }
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(line.params)) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, textOf(item))
  }
  // Recorded in a short form instead of 9000 equal letters.
  const long = query.get('address')?.match(/^(\w) x (\d+)$/)
  if (long) query.set('address', (long[1] ?? '').repeat(Number(long[2])))
  const text = query.toString()
  return { path: text === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${text}`, init: {} }
}

export function resultOf(line: Recorded): JsonValue | undefined {
  return isJsonObject(line.response) ? line.response.result : undefined
}

/** The recorded error text without the stage in front of it: compatibility-v2 §8.1 and §13. */
export function recordedError(line: Recorded): string | undefined {
  const error = isJsonObject(line.response) ? line.response.error : undefined
  return typeof error === 'string'
    ? error.replace(/^failed to (parse (get|post)|validate) request: /, '')
    : undefined
}
