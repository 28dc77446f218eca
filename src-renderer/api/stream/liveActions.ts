import type { StreamEventJson } from '#shared/schema/streaming.ts'
import type { Action } from '../../actions/action.ts'
import { traceKey } from '../../actions/foldTraces.ts'

/** Actions from the stream by the normalized hash of their trace's external message, newest trace first. */
export type LiveActions = ReadonlyMap<string, { readonly level: number; readonly actions: readonly Action[] }>

export const NO_LIVE_ACTIONS: LiveActions = new Map()

const LEVELS = ['pending', 'confirmed', 'finalized']
/** Maximum number of traces. Finalized ones are soon in the page's own list. */
const MAX_TRACES = 50

/** Applies an event: a later state of a trace replaces the earlier one, and an invalidated trace is removed. */
export function withEvent(live: LiveActions, event: StreamEventJson): LiveActions {
  if (event.type === 'trace_invalidated') {
    if (!live.has(event.trace_external_hash_norm)) return live
    return new Map([...live].filter(([key]) => key !== event.trace_external_hash_norm))
  }
  if (event.type !== 'actions') return live
  const { trace_external_hash_norm: key, finality } = event
  const level = LEVELS.indexOf(finality)
  const known = live.get(key)
  // The finality of a trace only grows, so a delayed earlier state is ignored.
  if (known && known.level > level) return live
  const actions = event.actions as unknown as readonly Action[]
  const entry: [string, { level: number; actions: readonly Action[] }] = [key, { level, actions }]
  const rest = [...live].filter(([other]) => other !== key)
  // A trace keeps its position when its state changes.
  const place = known ? [...live.keys()].indexOf(key) : 0
  return new Map([...rest.slice(0, place), entry, ...rest.slice(place)].slice(0, MAX_TRACES))
}

/** Returns all actions of the stream, newest trace first. */
export function liveActionList(live: LiveActions): readonly Action[] {
  return [...live.values()].flatMap(({ actions }) => actions)
}

/** Removes the traces that a list contains. */
export function withoutListed(live: LiveActions, listed: readonly Action[]): LiveActions {
  const known = new Set(listed.map(traceKey))
  return [...live.keys()].some((key) => known.has(key))
    ? new Map([...live].filter(([key]) => !known.has(key)))
    : live
}
