import { CONTRACTS, type KnownCode } from '#shared/contracts/lookups.ts'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { safeText } from '#shared/untrustedText.ts'
import { distinctiveInterfaces, interfaceText, isWalletInterface } from './accountKinds.ts'
import { callName } from './describeTransaction.ts'
import { bookAddress, viewIndexedMessage, viewIndexedTransaction } from './indexedTransaction.ts'
import { isFailure, isReturn, type Outcome, outcomeOf } from './outcome.ts'
import type { MessageView, TransactionView } from './transactionView.ts'

/** An account in a trace. */
export type TraceAccount = {
  /** Raw form of v3: `0:83DF…`. */
  readonly raw: string
  /** The friendly form. */
  readonly address: string
  /** A, B, … Z, AA, in the order of first appearance. */
  readonly letter: string
  readonly domain: string | undefined
  /** The first interface in the index: `jetton wallet`, `wallet v4 r2`. */
  readonly role: string | undefined
  readonly isWallet: boolean
}

/** A message of the trace without a receiving transaction. */
export type UnmatchedMessage = {
  /** `log` for a message out of the blockchain, `awaited` for one that has not arrived yet. */
  readonly kind: 'log' | 'awaited'
  readonly json: MessageJson
  readonly view: MessageView
  readonly to: TraceAccount | undefined
}

/** A transaction of the trace. */
export type TraceStep = {
  /** Hash in hexadecimal. */
  readonly hash: string
  readonly json: TransactionJson
  readonly view: TransactionView
  readonly account: TraceAccount
  readonly outcome: Outcome
  /** True if its message bounced. */
  readonly isReturn: boolean
  /** True if it was emulated and not read from a block. */
  readonly isEmulated: boolean
  readonly parent: TraceStep | undefined
  readonly children: readonly TraceStep[]
  readonly unmatched: readonly UnmatchedMessage[]
}

export type TraceModel = {
  /** In the order of logical time. */
  readonly steps: readonly TraceStep[]
  /** Steps that no other step caused: one, unless the middle of the trace is missing. */
  readonly roots: readonly TraceStep[]
  readonly accounts: readonly TraceAccount[]
  /** Nanounits. */
  readonly fees: bigint
  /** Number of all messages, including the external one and logs. */
  readonly messages: number
  readonly awaited: number
  /** Steps that failed, also in part. */
  readonly failed: readonly TraceStep[]
}

/** Returns `A`, `B`, … `Z`, `AA`, `AB`. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`
}

/** Non-bounceable forms (`UQ`, in test networks `0Q`) are those of wallets and of accounts without code. */
function isWallet(friendly: string, interfaces: readonly string[]): boolean {
  return interfaces.some(isWalletInterface) || /^[U0]Q/.test(friendly)
}

function accountsOf(transactions: readonly TransactionJson[], book: AddressBookJson) {
  const accounts = new Map<string, TraceAccount>()
  const knownCodes = knownCodesOf(transactions)
  const add = (raw: string | null | undefined) => {
    if (raw === null || raw === undefined || accounts.has(raw)) return
    const row = book[raw]
    const known = knownCodes.get(raw)
    const interfaces = known?.interfaceName
      ? [known.interfaceName]
      : distinctiveInterfaces(row?.interfaces ?? [])
    const address = bookAddress(book, raw)
    accounts.set(raw, {
      raw,
      address,
      letter: letterOf(accounts.size),
      domain: row?.domain ?? undefined,
      role: interfaces[0] === undefined ? known?.title : interfaceText(interfaces[0]),
      isWallet: isWallet(address, interfaces),
    })
  }
  for (const { account } of transactions) add(account)
  // Accounts whose messages have not been processed.
  for (const { out_msgs } of transactions) for (const { destination } of out_msgs) add(destination)
  return accounts
}

/** Returns the known codes of accounts, by raw address: a code's hash identifies a contract. */
function knownCodesOf(transactions: readonly TransactionJson[]): ReadonlyMap<string, KnownCode> {
  const known = new Map<string, KnownCode>()
  for (const { account, account_state_before: before, account_state_after: after } of transactions) {
    const code = CONTRACTS.codes.get(after.code_hash ?? before.code_hash ?? '')
    if (code) known.set(account, code)
  }
  return known
}

function byTime(one: TransactionJson, other: TransactionJson): number {
  const difference = BigInt(one.lt) - BigInt(other.lt)
  return difference === 0n ? (one.account < other.account ? -1 : 1) : difference < 0n ? -1 : 1
}

