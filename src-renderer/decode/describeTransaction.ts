import { opcodeTitle } from '#shared/contracts/opcodeTitles.ts'
import type { ComputeSkipReason } from '#shared/ton/block/transactionPhases.ts'
import { isDistinctive, opcodeHex } from './opcodeHex.ts'
import type { MessageBody, MessageView, TransactionView } from './transactionView.ts'

/** The outcome of a transaction. */
export type Outcome =
  | { readonly kind: 'ok' }
  /** `code` is that of the failed phase. */
  | { readonly kind: 'failed'; readonly phase: 'compute' | 'action'; readonly code: number }
  | { readonly kind: 'not run'; readonly reason: string }

/** A part of a sentence, so that addresses and amounts can be displayed as links and figures. */
export type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'account'; readonly address: string }
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'comment'; readonly text: string }

/** A row of an account's history. */
export type Summary = {
  readonly direction: 'in' | 'out' | 'bounced' | 'system' | 'none'
  /** `Sent`, `Received`, `jetton transfer`, `Tick` … */
  readonly label: string
  readonly comment: string | undefined
  /** The other account, or the number of others. */
  readonly counterparty: { readonly address: string } | { readonly count: number } | undefined
  /** Nanounits of the inbound message. */
  readonly received: bigint
  /** Nanounits of all outbound messages, including a bounced message. */
  readonly sent: bigint
  readonly outcome: Outcome
  /** True if the whole value was returned to the sender. */
  readonly bouncedBack: boolean
}

const OK: Outcome = { kind: 'ok' }

/** Returns the reason of a skipped compute phase in words. */
export function skipReasonText(reason: ComputeSkipReason): string {
  return reason.replace('-', ' ')
}

/**
 * Returns whether code ran and succeeded. A plain transfer to an account without code is aborted for lack of a
 * state, but credits its value; it counts as failed only if the message bounced.
 */
export function outcomeOf(view: TransactionView): Outcome {
  const phases = view.decoded?.phases
  if (!phases) return OK
  const { compute, action } = phases
  if (compute?.type === 'vm' && !compute.success) {
    return { kind: 'failed', phase: 'compute', code: compute.exitCode }
  }
  if (action && !action.success) return { kind: 'failed', phase: 'action', code: action.resultCode }
  if (compute?.type === 'skipped' && wentBack(view)) {
    return { kind: 'not run', reason: skipReasonText(compute.reason) }
  }
  return OK
}

function wentBack(view: TransactionView): boolean {
  return view.decoded?.phases?.bounce?.type === 'ok'
}

function inside(messages: readonly MessageView[]): MessageView[] {
  return messages.filter((message) => message.destination !== undefined)
}

function total(messages: readonly MessageView[]): bigint {
  return messages.reduce((sum, message) => sum + message.value, 0n)
}

function commentOf(body: MessageBody | undefined): string | undefined {
  return body?.kind === 'comment' && body.text !== '' ? body.text : undefined
}

/**
 * Returns the title of an opcode that needs no body to be recognized, or undefined if other contracts can use
 * the opcode too.
 */
export function distinctiveTitle(opcode: number): string | undefined {
  return isDistinctive(opcode) ? opcodeTitle(opcode) : undefined
}

/**
 * Returns the name of a call (`jetton transfer`) or its opcode (`0x1f00ab21`); undefined for a body without an
 * opcode. A name needs a body that was parsed as a known layout, or an opcode that no other contract uses.
 */
export function callName(body: MessageBody): string | undefined {
  if (body.kind !== 'call' || body.opcode === undefined || body.opcode === 0) return undefined
  const { name, opcode } = body
  if (name === null) return opcodeHex(opcode)
  return (name === undefined ? distinctiveTitle(opcode) : (opcodeTitle(opcode) ?? name)) ?? opcodeHex(opcode)
}

function counterpartyOf(addresses: readonly (string | undefined)[]): Summary['counterparty'] {
  const distinct = [...new Set(addresses.filter((address) => address !== undefined))]
  const [only] = distinct
  if (only === undefined) return undefined
  return distinct.length === 1 ? { address: only } : { count: distinct.length }
}

function summarizeOutgoing(view: TransactionView): Summary {
  const sent = inside(view.outMessages)
  const [first] = sent
  const call = sent.length === 1 && first ? callName(first.body) : undefined
  return {
    direction: sent.length > 0 ? 'out' : 'none',
    label: sent.length === 0 ? 'External message' : (call ?? 'Sent'),
    comment: sent.length === 1 ? commentOf(first?.body) : undefined,
    counterparty: counterpartyOf(sent.map((message) => message.destination)),
    received: view.inMessage?.value ?? 0n,
    sent: total(sent),
    outcome: outcomeOf(view),
    bouncedBack: false,
  }
}

