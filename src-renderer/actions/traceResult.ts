import { type Outcome, outcomeWords, verdictOf } from '../decode/outcome.ts'
import type { TraceModel, TraceStep } from '../decode/traceModel.ts'
import { describeAction } from './describe/describeAction.ts'
import type { TraceFold } from './foldTraces.ts'
import { isFailure } from './sentence.ts'

/** The result of a trace, from the outcomes of its transactions and from its actions. */
export type TraceResult =
  /** All transactions and actions did what they were to do. */
  | { readonly kind: 'good' }
  | {
      readonly kind: 'bad' | 'partly'
      /** Letter of the account of the first transaction that failed; undefined if only an action did. */
      readonly at: string | undefined
      /** Number of other failures. */
      readonly others: number
      /** The reason. */
      readonly words: string
    }
  /** Nothing failed in the known transactions, but value came back. */
  | { readonly kind: 'returned' }
  | { readonly kind: 'unknown' }

function atStep(kind: 'bad' | 'partly', { failed }: TraceModel, step: TraceStep): TraceResult {
  return { kind, at: step.account.letter, others: failed.length - 1, words: outcomeWords(step.outcome) }
}

/**
 * Decides the result of a trace.
 * @param folded its actions; undefined if it has none
 */
export function traceResult(model: TraceModel, folded: TraceFold | undefined): TraceResult {
  const { steps, failed } = model
  const first = (verdict: ReturnType<typeof verdictOf>) =>
    steps.find(({ outcome }: { readonly outcome: Outcome }) => verdictOf(outcome) === verdict)
  const bad = first('bad')
  if (bad) return atStep('bad', model, bad)
  const shown = folded ? [folded.lead, ...folded.more] : []
  const failures = shown.filter((action) => isFailure(describeAction(action), action.success))
  const [lead] = shown
  if (lead && failures.includes(lead)) {
    const words = describeAction(lead).reason ?? 'the action was not completed'
    return { kind: 'bad', at: undefined, others: failures.length - 1, words }
  }
  const [partly] = failed
  if (partly) return atStep('partly', model, partly)
  if (failures.length > 0) {
    const words = `${failures.length} of ${shown.length} actions failed`
    return { kind: 'partly', at: undefined, others: 0, words }
  }
  if (steps.some(({ isReturn }) => isReturn)) return { kind: 'returned' }
  return first('unknown') ? { kind: 'unknown' } : { kind: 'good' }
}
