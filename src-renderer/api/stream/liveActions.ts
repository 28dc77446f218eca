import type { StreamEventJson } from '#shared/schema/streaming.ts'
import type { Action } from '../../actions/action.ts'
import { traceKey } from '../../actions/foldTraces.ts'

/** Actions that the stream brought, by the normalized hash of their trace's external message; newest trace first. */
export type LiveActions = ReadonlyMap<string, { readonly level: number; readonly actions: readonly Action[] }>

export const NO_LIVE_ACTIONS: LiveActions = new Map()

const LEVELS = ['pending', 'confirmed', 'finalized']
/** Traces that are kept: what is final is on the page's own list soon. */
const MAX_TRACES = 50

/** Takes an event in: a trace's later state replaces the earlier one, and one that was revoked goes. */
export function withEvent(live: LiveActions, event: StreamEventJson): LiveActions {
  if (event.type === 'trace_invalidated') {
    if (!live.has(event.trace_external_hash_norm)) return live
    return new Map([...live].filter(([key]) => key !== event.trace_external_hash_norm))
  }
  if (event.type !== 'actions') return live
  const { trace_external_hash_norm: key, finality } = event
  const level = LEVELS.indexOf(finality)
  const known = live.get(key)
  // The levels of a trace only grow: an earlier state that comes late is no news.
  if (known && known.level > level) return live
  const actions = event.actions as unknown as readonly Action[]
  const entry: [string, { level: number; actions: readonly Action[] }] = [key, { level, actions }]
  const rest = [...live].filter(([other]) => other !== key)
  // A trace keeps its place while its state changes.
  const place = known ? [...live.keys()].indexOf(key) : 0
  return new Map([...rest.slice(0, place), entry, ...rest.slice(place)].slice(0, MAX_TRACES))
}

/** All actions of the stream, newest trace first. */
export function liveActionList(live: LiveActions): readonly Action[] {
  return [...live.values()].flatMap(({ actions }) => actions)
}

/** Leaves out traces that a list has: they need not be kept. */
export function withoutListed(live: LiveActions, listed: readonly Action[]): LiveActions {
  const known = new Set(listed.map(traceKey))
  return [...live.keys()].some((key) => known.has(key))
    ? new Map([...live].filter(([key]) => !known.has(key)))
    : live
}
