import type { TraceStep, UnmatchedMessage } from '../../decode/traceModel.ts'

/** A node of the graph: the origin, steps, a message without a step, or a folded chain. */
export type GraphItem = {
  readonly key: string
  readonly children: readonly GraphItem[]
} & (
  | { readonly kind: 'origin' }
  /** `steps` has more than one where equal branches are drawn as one; `fold` is then the name that opens them. */
  | {
      readonly kind: 'step'
      readonly step: TraceStep
      readonly steps: readonly TraceStep[]
      readonly fold: string | undefined
    }
  | { readonly kind: 'unmatched'; readonly message: UnmatchedMessage; readonly count: number }
  /** `count` messages that the action phase of the parent skipped. */
  | { readonly kind: 'unsent'; readonly count: number }
  /** A chain of steps, each of which caused the next one. */
  | { readonly kind: 'chain'; readonly steps: readonly TraceStep[]; readonly fold: string }
)

export type StepItem = Extract<GraphItem, { kind: 'step' }>
