import type { COVERAGE_HEADER } from '#shared/schema/indexer.ts'
import { V2_PREFIX, v2Path } from '#shared/schema/v2/client.ts'
import type { V2Name, V2Request, V2Result } from '#shared/schema/v2/operations.ts'
import { visibleText, withVisibleText } from '#shared/untrustedText.ts'
import { ApiFailure } from './apiFailure.ts'
import { base } from './base.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const COVERAGE: typeof COVERAGE_HEADER = 'X-Index-Coverage'

/** Longer than the gateway's own deadline for a liteserver, so that its error is the one that is shown. */
const DEADLINE_MS = 30_000

export type Answer<Result> = {
  readonly result: Result
  /** The whole body, for the Raw tab. */
  readonly envelope: unknown
  /** Path and query, relative to the network's base address. */
  readonly path: string
  /** The body of a POST request. */
  readonly sent?: unknown
  /** The index coverage of a v3 answer. */
  readonly coverage?: string | undefined
}

/** Options of a request: a body makes it a POST, unless a method is given. */
type RequestOptions = { readonly sent?: unknown; readonly method?: string; readonly deadlineMs?: number }

async function fetchJson(
  path: string,
  signal: AbortSignal,
  { sent, method = 'POST', deadlineMs = DEADLINE_MS }: RequestOptions = {},
): Promise<{ response: Response; body: unknown }> {
  const accept = { accept: 'application/json' }
  const post = sent !== undefined && {
    method,
    headers: { ...accept, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
  try {
    const response = await fetch(base.at(path), { signal: deadline, headers: accept, ...post })
    const text = await response.text()
    return { response, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  } catch (error) {
    if (signal.aborted) throw error
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = late ? `did not respond within ${deadlineMs / 1000} s` : 'is not responding'
    throw new ApiFailure(0, `Tonscope ${reason} at ${base.url('')}`)
  }
}

function failureOf(response: Response, body: unknown): ApiFailure {
  const text = (body as { error?: unknown } | undefined)?.error
  const message =
    typeof text === 'string' ? visibleText(text) : `HTTP ${response.status} ${response.statusText}`.trim()
  const header = (name: string) => response.headers.get(name) ?? undefined
  return new ApiFailure(response.status, message, header('x-request-id'), header(COVERAGE))
}

async function sendRequest<Result>(
  path: string,
  signal: AbortSignal,
  options: RequestOptions = {},
): Promise<Answer<Result>> {
  const { response, body } = await fetchJson(path, signal, options)
  if (!response.ok || (body as { ok?: unknown } | undefined)?.ok !== true) throw failureOf(response, body)
  const answer = { result: withVisibleText((body as { result: Result }).result), envelope: body, path }
  return options.sent === undefined ? answer : { ...answer, sent: options.sent }
}

/** Calls a v2 operation by GET. Throws ApiFailure, or the signal's reason after an abort. */
export function getV2<Name extends V2Name>(
  name: Name,
  request: V2Request<Name>,
  signal: AbortSignal,
): Promise<Answer<V2Result<Name>>> {
  return sendRequest(v2Path(name, request), signal)
}

/** Calls a v2 operation by POST, for parameters that a query cannot hold. */
export function postV2<Name extends V2Name>(
  name: Name,
  request: V2Request<Name>,
  signal: AbortSignal,
): Promise<Answer<V2Result<Name>>> {
  return sendRequest(`${V2_PREFIX}/${name}`, signal, { sent: request })
}

/** Requests any other path that answers in v2's envelope; by POST if there is a body. */
export async function requestEnveloped<Result>(
  path: string,
  signal: AbortSignal,
  options: RequestOptions = {},
): Promise<Result> {
  return (await sendRequest<Result>(path, signal, options)).result
}

/**
 * Requests a path that answers without an envelope: v3, whose body is the result. Throws as `getV2` does.
 * Returns undefined for the statuses in `empty`.
 */
export async function getBare<Result>(
  path: string,
  signal: AbortSignal,
  empty: readonly number[] = [],
): Promise<Answer<Result> | undefined> {
  const { response, body } = await fetchJson(path, signal)
  if (empty.includes(response.status)) return undefined
  if (!response.ok || body === undefined) throw failureOf(response, body)
  const coverage = response.headers.get(COVERAGE) ?? undefined
  return { result: withVisibleText(body as Result), envelope: body, path, coverage }
}

/**
 * Sends a JSON body and yields the lines of JSON of the answer as they arrive, without a time limit. Throws as `getV2`
 * does.
 */
export async function* streamLines<Line>(
  path: string,
  sent: unknown,
  signal: AbortSignal,
): AsyncGenerator<Line, void, undefined> {
  const headers = { accept: 'application/x-ndjson', 'content-type': 'application/json' }
  let response: Response
  try {
    response = await fetch(base.at(path), { method: 'POST', headers, body: JSON.stringify(sent), signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiFailure(0, `Tonscope is not responding at ${base.url('')}`)
  }
  if (!response.ok || !response.body) {
    const text = await response.text()
    throw failureOf(response, text.startsWith('{') ? JSON.parse(text) : undefined)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield withVisibleText(JSON.parse(line) as Line)
  }
}

/** Requests any other JSON of the gateway. Throws as `getV2` does. */
export function getJson<Body>(path: string, signal: AbortSignal): Promise<Body> {
  return sendJson(path, signal)
}

/** Sends a command whose answer has no envelope. Throws as `getV2` does. */
export async function sendJson<Body>(
  path: string,
  signal: AbortSignal,
  options: RequestOptions = {},
): Promise<Body> {
  const { response, body } = await fetchJson(path, signal, options)
  if (!response.ok || body === undefined) throw failureOf(response, body)
  return withVisibleText(body as Body)
}
