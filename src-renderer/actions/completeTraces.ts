import { nextKey, type PageKey } from '../api/pageKey.ts'
import type { Action } from './action.ts'

/** Number of actions that a request reads for a page of traces. */
export const ACTIONS_PER_PAGE = 100

/** The actions of a page in whole traces, and the key of the next page, which is undefined on the last one. */
export type CompleteTraces = { readonly actions: readonly Action[]; readonly next: PageKey | undefined }

/**
 * Removes the last trace of a full page: the next page begins with it. A trace larger than a page is cut.
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
