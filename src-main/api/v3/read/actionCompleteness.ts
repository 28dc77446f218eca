import {
  findUnclassified,
  findUndetected,
  hasUnclassified,
} from '../../../store/queries/classificationBacklog.ts'
import type { MissingData } from '../reading.ts'
import { ifComplete, isFullyIndexed, refusal, UNKNOWN } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'

/** Completeness of actions: those of a trace are known when its accounts are detected and it is classified. */

const NOT_CLASSIFIED = 'the actions of these traces are not derived yet, ask again in a moment'

/** Returns the answer about actions of these traces (numbers) once their accounts are detected and they are classified. */
export function ifTracesClassified(
  context: ReadContext,
  traces: readonly bigint[],
  answer: () => Outcome,
): Outcome {
  return withReason(NOT_CLASSIFIED, () =>
    ifComplete(context, missingContracts(context, traces), () =>
      ifComplete(
        context,
        findUnclassified(context.reader, traces).map(
          ({ transaction }): MissingData => ({ kind: 'classify', transaction }),
        ),
        answer,
      ),
    ),
  )
}

/**
 * The type of an account decides the meaning of a message to it. In an index of a part of the chain its state can be
 * unknown.
 */
function missingContracts(context: ReadContext, traces: readonly bigint[]): MissingData[] {
  const { queued, waiting, unread } = findUndetected(context.reader, traces)
  const unknown = isFullyIndexed(context) || context.options.offline ? [] : [...waiting, ...unread]
  return [...queued, ...unknown].map((account) => ({ kind: 'contract', account }))
}

/** Returns the answer of a list of actions once all traces that ended at or after masterchain block `first` are classified. */
export function ifBlocksClassified(context: ReadContext, first: number, answer: () => Outcome): Outcome {
  const { head: last = Number.MAX_SAFE_INTEGER } = context.options
  const missing: MissingData[] = hasUnclassified(context.reader, { first, last })
    ? [{ kind: 'classification', mcSeqno: last }]
    : []
  return withReason(NOT_CLASSIFIED, () => ifComplete(context, missing, answer))
}

/** Adds a reason to an unknown answer that has none. */
function withReason(reason: string, outcome: () => Outcome): Outcome {
  const answered = outcome()
  return answered === UNKNOWN ? refusal(reason) : answered
}
