/**
 * A parsed request body. Integers beyond 2^53 are bigint, so that 64-bit shards and logical times written as
 * bare numbers keep all digits.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject
/** An object in a JsonValue. */
export type JsonObject = { readonly [key: string]: JsonValue }

/** Returns whether a value is an object, not an array or null. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
