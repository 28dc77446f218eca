import { formatTon } from '#shared/ton/amount.ts'
import { stepWords, type TraceStep } from '../../decode/traceModel.ts'
import { COIN } from '../../format/coin.ts'

/** Returns a step in one line for screen readers: `B received jetton transfer, 0.05 TON, from A: exit 35`. */
export function stepLabel(step: TraceStep): string {
  const { account, view, parent, outcome, isEmulated } = step
  const message = view.inMessage
  const value = message?.source === undefined ? '' : `, ${formatTon(message.value)} ${COIN}`
  const from = parent ? `, from ${parent.account.letter}` : ''
  const failure =
    outcome.kind === 'failed'
      ? `: failed, exit ${outcome.code}`
      : outcome.kind === 'not run'
        ? `: not executed, ${outcome.reason}`
        : ''
  return `${account.letter} received ${stepWords(step)}${value}${from}${failure}${isEmulated ? ' (pending)' : ''}`
}