type MutableStep = Omit<TraceStep, 'parent' | 'children' | 'unmatched'> & {
  parent: TraceStep | undefined
  children: TraceStep[]
  unmatched: UnmatchedMessage[]
}

function hexOf(base64: string): string {
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** Returns the model of a trace: its steps, linked by the hashes of their messages, its accounts and fees. */
export function buildTrace(given: readonly TransactionJson[], book: AddressBookJson): TraceModel {
  const transactions = [...given].sort(byTime)
  const accounts = accountsOf(transactions, book)
  const accountOf = (raw: string): TraceAccount => {
    const account = accounts.get(raw)
    if (!account) throw new Error(`${raw} has no letter`)
    return account
  }
  const steps = transactions.map((json): MutableStep => {
    const view = viewIndexedTransaction(json, book)
    return {
      hash: hexOf(json.hash),
      json,
      view,
      account: accountOf(json.account),
      outcome: outcomeOf(view),
      isReturn: isReturn(view),
      isEmulated: json.emulated,
      parent: undefined,
      children: [],
      unmatched: [],
    }
  })
  const takers = new Map(steps.flatMap((step) => (step.json.in_msg ? [[step.json.in_msg.hash, step]] : [])))
  for (const step of steps) {
    for (const message of step.json.out_msgs) {
      const taker = takers.get(message.hash)
      if (taker && taker !== step) {
        taker.parent = step
        step.children.push(taker)
      } else {
        step.unmatched.push({
          kind: message.destination === null ? 'log' : 'awaited',
          json: message,
          view: viewIndexedMessage(message, book),
          to: message.destination === null ? undefined : accountOf(message.destination),
        })
      }
    }
  }
  const unmatched = steps.flatMap((step) => step.unmatched)
  const roots = steps.filter(({ parent }) => !parent)
  return {
    steps,
    roots,
    accounts: [...accounts.values()],
    fees: steps.reduce((sum, { view }) => sum + view.fee, 0n),
    messages: steps.filter(({ json }) => json.in_msg).length + unmatched.length,
    awaited: unmatched.filter(({ kind }) => kind === 'awaited').length,
    failed: steps.filter(({ outcome }) => isFailure(outcome)),
  }
}

export function traceModel(trace: TraceJson, book: AddressBookJson): TraceModel {
  return buildTrace(Object.values(trace.transactions ?? {}), book)
}

/** Returns the outcomes of the transactions that failed, also in part, by hash (base64). */
export function failuresOf({ failed }: TraceModel): ReadonlyMap<string, Outcome> {
  return new Map(failed.map(({ json, outcome }) => [json.hash, outcome]))
}

/** Maximum length of a comment in the words about a message. */
const MAX_COMMENT = 140

/**
 * Returns two or three words about a message: its operation, the start of its comment, or that it is a
 * transfer.
 */
export function messageWords(view: MessageView): string {
  const { body } = view
  const words = body.kind === 'comment' ? safeText(body.text, MAX_COMMENT).text : ''
  switch (body.kind) {
    case 'empty':
      return 'transfer'
    case 'comment':
      return words === '' ? 'transfer' : `“${words}”`
    case 'encrypted':
      return 'encrypted comment'
    case 'bounced':
      return 'bounced'
    case 'call':
      return callName(body) ?? 'call'
  }
}

export const EXTERNAL = 'external message'

/**
 * Returns the words of an external message. Most begin with a signature, so that only a name identifies the
 * operation.
 */
export function externalWords(view: MessageView): string {
  const { body } = view
  return body.kind === 'call' && typeof body.name !== 'string' ? EXTERNAL : messageWords(view)
}

/** Returns the words of a step's cause: its message, or the protocol. */
export function stepWords({ view }: Pick<TraceStep, 'view'>): string {
  const message = view.inMessage
  if (!message) return view.decoded?.kind ?? 'system'
  return message.source === undefined ? externalWords(message) : messageWords(message)
}

/**
 * Returns the step that received or sent the message with this hash (base64), or that has this hash
 * (hexadecimal).
 */
export function findStep(model: TraceModel, hash: string): TraceStep | undefined {
  return (
    model.steps.find((step) => step.hash === hash) ??
    model.steps.find(({ json }) => {
      const message = json.in_msg
      return message && [message.hash, message.hash_norm].some((own) => own && hexOf(own) === hash)
    }) ??
    model.steps.find(({ json }) => json.out_msgs.some((message) => hexOf(message.hash) === hash))
  )
}
