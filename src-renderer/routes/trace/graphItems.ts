import type { TraceModel, TraceStep, UnmatchedMessage } from '../../decode/traceModel.ts'

/** A node of the graph: the origin, a step, a message without a step, or a folded part. */
export type GraphItem = {
  readonly key: string
  readonly children: readonly GraphItem[]
} & (
  | { readonly kind: 'origin' }
  | { readonly kind: 'step'; readonly step: TraceStep }
  | { readonly kind: 'unmatched'; readonly message: UnmatchedMessage; readonly from: TraceStep }
  /** `count` messages that the action phase of `from` skipped. */
  | { readonly kind: 'unsent'; readonly from: TraceStep; readonly count: number }
  /** `count` steps below `from` that are folded. */
  | { readonly kind: 'fold'; readonly from: TraceStep; readonly count: number }
)

/** Maximum number of steps that are shown at first. */
export const UNFOLDED = 60
/** Number of steps that opening a fold adds. */
const OPENED = 30

function sizeBelow(step: TraceStep): number {
  return step.children.reduce((sum, child) => sum + 1 + sizeBelow(child), 0)
}

/** Returns the steps closest to `from`, level by level, up to the budget. */
function takeNearest(from: readonly TraceStep[], budget: number, shown: Set<string>): void {
  let level = from
  let left = budget
  while (level.length > 0 && left > 0) {
    for (const step of level.slice(0, left)) shown.add(step.hash)
    left -= level.length
    level = level.flatMap(({ children }) => children)
  }
}

/**
 * Returns the steps to show: all of a small trace. Of a large one, those closest to the root, the steps below
 * opened folds (`opened` has the hashes of their parents), and the path to the selected step.
 */
export function shownSteps(
  model: TraceModel,
  opened: ReadonlySet<string>,
  selected: TraceStep | undefined,
): ReadonlySet<string> {
  const shown = new Set<string>()
  takeNearest(model.roots, model.steps.length > UNFOLDED ? UNFOLDED : model.steps.length, shown)
  for (const step of model.steps) {
    if (opened.has(step.hash)) takeNearest(hiddenChildren(step, shown), OPENED, shown)
  }
  for (let step = selected; step; step = step.parent) shown.add(step.hash)
  return shown
}

function hiddenChildren(step: TraceStep, shown: ReadonlySet<string>): TraceStep[] {
  return step.children.filter(({ hash }) => !shown.has(hash))
}

/** Returns the stub of messages that were not sent. */
function unsentOf(step: TraceStep): GraphItem[] {
  const { outcome } = step
  if (outcome.kind !== 'unsent' && outcome.kind !== 'partly') return []
  return [{ kind: 'unsent', key: `unsent ${step.hash}`, from: step, count: outcome.skipped, children: [] }]
}

function itemOf(step: TraceStep, shown: ReadonlySet<string>): GraphItem {
  const hidden = hiddenChildren(step, shown)
  const count = hidden.reduce((sum, child) => sum + 1 + sizeBelow(child), 0)
  return {
    kind: 'step',
    key: step.hash,
    step,
    children: [
      ...step.children.filter(({ hash }) => shown.has(hash)).map((child) => itemOf(child, shown)),
      ...step.unmatched.map(
        (message): GraphItem => ({
          kind: 'unmatched',
          key: message.json.hash,
          message,
          from: step,
          children: [],
        }),
      ),
      ...unsentOf(step),
      ...(count > 0
        ? [{ kind: 'fold', key: `fold ${step.hash}`, from: step, count, children: [] } as const]
        : []),
    ],
  }
}

export function graphItems(model: TraceModel, shown: ReadonlySet<string>): GraphItem {
  return { kind: 'origin', key: 'origin', children: model.roots.map((root) => itemOf(root, shown)) }
}
