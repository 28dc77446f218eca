import { type Outcome, outcomeWords, verdictOf } from '../decode/outcome.ts'
import { failuresOf, type TraceModel } from '../decode/traceModel.ts'
import { actionFault, type Fault, reasonWords } from './actionResult.ts'
import { mainActions, type TraceFold } from './foldTraces.ts'

/** What failed in a trace. */
export type TraceFailure = {
  /** `partly` if what the trace was for was done. */
  readonly kind: 'bad' | 'partly'
  /** Letter of the account of the first transaction that failed; undefined if only an action did. */
  readonly at: string | undefined
  /** Number of other failures. */
  readonly others: number
  /** The reason. */
  readonly words: string
  /** The reason in words that fit a row; undefined if it is not known. */
  readonly brief: string | undefined
}

/** The result of a trace, from the outcomes of its transactions and from its actions. */
export type TraceResult =
  /** All transactions and actions did what they were to do. */
  | { readonly kind: 'good' }
  | TraceFailure
  /** Nothing failed in the known transactions, but value came back. */
  | { readonly kind: 'returned' }
  | { readonly kind: 'unknown' }

type Failures = ReadonlyMap<string, Outcome>

/** Returns whether none of the main actions was done, by their faults; undefined without actions. */
function isUndone(folded: TraceFold | undefined, failures: Failures | undefined): boolean | undefined {
  return folded && mainActions(folded).every((action) => actionFault(action, failures)?.kind === 'bad')
}

/**
 * Returns what failed in a trace, by its actions alone.
 * @param failures outcomes of failed transactions of the trace; undefined until it is read
 */
export function actionsFailure(folded: TraceFold, failures: Failures | undefined): TraceFailure | undefined {
  const shown = [folded.lead, ...folded.more]
  const faults = shown.flatMap((action): readonly Fault[] => {
    const fault = actionFault(action, failures)
    return fault ? [fault] : []
  })
  const [first] = faults
  if (!first) return undefined
  if (isUndone(folded, failures)) {
    const words = first.words ?? 'the action was not completed'
    return { kind: 'bad', at: undefined, others: faults.length - 1, words, brief: first.words }
  }
  const words = `${faults.length} of ${shown.length} actions failed`
  return { kind: 'partly', at: undefined, others: 0, words, brief: words }
}

/** Returns what failed in a trace: its main actions, or a part of it, or without actions any transaction. */
function failureOf(model: TraceModel, folded: TraceFold | undefined): TraceFailure | undefined {
  const { failed } = model
  const failures = failuresOf(model)
  const bad = failed.find(({ outcome }) => verdictOf(outcome) === 'bad')
  const kind = (isUndone(folded, failures) ?? bad !== undefined) ? 'bad' : 'partly'
  const step = kind === 'bad' ? bad : (bad ?? failed[0])
  if (!step) return folded && actionsFailure(folded, failures)
  const { account, outcome } = step
  const [words, brief] = [outcomeWords(outcome), reasonWords(outcome)]
  return { kind, at: account.letter, others: failed.length - 1, words, brief }
}

/**
 * Decides the result of a trace. Rows, pages and marks of traces follow from it.
 * @param folded its actions; undefined if it has none
 */
export function traceResult(model: TraceModel, folded: TraceFold | undefined): TraceResult {
  const failure = failureOf(model, folded)
  if (failure) return failure
  if (model.steps.some(({ isReturn }) => isReturn)) return { kind: 'returned' }
  const isUnknown = model.steps.some(({ outcome }) => verdictOf(outcome) === 'unknown')
  return isUnknown ? { kind: 'unknown' } : { kind: 'good' }
}
