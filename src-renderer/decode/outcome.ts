import { EXCESS, JETTON_NOTIFY, NFT_OWNERSHIP_ASSIGNED } from '#shared/contracts/receiptOpcodes.ts'
import type { ComputeSkipReason } from '#shared/ton/block/transactionPhases.ts'
import { actionResultText, computeExitText, isComputeSuccess } from './exitCodes.ts'
import type { ActionPhase, ComputePhase, Phases } from './transaction.ts'
import type { MessageView, TransactionView } from './transactionView.ts'

/**
 * The outcome of a transaction. Everything that the explorer shows about success and failure follows from it and
 * from `traceResult`.
 */
export type Outcome =
  /** The code ran, and all of its actions were done. */
  | { readonly kind: 'ok' }
  /** No code ran, but the message only brought its value, which the account has. */
  | { readonly kind: 'credited'; readonly reason: ComputeSkipReason }
  /** The account's own message came back. */
  | { readonly kind: 'returned' }
  /** Some messages were sent, and others were skipped in the action phase (send mode +2). */
  | { readonly kind: 'partly'; readonly sent: number; readonly skipped: number }
  /** All messages were skipped in the action phase. */
  | { readonly kind: 'unsent'; readonly skipped: number }
  /** `code` is that of the failed phase. */
  | { readonly kind: 'failed'; readonly phase: 'compute' | 'action'; readonly code: number }
  /** The code that the message called, or was to deploy, did not run. */
  | { readonly kind: 'not run'; readonly reason: ComputeSkipReason }
  /** The phases could not be read, or they contradict each other. */
  | { readonly kind: 'unknown' }

/** What an outcome means for the sender. */
export type Verdict = 'good' | 'partly' | 'bad' | 'returned' | 'unknown'

const VERDICTS: Readonly<Record<Outcome['kind'], Verdict>> = {
  ok: 'good',
  credited: 'good',
  returned: 'returned',
  partly: 'partly',
  unsent: 'bad',
  failed: 'bad',
  'not run': 'bad',
  unknown: 'unknown',
}

export function verdictOf({ kind }: Outcome): Verdict {
  return VERDICTS[kind]
}

/** Returns whether something that the message asked for was not done. */
export function isFailure(outcome: Outcome): boolean {
  const verdict = verdictOf(outcome)
  return verdict === 'bad' || verdict === 'partly'
}

const ENCRYPTED_COMMENT = 0x2167da4b
/** Messages that ask for nothing: without code, their value arrives all the same. */
const PLAIN_OPCODES: ReadonlySet<number> = new Set([
  0,
  ENCRYPTED_COMMENT,
  EXCESS,
  JETTON_NOTIFY,
  NFT_OWNERSHIP_ASSIGNED,
])

function isCall({ body }: MessageView): boolean {
  return body.kind === 'call' && !PLAIN_OPCODES.has(body.opcode ?? -1)
}

/** Returns the outcome of a transaction whose compute phase was skipped. */
function skippedOutcome(view: TransactionView, phases: Phases, reason: ComputeSkipReason): Outcome {
  const message = view.inMessage
  const notRun: Outcome = { kind: 'not run', reason }
  if (message?.source === undefined || phases.bounce) return notRun
  if (isReturn(view)) return { kind: 'returned' }
  const isDeployment = message.hasInitState && view.decoded?.before !== 'active'
  return reason === 'bad-state' || isDeployment || isCall(message) ? notRun : { kind: 'credited', reason }
}

/**
 * Returns whether the compute phase failed. Code that throws after a commit has `success`, since its state was
 * stored, but not an exit code of success.
 */
export function hasComputeFailed(phase: Extract<ComputePhase, { type: 'vm' }>): boolean {
  return !phase.success || !isComputeSuccess(phase.exitCode)
}

/** Returns whether the action phase failed: all of its actions were cancelled. */
export function hasActionFailed({ success, valid, noFunds }: ActionPhase): boolean {
  return !success || !valid || noFunds
}

/** Returns what the action phase left out, if it was a success otherwise. */
export function skippedActions({ skippedActions: skipped, msgsCreated }: ActionPhase): Outcome | undefined {
  if (skipped === 0) return undefined
  return msgsCreated === 0 ? { kind: 'unsent', skipped } : { kind: 'partly', sent: msgsCreated, skipped }
}

/** Decides the outcome of a transaction by its phases and its inbound message. */
export function outcomeOf(view: TransactionView): Outcome {
  const { kind, phases } = view.decoded ?? {}
  if (!phases) return { kind: 'unknown' }
  const { compute, action, bounce, aborted } = phases
  if (compute?.type === 'skipped') return skippedOutcome(view, phases, compute.reason)
  if (compute && hasComputeFailed(compute)) {
    return { kind: 'failed', phase: 'compute', code: compute.exitCode }
  }
  if (action && hasActionFailed(action)) return { kind: 'failed', phase: 'action', code: action.resultCode }
  // An ordinary or tick-tock transaction without a failed phase is not aborted and bounces nothing.
  if (aborted || bounce || (!compute && kind !== 'storage')) return { kind: 'unknown' }
  const left = action && skippedActions(action)
  if (left) return left
  return isReturn(view) ? { kind: 'returned' } : { kind: 'ok' }
}

/** Returns whether the code ran and its changes of state were kept. */
export function hasExecuted({ decoded }: TransactionView): boolean {
  const { compute, action } = decoded?.phases ?? {}
  return compute?.type === 'vm' && compute.success && (!action || !hasActionFailed(action))
}

/** Returns whether the transaction received an own message that bounced. */
export function isReturn({ decoded, inMessage }: TransactionView): boolean {
  return decoded ? decoded.isReturn : inMessage?.body.kind === 'bounced'
}

/** Returns whether the transaction sent its inbound message back. */
export function hasBounced({ decoded }: TransactionView): boolean {
  return decoded?.phases?.bounce?.type === 'ok'
}

/** Returns the reason of a skipped compute phase in words. */
export function skipReasonText(reason: ComputeSkipReason): string {
  return reason.replace('-', ' ')
}

function messages(count: number): string {
  return count === 1 ? 'message' : `${count} messages`
}

/** Returns an outcome in words, with the meaning of an exit code. */
export function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok':
      return 'success'
    case 'credited':
      return `received; no code ran: ${skipReasonText(outcome.reason)}`
    case 'returned':
      return 'bounced back'
    case 'partly':
      return `${outcome.skipped} of ${outcome.skipped + outcome.sent} messages not sent`
    case 'unsent':
      return `${messages(outcome.skipped)} not sent`
    case 'failed': {
      const words = outcome.phase === 'compute' ? computeExitText : actionResultText
      return `${outcome.code}: ${words(outcome.code)}`
    }
    case 'not run':
      return `not executed: ${skipReasonText(outcome.reason)}`
    case 'unknown':
      return 'result not known'
  }
}

/** Returns an outcome in two or three words, or undefined for a success. */
export function failureWords(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'ok':
    case 'credited':
    case 'returned':
      return undefined
    case 'failed':
      return `exit ${outcome.code}`
    case 'not run':
      return 'not executed'
    case 'partly':
    case 'unsent':
    case 'unknown':
      return outcomeWords(outcome)
  }
}
