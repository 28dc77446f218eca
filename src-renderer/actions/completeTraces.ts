import { nextKey, type PageKey } from '../api/pageKey.ts'
import type { Action } from './action.ts'

/** Actions of one request. A page shows their traces. */
export const ACTIONS_PER_PAGE = 100

/** Actions of a page by whole traces, and the key that begins the next page; undefined on the last one. */
export type CompleteTraces = { readonly actions: readonly Action[]; readonly next: PageKey | undefined }

/**
 * Leaves out the last trace of a full page, which the next page begins with; a trace larger than a page is cut.
 * @param limit of the request
 */
export function completeTraces(
  actions: readonly Action[],
  key: PageKey | undefined,
  limit = ACTIONS_PER_PAGE,
): CompleteTraces {
  if (actions.length < limit) return { actions, next: undefined }
  const last = actions.at(-1)?.trace_id
  const whole = actions.filter(({ trace_id }) => trace_id !== last)
  const kept = whole.length > 0 ? whole : actions
  const ends = kept.map(({ trace_end_lt }) => trace_end_lt)
  return { actions: kept, next: nextKey(ends, key) }
}
