import {
  findUnclassified,
  findUndetected,
  hasUnclassified,
} from '../../../store/queries/classificationBacklog.ts'
import type { Need } from '../reading.ts'
import type { Outcome, ReadContext } from './context.ts'
import { isWhole, NOTHING, refusal, unlessMissing } from './knowing.ts'

/** Completeness of actions: those of a trace are known when detection knows its accounts and it is classified. */

const STILL = 'the actions of these traces are not derived yet, ask again in a moment'

/** The answer about actions of these traces (numbers), once their accounts are detected and they are classified. */
export function unlessUnclassified(
  context: ReadContext,
  traces: readonly bigint[],
  answer: () => Outcome,
): Outcome {
  return saying(STILL, () =>
    unlessMissing(context, accountNeeds(context, traces), () =>
      unlessMissing(
        context,
        findUnclassified(context.reader, traces).map(
          ({ transaction }): Need => ({ kind: 'classify', transaction }),
        ),
        answer,
      ),
    ),
  )
}

/**
 * What an account is decides what a message to it means. Outside of an index of the whole chain its state may not be
 * known at all.
 */
function accountNeeds(context: ReadContext, traces: readonly bigint[]): Need[] {
  const { queued, waiting, unread } = findUndetected(context.reader, traces)
  const unknown = isWhole(context) || context.options.offline ? [] : [...waiting, ...unread]
  return [...queued, ...unknown].map((account) => ({ kind: 'contract', account }))
}

/** The answer of a list of actions, once all traces that were finished from the masterchain block `first` on are classified. */
export function unlessBacklog(context: ReadContext, first: number, answer: () => Outcome): Outcome {
  const { head: last = Number.MAX_SAFE_INTEGER } = context.options
  const needs: Need[] = hasUnclassified(context.reader, { first, last })
    ? [{ kind: 'classification', mcSeqno: last }]
    : []
  return saying(STILL, () => unlessMissing(context, needs, answer))
}

/** Says why nothing can be said, where the answer has no reason of its own. */
function saying(reason: string, outcome: () => Outcome): Outcome {
  const answered = outcome()
  return answered === NOTHING ? refusal(reason) : answered
}
