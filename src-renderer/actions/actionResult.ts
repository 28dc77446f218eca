import { BOUNCE } from '#shared/contracts/receiptOpcodes.ts'
import { knownExitText } from '../decode/exitCodes.ts'
import { type Outcome, outcomeWords, verdictOf } from '../decode/outcome.ts'
import type { Action } from './action.ts'
import { opcodeIn } from './describe/calls.ts'
import { describeAction } from './describe/describeAction.ts'
import { isFailure as hasActionFailed } from './sentence.ts'

/** What went wrong with an action or in its trace. */
export type Fault = {
  /** `partly` if something was done all the same. */
  readonly kind: 'bad' | 'partly'
  /** Undefined if the reason is not known. */
  readonly words: string | undefined
}

/** Returns the reason of a failure in words that fit a row: an exit code of the contract's own has no others. */
export function reasonWords(outcome: Outcome): string {
  const isOwnCode =
    outcome.kind === 'failed' && outcome.phase === 'compute' && knownExitText(outcome.code) === undefined
  return isOwnCode ? `exit ${outcome.code}` : outcomeWords(outcome)
}

export type KnownFault = Fault & { readonly words: string }

/** Returns the fault of a transaction that failed, also in part. */
export function faultOf(outcome: Outcome): KnownFault {
  return { kind: verdictOf(outcome) === 'partly' ? 'partly' : 'bad', words: reasonWords(outcome) }
}

/** Returns whether an action is a message that came back: the failure of its sender is not its own. */
function isBounce({ type, details }: Action): boolean {
  return type === 'call_contract' && opcodeIn(details) === BOUNCE
}

/**
 * Decides whether an action failed: by itself, or because its transactions did, also in part. An action that counts
 * as a success failed all the same if none of its transactions was a success but the one that sent its first message.
 * @param failures outcomes of failed transactions of its trace; undefined until the trace is read
 */
export function actionFault(
  action: Action,
  failures: ReadonlyMap<string, Outcome> | undefined,
): Fault | undefined {
  const line = describeAction(action)
  const failed = action.transactions.flatMap((hash) => failures?.get(hash) ?? [])
  const bad = failed.filter((outcome) => verdictOf(outcome) === 'bad')
  const first = bad[0] ?? failed[0]
  const words = first && reasonWords(first)
  if (hasActionFailed(line, action.success)) return { kind: 'bad', words: line.reason ?? words }
  if (!first || isBounce(action)) return undefined
  return { kind: bad.length >= Math.max(1, action.transactions.length - 1) ? 'bad' : 'partly', words }
}
