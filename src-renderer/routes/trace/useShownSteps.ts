import { useMemo, useRef } from 'react'
import type { TraceModel, TraceStep } from '../../decode/traceModel.ts'
import { shownSteps } from './graphItems.ts'

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((hash) => other.has(hash))
}

/** Returns the steps that the graph shows. The set is the same object until a step is added or removed. */
export function useShownSteps(
  model: TraceModel,
  opened: ReadonlySet<string>,
  selected: TraceStep | undefined,
): ReadonlySet<string> {
  const wanted = useMemo(() => shownSteps(model, opened, selected), [model, opened, selected])
  const kept = useRef(wanted)
  if (!isEqual(kept.current, wanted)) kept.current = wanted
  return kept.current
}
