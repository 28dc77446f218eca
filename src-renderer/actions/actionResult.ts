import { knownExitText } from '../decode/exitCodes.ts'
import { type Outcome, outcomeWords, verdictOf } from '../decode/outcome.ts'
import type { Action } from './action.ts'
import { describeAction } from './describe/describeAction.ts'
import { allActions, hasFailed, type TraceFold } from './foldTraces.ts'
import { isFailure as hasActionFailed } from './sentence.ts'
import type { TraceFacts } from './traceFacts.ts'

/** What went wrong with an action or in its trace. */
export type Fault = {
  /** `partly` if something was done all the same. */
  readonly kind: 'bad' | 'partly'
  /** Undefined if the reason is not known. */
  readonly words: string | undefined
}

/** Returns the reason of a failure in words that fit a row: an exit code of the contract's own has no others. */
function reasonWords(outcome: Outcome): string {
  const isOwnCode =
    outcome.kind === 'failed' && outcome.phase === 'compute' && knownExitText(outcome.code) === undefined
  return isOwnCode ? `exit ${outcome.code}` : outcomeWords(outcome)
}

export type KnownFault = Fault & { readonly words: string }

/** Returns the fault of a transaction that failed, also in part. */
export function faultOf(outcome: Outcome): KnownFault {
  return { kind: verdictOf(outcome) === 'partly' ? 'partly' : 'bad', words: reasonWords(outcome) }
}

/**
 * Decides whether an action failed: by itself, or because one of its transactions did, also in part.
 * @param failures outcomes of failed transactions of its trace; undefined until the trace is read
 */
export function actionFault(
  action: Action,
  failures: ReadonlyMap<string, Outcome> | undefined,
): Fault | undefined {
  const line = describeAction(action)
  const failed = action.transactions.map((hash) => failures?.get(hash)).find((one) => one !== undefined)
  const words = failed && reasonWords(failed)
  if (hasActionFailed(line, action.success)) return { kind: 'bad', words: line.reason ?? words }
  return failed && { kind: 'partly', words }
}

/**
 * Decides what went wrong in a trace whose row shows its main action. What went wrong elsewhere in the trace counts
 * as a part.
 * @param facts undefined until the trace is read
 */
export function traceFault(trace: TraceFold, facts: TraceFacts | undefined): Fault | undefined {
  const lead = actionFault(trace.lead, facts?.failures)
  if (lead) return lead
  const result = facts?.result
  if (result?.kind === 'bad' || result?.kind === 'partly') {
    const first = [...(facts?.failures.values() ?? [])].find((one) => verdictOf(one) === result.kind)
    return { kind: 'partly', words: first ? reasonWords(first) : result.words }
  }
  if (!hasFailed(trace)) return undefined
  const all = allActions(trace)
  const failed = all.filter((action) => actionFault(action, undefined))
  return { kind: 'partly', words: `${failed.length} of ${all.length} actions failed` }
}