function summarizeIncoming(view: TransactionView, message: MessageView): Summary {
  const bounced = message.body.kind === 'bounced'
  return {
    direction: bounced ? 'bounced' : 'in',
    label: bounced ? 'Bounced back' : (callName(message.body) ?? 'Received'),
    comment: commentOf(message.body),
    counterparty: message.source === undefined ? undefined : { address: message.source },
    received: message.value,
    sent: total(inside(view.outMessages)),
    outcome: outcomeOf(view),
    bouncedBack: wentBack(view),
  }
}

export function summarizeTransaction(view: TransactionView): Summary {
  const kind = view.decoded?.kind
  const message = view.inMessage
  if (message?.source !== undefined) return summarizeIncoming(view, message)
  if (message) return summarizeOutgoing(view)
  return {
    direction: 'system',
    label: kind === 'tick' ? 'Tick' : kind === 'tock' ? 'Tock' : 'System',
    comment: undefined,
    counterparty: undefined,
    received: 0n,
    sent: total(inside(view.outMessages)),
    outcome: outcomeOf(view),
    bouncedBack: false,
  }
}

function text(value: string): SentencePart {
  return { kind: 'text', text: value }
}

function account(address: string): SentencePart {
  return { kind: 'account', address }
}

function amount(value: bigint): SentencePart {
  return { kind: 'amount', value }
}

function withComment(body: MessageBody): SentencePart[] {
  const comment = commentOf(body)
  if (comment !== undefined) return [text('with the comment'), { kind: 'comment', text: comment }]
  return body.kind === 'encrypted' ? [text('with an encrypted comment')] : []
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function sentenceOut(view: TransactionView): SentencePart[] {
  const self = account(view.address)
  const outcome = outcomeOf(view)
  if (outcome.kind === 'failed') {
    return [text('An external message to'), self, text(`failed: exit code ${outcome.code}`)]
  }
  const deployed = view.decoded?.before !== 'active' && view.decoded?.after === 'active'
  const start = deployed ? [self, text('was deployed and')] : [self]
  const sent = inside(view.outMessages)
  const [first] = sent
  if (!first?.destination) {
    return [...start, text(deployed ? 'sent nothing' : 'received an external message and sent nothing')]
  }
  const to = new Set(sent.map((message) => message.destination)).size
  if (sent.length > 1) {
    const where = to === 1 ? [account(first.destination)] : [text(plural(to, 'account', 'accounts'))]
    const messages = `in ${plural(sent.length, 'message', 'messages')}`
    return [...start, text('sent'), amount(total(sent)), text('to'), ...where, text(messages)]
  }
  const call = callName(first.body)
  if (call) {
    return [
      ...start,
      text(`called ${call} on`),
      account(first.destination),
      text('with'),
      amount(first.value),
    ]
  }
  return [
    ...start,
    text('sent'),
    amount(first.value),
    text('to'),
    account(first.destination),
    ...withComment(first.body),
  ]
}

function sentenceIn(view: TransactionView, message: MessageView, source: string): SentencePart[] {
  const self = account(view.address)
  const from = account(source)
  if (message.body.kind === 'bounced') {
    return [amount(message.value), text('bounced back from'), from, text('to'), self]
  }
  const outcome = outcomeOf(view)
  const back = wentBack(view)
  const call = callName(message.body)
  if (outcome.kind === 'not run') {
    return [amount(message.value), text('from'), from, text('bounced:'), self, text('has no code to run')]
  }
  if (outcome.kind === 'failed') {
    const what = call ? text(`called ${call} on`) : text('sent')
    const start = call ? [from, what, self] : [from, what, amount(message.value), text('to'), self]
    return [...start, text(`and it failed: exit code ${outcome.code}${back ? ', bounced' : ''}`)]
  }
  const passed = inside(view.outMessages).length
  const then = passed > 0 ? [text(`, which sent ${plural(passed, 'message', 'messages')}`)] : []
  if (call) return [from, text(`called ${call} on`), self, text('with'), amount(message.value), ...then]
  return [
    self,
    text('received'),
    amount(message.value),
    text('from'),
    from,
    ...withComment(message.body),
    ...then,
  ]
}

/** Describes a transaction in one sentence, whose parts are joined with spaces. */
export function describeTransaction(view: TransactionView): SentencePart[] {
  const message = view.inMessage
  if (message?.source !== undefined) return sentenceIn(view, message, message.source)
  if (message) return sentenceOut(view)
  const self = account(view.address)
  const kind = view.decoded?.kind
  if (kind === 'tick') return [text('The network called'), self, text('at the start of the block')]
  if (kind === 'tock') return [text('The network called'), self, text('at the end of the block')]
  return [text('The network called'), self]
}
