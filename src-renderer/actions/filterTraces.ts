import { accountKey } from '../decode/accountKey.ts'
import type { Action } from './action.ts'
import { describeAction } from './describe/describeAction.ts'
import { addressIn, type Details, numberIn, textIn } from './describe/details.ts'
import { allActions, type TraceFold } from './foldTraces.ts'

/**
 * Minimum value of a payment, in nanotons (0.01 TON). A smaller transfer with a comment counts as an
 * advertisement.
 */
const TINY = 10_000_000n
const LINK =
  /https?:|www\.|\bt\.me\b|@\w{4,}|\b[\w-]+\.(?:com|org|net|io|xyz|app|site|online|vip|top|me|gg|live|pro|cc|info)\b/i

export type SpamContext = {
  /** Key of the account whose history it is. */
  readonly here: string
  /** Returns whether a token or NFT (raw address) imitates the name of another one. */
  readonly isImitation: (address: string) => boolean
}

const SENDERS = ['source', 'sender', 'old_owner', 'owner'] as const

function isFrom(details: Details, here: string): boolean {
  return SENDERS.some((name) => {
    const address = addressIn(details, name)
    return address !== undefined && accountKey(address) === here
  })
}

/** Returns whether a transfer to the account looks like an advertisement or a fraud. */
function isSpam({ type, details }: Action, { here, isImitation }: SpamContext): boolean {
  if (isFrom(details, here)) return false
  const words = textIn(details, 'comment')
  const links = words !== undefined && LINK.test(words)
  switch (type) {
    case 'ton_transfer': {
      const isTiny = (numberIn(details, 'value') ?? 0n) < TINY
      return isTiny && (words !== undefined || details.encrypted === true)
    }
    case 'jetton_transfer':
    case 'jetton_mint': {
      const asset = addressIn(details, 'asset')
      return links || (asset !== undefined && isImitation(asset))
    }
    case 'nft_transfer':
    case 'nft_mint': {
      const tokens = [addressIn(details, 'nft_item'), addressIn(details, 'nft_collection')]
      return links || tokens.some((token) => token !== undefined && isImitation(token))
    }
    default:
      return false
  }
}

/** Returns whether an action transfers a significant number of coins. */
function isPayment({ type, details }: Action): boolean {
  return type === 'ton_transfer' && (numberIn(details, 'value') ?? 0n) >= TINY
}

/**
 * Returns whether a trace brought the account spam and no payment. A trace that the account started is never
 * spam.
 */
export function isSpamTrace(trace: TraceFold, context: SpamContext): boolean {
  const shown = [trace.lead, ...trace.more]
  return (
    !allActions(trace).some(({ details }) => isFrom(details, context.here)) &&
    shown.some((action) => isSpam(action, context)) &&
    !shown.some(isPayment)
  )
}

/** Fields with the two parties of an action. */
const ENDS = ['source', 'destination', 'sender', 'receiver', 'account'] as const

/**
 * Returns whether a trace consists of the network's own actions: elections, tick-tock, messages from and to
 * system contracts.
 */
function isSystemTrace(trace: TraceFold, isSystemAccount: FilterContext['isSystemAccount']): boolean {
  return [trace.lead, ...trace.more].every((action) => {
    if (describeAction(action).kind === 'system') return true
    return ENDS.some((name) => {
      const address = addressIn(action.details, name)
      return address !== undefined && isSystemAccount?.(address) === true
    })
  })
}

/** The filters of a history. The kind is filtered by the server. */
export type TraceFilter = {
  readonly spam: boolean
  readonly system: boolean
  readonly failedOnly: boolean
}

/** A page of a history after its filters, and the numbers of hidden traces. */
export type FilteredTraces = {
  readonly shown: readonly TraceFold[]
  readonly spam: number
  readonly system: number
  readonly succeeded: number
  /** Number of traces that are hidden because it is not known yet whether they failed. */
  readonly unchecked: number
}

/** The facts besides the actions that the filters use. */
export type FilterContext = SpamContext & {
  /** Undefined until it is known. */
  readonly isSystemAccount: ((address: string) => boolean) | undefined
  /** Returns whether something failed in a trace, or undefined until it is known. */
  readonly hasFailed: (trace: TraceFold) => boolean | undefined
}

export function filterTraces(
  traces: readonly TraceFold[],
  filter: TraceFilter,
  context: FilterContext,
): FilteredTraces {
  const shown: TraceFold[] = []
  const hidden = { spam: 0, system: 0, succeeded: 0, unchecked: 0 }
  for (const trace of traces) {
    if (!filter.spam && isSpamTrace(trace, context)) hidden.spam += 1
    else if (!filter.system && isSystemTrace(trace, context.isSystemAccount)) hidden.system += 1
    else if (!filter.failedOnly) shown.push(trace)
    else {
      const hasFailed = context.hasFailed(trace)
      if (hasFailed) shown.push(trace)
      else hidden[hasFailed === undefined ? 'unchecked' : 'succeeded'] += 1
    }
  }
  return { shown, ...hidden }
}
