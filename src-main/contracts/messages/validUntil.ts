import type { Cell } from '@ton/core'
import { decodeBody } from './decodeBody.ts'
import type { DecodedObject, DecodedValue } from './valueReader.ts'

/** Unix seconds after which a wallet refuses this message from outside; undefined where the body doesn't say. */
export function validUntil(body: Cell): number | undefined {
  const decoded = decodeBody(body, { external: true })
  if (!decoded) return undefined
  const { request, msg } = decoded
  const parts = [decoded, request, msg].filter(isObject)
  const until = parts.map(({ valid_until }) => valid_until).find((value) => typeof value === 'string')
  if (until !== undefined) return Number(until)
  // Highload v3 says when it was made, and for how long it holds.
  const made = parts.find(({ created_at, timeout }) => created_at !== undefined && timeout !== undefined)
  return made && Number(made.created_at) + Number(made.timeout)
}

function isObject(value: DecodedValue | undefined): value is DecodedObject {
  return typeof value === 'object'
}
