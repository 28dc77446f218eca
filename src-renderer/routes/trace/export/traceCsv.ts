import { formatTon } from '#shared/ton/amount.ts'
import { outcomeWords, verdictOf } from '../../../decode/outcome.ts'
import { stepWords, type TraceModel, type TraceStep } from '../../../decode/traceModel.ts'
import { csvText } from '../../../format/csvText.ts'

const COLUMNS = [
  'number',
  'cause',
  'time',
  'lt',
  'account',
  'letter',
  'kind',
  'message',
  'opcode',
  'value_ton',
  'fees_ton',
  'result',
  'details',
  'transaction_hash',
  'message_hash',
] as const

function rowOf(step: TraceStep, number: number, cause: number | undefined): string[] {
  const { account, json, view, outcome, isEmulated, hash } = step
  const message = json.in_msg
  return [
    `${number}`,
    cause === undefined ? '' : `${cause}`,
    new Date(json.now * 1000).toISOString(),
    json.lt,
    account.address,
    account.letter,
    account.role ?? (account.isWallet ? 'wallet' : 'contract'),
    stepWords(step),
    message?.opcode ?? '',
    message?.value ? formatTon(BigInt(message.value)) : '',
    formatTon(view.fee),
    isEmulated ? 'pending' : verdictOf(outcome),
    outcomeWords(outcome),
    hash,
    message?.hash ?? '',
  ]
}

/** Returns the transactions of a trace as comma-separated values. `cause` is the number of the one that sent the message. */
export function traceCsv({ steps }: TraceModel): string {
  const numbers = new Map(steps.map((step, i) => [step, i + 1]))
  return csvText([
    COLUMNS,
    ...steps.map((step, i) => rowOf(step, i + 1, step.parent && numbers.get(step.parent))),
  ])
}
