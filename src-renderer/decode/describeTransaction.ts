import { opcodeTitle } from '#shared/contracts/opcodeTitles.ts'
import type { ComputeSkipReason } from '#shared/ton/block/transactionPhases.ts'
import { type MessageValue, totalValue, type ValuePart, valueParts } from './messageValue.ts'
import { isDistinctive, opcodeHex } from './opcodeHex.ts'
import { hasBounced, isReturn, type Outcome, outcomeOf, outcomeWords } from './outcome.ts'
import type { MessageBody, MessageView, TransactionView } from './transactionView.ts'

/** A part of a sentence, so that addresses and amounts can be displayed as links and figures. */
export type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'account'; readonly address: string }
  | ValuePart
  | { readonly kind: 'comment'; readonly text: string }

/** A row of an account's history. */
export type Summary = {
  readonly direction: 'in' | 'out' | 'bounced' | 'system' | 'none'
  /** `Sent`, `Received`, `jetton transfer`, `Tick` … */
  readonly label: string
  readonly comment: string | undefined
  /** The other account, or the number of others. */
  readonly counterparty: { readonly address: string } | { readonly count: number } | undefined
  /** The value of the inbound message. */
  readonly received: MessageValue
  /** The value of all outbound messages, including a bounced message. */
  readonly sent: MessageValue
  readonly outcome: Outcome
  /** True if the whole value was returned to the sender. */
  readonly bouncedBack: boolean
}

function inside(messages: readonly MessageView[]): MessageView[] {
  return messages.filter((message) => message.destination !== undefined)
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
    received: totalValue(view.inMessage ? [view.inMessage] : []),
    sent: totalValue(sent),
    outcome: outcomeOf(view),
    bouncedBack: false,
  }
}

function summarizeIncoming(view: TransactionView, message: MessageView): Summary {
  const bounced = isReturn(view)
  return {
    direction: bounced ? 'bounced' : 'in',
    label: bounced ? 'Bounced back' : (callName(message.body) ?? 'Received'),
    comment: commentOf(message.body),
    counterparty: message.source === undefined ? undefined : { address: message.source },
    received: totalValue([message]),
    sent: totalValue(inside(view.outMessages)),
    outcome: outcomeOf(view),
    bouncedBack: hasBounced(view),
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
    received: totalValue([]),
    sent: totalValue(inside(view.outMessages)),
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

/** Returns the amounts of messages, joined with "and". */
function amounts(...messages: readonly MessageView[]): SentencePart[] {
  const parts = valueParts(totalValue(messages))
  return parts.flatMap((part, i) => (i === 0 ? [part] : [text('and'), part]))
}

function withComment(body: MessageBody): SentencePart[] {
  const comment = commentOf(body)
  if (comment !== undefined) return [text('with the comment'), { kind: 'comment', text: comment }]
  return body.kind === 'encrypted' ? [text('with an encrypted comment')] : []
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns `failed to send 2 messages` for messages that were skipped, or nothing. */
function unsentWords(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'partly' && outcome.kind !== 'unsent') return undefined
  return `failed to send ${plural(outcome.skipped, 'message', 'messages')}`
}

function sentenceOut(view: TransactionView): SentencePart[] {
  const outcome = outcomeOf(view)
  const unsent = unsentWords(outcome)
  const parts = sentenceOfSent(view, outcome)
  return outcome.kind === 'partly' ? [...parts, text(`, and ${unsent}`)] : parts
}

function sentenceOfSent(view: TransactionView, outcome: Outcome): SentencePart[] {
  const self = account(view.address)
  if (outcome.kind === 'failed') {
    return [text('An external message to'), self, text(`failed: exit code ${outcome.code}`)]
  }
  if (outcome.kind === 'not run') {
    return [text('An external message to'), self, text(`was ${outcomeWords(outcome)}`)]
  }
  const deployed = view.decoded?.before !== 'active' && view.decoded?.after === 'active'
  const start = deployed ? [self, text('was deployed and')] : [self]
  const sent = inside(view.outMessages)
  const [first] = sent
  if (outcome.kind === 'unsent') return [...start, text(unsentWords(outcome) ?? '')]
  if (!first?.destination) {
    return [...start, text(deployed ? 'sent nothing' : 'received an external message and sent nothing')]
  }
  const to = new Set(sent.map((message) => message.destination)).size
  if (sent.length > 1) {
    const where = to === 1 ? [account(first.destination)] : [text(plural(to, 'account', 'accounts'))]
    const messages = `in ${plural(sent.length, 'message', 'messages')}`
    return [...start, text('sent'), ...amounts(...sent), text('to'), ...where, text(messages)]
  }
  const call = callName(first.body)
  if (call) {
    return [...start, text(`called ${call} on`), account(first.destination), text('with'), ...amounts(first)]
  }
  return [
    ...start,
    text('sent'),
    ...amounts(first),
    text('to'),
    account(first.destination),
    ...withComment(first.body),
  ]
}

/** The reasons of a skipped compute phase, after the account as the subject. */
const NOT_RUN: Readonly<Record<ComputeSkipReason, string>> = {
  'no-state': 'has no code to run',
  'bad-state': 'got an initial state that is not its own',
  'no-gas': 'got too few coins to run',
  suspended: 'is suspended',
}

/** Returns what the account did with a message. */
function thenWords(passed: number, outcome: Outcome): SentencePart[] {
  const sent = passed > 0 ? `sent ${plural(passed, 'message', 'messages')}` : undefined
  const done = [sent, unsentWords(outcome)].filter((words) => words !== undefined)
  return done.length === 0 ? [] : [text(`, which ${done.join(' and ')}`)]
}

function sentenceIn(view: TransactionView, message: MessageView, source: string): SentencePart[] {
  const self = account(view.address)
  const from = account(source)
  if (isReturn(view)) {
    return [...amounts(message), text('bounced back from'), from, text('to'), self]
  }
  const outcome = outcomeOf(view)
  const back = hasBounced(view)
  const call = callName(message.body)
  if (outcome.kind === 'not run' && back) {
    return [...amounts(message), text('from'), from, text('bounced:'), self, text(NOT_RUN[outcome.reason])]
  }
  if (outcome.kind === 'failed' || outcome.kind === 'not run') {
    const start = call
      ? [from, text(`called ${call} on`), self]
      : [from, text('sent'), ...amounts(message), text('to'), self]
    const reason =
      outcome.kind === 'failed'
        ? `and it failed: exit code ${outcome.code}${back ? ', bounced' : ''}`
        : `but it ${NOT_RUN[outcome.reason]}`
    return [...start, text(reason)]
  }
  const then = thenWords(inside(view.outMessages).length, outcome)
  if (call) return [from, text(`called ${call} on`), self, text('with'), ...amounts(message), ...then]
  return [
    self,
    text('received'),
    ...amounts(message),
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
