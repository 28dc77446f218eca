import { otherActions, type TraceFold } from '../foldTraces.ts'

/** The number of actions of a trace beside its main one, after the sentence of that one. */
export function OtherActions({
  trace,
  className,
}: {
  readonly trace: TraceFold
  readonly className?: string | undefined
}) {
  const others = otherActions(trace)
  return others > 0 && <span className={className}> and {others} more</span>
}
