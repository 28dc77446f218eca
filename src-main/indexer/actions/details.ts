import { isJsonObject, type JsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'

/** Common parts of the `details` of several types (docs/actions §1). */

/** Returns a row's record of one kind; an empty one if the row has none. */
export function dataOf(data: JsonValue | undefined): JsonObject {
  return data !== undefined && isJsonObject(data) ? data : {}
}

/** Formats an amount as decimal text; null for none. */
export function decimal(amount: bigint | null | undefined): string | null {
  return amount?.toString() ?? null
}

/** Converts decimal text of a row to a number; null for none. */
export function integer(text: JsonValue | undefined): JsonValue {
  if (text === undefined || text === null) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(String(text))
}

/** Formats an opcode as `0x` and eight digits; undefined for none. */
export function opcodeText(opcode: number | null | undefined): string | undefined {
  return opcode === undefined || opcode === null ? undefined : `0x${opcode.toString(16).padStart(8, '0')}`
}

/** Omits null and undefined fields. */
export function withoutNulls(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, JsonValue] => entry[1] !== undefined && entry[1] !== null,
    ),
  )
}
