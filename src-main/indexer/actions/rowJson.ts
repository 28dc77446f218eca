import type { JsonObject, JsonValue } from '#shared/schema/jsonValue.ts'
import type { ActionRow } from './row.ts'

/**
 * Converts a stored row to JSON by the flat names of docs/actions §1: integers beyond 32 bits as text, without nulls.
 */
export function flatRow(row: ActionRow): JsonObject {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : (value as JsonValue)]),
  )
}
