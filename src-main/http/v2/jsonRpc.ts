import { ApiError } from '#shared/apiError.ts'
import { exactNumber } from '#shared/schema/exactNumber.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'

/** `POST /api/v2/jsonRPC`, the only endpoint that @ton/ton and tonweb use: compatibility-v2 §1.5. */

export const JSON_RPC = 'jsonRPC'

/** Paths of JSON-RPC besides `/api/v2/jsonRPC`: the root, Blueprint's default custom endpoint, and `/api/v2`. */
const OTHER_PATHS: readonly string[] = ['/', V2_PREFIX, `${V2_PREFIX}/`]

/** Returns whether JSON-RPC calls are answered at a path besides `/api/v2/jsonRPC`. */
export function hasJsonRpc(path: string): boolean {
  return OTHER_PATHS.includes(path)
}

/** Returns whether a request is a JSON-RPC call at one of the other paths. */
export function isJsonRpcPath({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'POST' && hasJsonRpc(path)
}

/** The operation of a call, and its parameters as in the operation's own POST form. */
export type JsonRpcCall = { readonly method: string; readonly params: JsonObject }

/** Fields of the answer beside the envelope's. */
export type JsonRpcEcho = { readonly jsonrpc: '2.0'; readonly id?: unknown }

const UNPROCESSABLE = 422

/** Reads `method` and `params`; like toncenter, ignores other fields. Throws ApiError 422. */
export function readJsonRpc(body: JsonValue): JsonRpcCall {
  if (Array.isArray(body)) throw new ApiError(UNPROCESSABLE, 'batch requests are not supported')
  if (!isJsonObject(body)) throw new ApiError(UNPROCESSABLE, 'request body must be a JSON object')
  const { method, params } = body
  if (method === undefined || method === null) throw new ApiError(UNPROCESSABLE, 'empty method')
  if (typeof method !== 'string') throw new ApiError(UNPROCESSABLE, 'failed to parse method')
  return { method, params: readParams(params) }
}

/** Any value without parameters counts as an empty object. */
function readParams(params: JsonValue | undefined): JsonObject {
  if (Array.isArray(params) && params.length > 0) {
    throw new ApiError(UNPROCESSABLE, 'params must contain an object')
  }
  return params !== undefined && isJsonObject(params) ? params : {}
}

/** Returns the id as it was sent if JSON-RPC allows it: a text, a number of any size or null. */
export function jsonRpcEcho(body: JsonValue): JsonRpcEcho {
  const id = isJsonObject(body) ? body.id : undefined
  if (id === null || typeof id === 'string' || typeof id === 'number') return { jsonrpc: '2.0', id }
  if (typeof id === 'bigint') return { jsonrpc: '2.0', id: exactNumber(id) }
  return { jsonrpc: '2.0' }
}
