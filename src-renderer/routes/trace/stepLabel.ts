import { valueText } from '../../decode/messageValue.ts'
import { failureWords, outcomeWords } from '../../decode/outcome.ts'
import { stepWords, type TraceStep } from '../../decode/traceModel.ts'

/** Returns a step in one line for screen readers: `B received jetton transfer, 0.05 TON, from A: exit 35`. */
export function stepLabel(step: TraceStep): string {
  const { account, view, parent, outcome, isEmulated } = step
  const message = view.inMessage
  const value = message?.source === undefined ? '' : `, ${valueText(message)}`
  const from = parent ? `, from ${parent.account.letter}` : ''
  const words = outcome.kind === 'not run' ? outcomeWords(outcome) : failureWords(outcome)
  const failure = words === undefined ? '' : outcome.kind === 'failed' ? `: failed, ${words}` : `: ${words}`
  return `${account.letter} received ${stepWords(step)}${value}${from}${failure}${isEmulated ? ' (pending)' : ''}`
}
