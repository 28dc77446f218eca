import { stepWords, type TraceModel, type TraceStep, type UnmatchedMessage } from '../../decode/traceModel.ts'

/** Returns the kind of message that a step received. All comments are one kind. */
function causeOf(step: TraceStep): string {
  const kind = step.view.inMessage?.body.kind
  return kind === 'comment' ? kind : stepWords(step)
}

function unmatchedText({ kind, view: { body } }: UnmatchedMessage): string {
  return `${kind} ${body.kind === 'call' ? body.opcode : body.kind}`
}

function ownText(step: TraceStep): string {
  const { account, outcome, isReturn, isEmulated, unmatched } = step
  const receiver = account.isWallet ? 'wallet' : (account.role ?? 'contract')
  return JSON.stringify([
    causeOf(step),
    receiver,
    outcome,
    isReturn,
    isEmulated,
    unmatched.map(unmatchedText).sort(),
  ])
}

/**
 * Returns a number for each step. Two steps have the same number if they and all that followed from them look the same
 * but for accounts, values and comments.
 */
export function branchSignatures({ steps }: Pick<TraceModel, 'steps'>): ReadonlyMap<TraceStep, number> {
  const numbers = new Map<string, number>()
  const signatures = new Map<TraceStep, number>()
  // In reverse, since a step is later than its cause: no recursion, which a long chain would exhaust.
  for (const step of steps.toReversed()) {
    const below = step.children.map((child) => signatures.get(child) ?? -1).sort((a, b) => a - b)
    const text = `${below.join()} ${ownText(step)}`
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    signatures.set(step, number)
  }
  return signatures
}
