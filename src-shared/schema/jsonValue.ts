/**
 * What a request body is parsed to: integers beyond 2^53 are bigint, so that 64-bit shards and logical times
 * that clients write as bare numbers survive.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
