import { EXCESS } from '#shared/contracts/receiptOpcodes.ts'
import { messageOf } from './assetFlow.ts'
import { hasExecuted } from './outcome.ts'
import type { TraceModel, TraceStep } from './traceModel.ts'

/** A result that a trace did not reach although all of its transactions succeeded. */
export type EconomicFailure =
  /** The jettons that its initiator sent came back to the same jetton wallet, and nothing else moved. */
  | {
      readonly kind: 'tokens returned'
      /** Raw address of the jetton wallet. */
      readonly wallet: string
      /** In the smallest unit. */
      readonly amount: bigint
    }
  /** An exchange that its initiator paid in coins gave most of them back, in nanounits, and no tokens. */
  | { readonly kind: 'coins returned'; readonly amount: bigint }
  /** No state changed and no account gained anything: only coins came back, in nanounits. */
  | { readonly kind: 'nothing changed'; readonly amount: bigint }

type Tokens = { sent: bigint; received: bigint; fromOthers: bigint }

/** A part of the tokens that a contract can keep as a fee although it returns them, in percent. */
const MAX_KEPT = 10n
/** Value in nanounits (0.01 TON) below which an account counts as having gained nothing: contracts keep some gas. */
const DUST = 10_000_000n

/** Sums up the jettons that each jetton wallet sent and received, by the messages that it executed. */
function tokensByWallet(steps: readonly TraceStep[]): ReadonlyMap<string, Tokens> {
  const wallets = new Map<string, Tokens>()
  for (const step of steps) {
    const message = hasExecuted(step.view) ? messageOf(step) : undefined
    if (!message || message.isBounced) continue
    const { raw } = step.account
    const tokens = wallets.get(raw) ?? { sent: 0n, received: 0n, fromOthers: 0n }
    if (message.kind === 'transfer') tokens.sent += message.amount
    else if (message.kind === 'internal transfer') {
      tokens.received += message.amount
      if (step.json.in_msg?.source !== raw) tokens.fromOthers += message.amount
    } else continue
    wallets.set(raw, tokens)
  }
  return wallets
}

/** Returns whether NFTs moved, or tokens were created or destroyed. */
function hasOtherTokens(steps: readonly TraceStep[]): boolean {
  return steps.some((step) => {
    const kind = messageOf(step)?.kind
    return kind === 'NFT transfer' || kind === 'burn' || kind === 'burn notification'
  })
}

/** Returns the jetton wallet of the initiator whose jettons all came back, if no other wallet kept any. */
function returnedTokens({ steps, roots: [root] }: TraceModel): EconomicFailure | undefined {
  const wallets = tokensByWallet(steps)
  const isOwn = (step: TraceStep) =>
    step.parent !== undefined && step.parent.account === root?.account && messageOf(step)?.kind === 'transfer'
  const own = steps.find((step) => isOwn(step) && (wallets.get(step.account.raw)?.sent ?? 0n) > 0n)
  const tokens = own && wallets.get(own.account.raw)
  if (!own || !tokens || tokens.fromOthers === 0n || hasOtherTokens(steps)) return undefined
  const kept = tokens.sent - tokens.received
  if (kept < 0n || kept * 100n > tokens.sent * MAX_KEPT) return undefined
  const hasKept = [...wallets].some(
    ([wallet, { sent, received }]) => wallet !== own.account.raw && received - sent > kept,
  )
  return hasKept ? undefined : { kind: 'tokens returned', wallet: own.account.raw, amount: tokens.fromOthers }
}

type Coins = { sent: bigint; received: bigint; fees: bigint }

function coinsByAccount(steps: readonly TraceStep[]): ReadonlyMap<string, Coins> {
  const accounts = new Map<string, Coins>()
  for (const { account, json, view } of steps) {
    const coins = accounts.get(account.raw) ?? { sent: 0n, received: 0n, fees: 0n }
    coins.received += BigInt(json.in_msg?.value ?? 0)
    for (const { value } of json.out_msgs) coins.sent += BigInt(value ?? 0)
    coins.fees += view.fee
    accounts.set(account.raw, coins)
  }
  return accounts
}

function isExchange({ view: { inMessage } }: TraceStep): boolean {
  const body = inMessage?.body
  return body?.kind === 'call' && typeof body.name === 'string' && /\bswap\b/.test(body.name)
}

/** Returns whether a step received what was left of a payment. */
function isExcess({ view: { inMessage } }: TraceStep): boolean {
  const body = inMessage?.body
  return body?.kind === 'empty' || (body?.kind === 'call' && body.opcode === EXCESS)
}

/** Returns whether the data and code of an account are known to be the same after a transaction. */
function isUnchanged({
  json: { account_state_before: before, account_state_after: after },
}: TraceStep): boolean {
  const isSame = (one: string | null, other: string | null) => one !== null && one === other
  return isSame(before.data_hash, after.data_hash) && isSame(before.code_hash, after.code_hash)
}

/** Returns what came back in coins, if nothing else did and nothing changed. */
function returnedCoins({ steps, roots: [root] }: TraceModel): EconomicFailure | undefined {
  const initiator = root?.account.raw ?? ''
  const accounts = coinsByAccount(steps)
  const own = accounts.get(initiator)
  const others = steps.filter(({ account }) => account.raw !== initiator)
  if (!own || own.received === 0n || others.length === 0 || own.received > own.sent) return undefined
  if (tokensByWallet(steps).size > 0 || hasOtherTokens(steps)) return undefined
  if (steps.some(({ unmatched }) => unmatched.length > 0)) return undefined
  const hasGained = [...accounts].some(
    ([raw, { received, sent, fees }]) => raw !== initiator && received - sent - fees > DUST,
  )
  if (hasGained) return undefined
  const amount = own.received
  if (others.some(isExchange)) return { kind: 'coins returned', amount }
  const isCall = ({ view: { inMessage } }: TraceStep) => inMessage?.body.kind === 'call'
  // A plain transfer asks for nothing, and a contract that answers with a call has done something.
  const isAnswered = steps.some((step) => step.account.raw === initiator && step !== root && !isExcess(step))
  if (isAnswered || !others.some(isCall) || !others.every(isUnchanged)) return undefined
  return { kind: 'nothing changed', amount }
}

/** Returns the result that a trace of successful transactions did not reach, as far as its messages show it. */
export function economicFailure(model: TraceModel): EconomicFailure | undefined {
  const { roots, failed, awaited } = model
  if (roots.length !== 1 || failed.length > 0 || awaited > 0) return undefined
  return returnedTokens(model) ?? returnedCoins(model)
}
