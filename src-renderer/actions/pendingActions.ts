import type { Action } from './action.ts'
import { traceKey } from './foldTraces.ts'

/** Returns the actions of a list, preceded by those of traces that it does not contain yet. */
export function withPending(listed: readonly Action[], pending: readonly Action[]): readonly Action[] {
  const known = new Set(listed.map(traceKey))
  const fresh = pending.filter((action) => !known.has(traceKey(action)))
  return fresh.length > 0 ? [...fresh, ...listed] : listed
}
