import { BOUNCE, EXCESS, JETTON_NOTIFY, NFT_OWNERSHIP_ASSIGNED } from '#shared/contracts/receiptOpcodes.ts'
import type { Action } from './action.ts'
import { opcodeIn } from './describe/calls.ts'

/** The actions of a trace, displayed as one row. */
export type TraceFold = {
  /**
   * Hash of the external message, or of a trace without one. It does not change when a pending trace is
   * included.
   */
  readonly key: string
  readonly traceId: string | null
  /** The main action. */
  readonly lead: Action
  /** Other actions that add information, in the order of time. */
  readonly more: readonly Action[]
  /** Receipts of the actions above: excesses, notifications, intermediate deployments. */
  readonly echoes: readonly Action[]
  readonly endLt: bigint
  readonly endUtime: number
  readonly finality: string
}

const RECEIPTS: ReadonlySet<number> = new Set([EXCESS, JETTON_NOTIFY, NFT_OWNERSHIP_ASSIGNED, BOUNCE])

/** Types that are less informative than others of the same trace, most informative first. */
const PLAIN_TYPES = [
  'coffee_create_pool_creator',
  'election_recover',
  'election_deposit',
  'jetton_transfer',
  'nft_mint',
  'jetton_mint',
  'jetton_burn',
  'extra_currency_transfer',
  'ton_transfer',
  'contract_deploy',
  'call_contract',
  'unknown',
]

function isReceipt({ type, details }: Action): boolean {
  return type === 'call_contract' && RECEIPTS.has(opcodeIn(details) ?? 0)
}

function rank(action: Action): number {
  return isReceipt(action) ? PLAIN_TYPES.length : PLAIN_TYPES.indexOf(action.type)
}

function byTime(one: Action, other: Action): number {
  const difference = BigInt(one.start_lt) - BigInt(other.start_lt)
  if (difference !== 0n) return difference < 0n ? -1 : 1
  return BigInt(one.end_lt) < BigInt(other.end_lt) ? -1 : 1
}

/**
 * Returns whether a deployment is a step of another action: the first transfer of a jetton deploys the
 * receiver's wallet.
 */
function isStepOf(action: Action, others: readonly Action[]): boolean {
  if (action.type !== 'contract_deploy') return false
  return others.some(
    (other) =>
      other.type !== 'contract_deploy' &&
      !isReceipt(other) &&
      action.transactions.every((hash) => other.transactions.includes(hash)),
  )
}

export function traceKey(action: Action): string {
  return action.trace_external_hash_norm ?? action.trace_external_hash ?? action.trace_id ?? action.action_id
}

function fold(key: string, given: readonly Action[]): TraceFold {
  const actions = given.toSorted(byTime)
  const [first, ...rest] = actions.toSorted((one, other) => rank(one) - rank(other))
  if (!first) throw new Error('a trace without actions')
  const others = rest.toSorted(byTime)
  const isEcho = (action: Action) => isReceipt(action) || isStepOf(action, actions)
  return {
    key,
    traceId: first.trace_id,
    lead: first,
    more: others.filter((action) => !isEcho(action)),
    echoes: others.filter(isEcho),
    endLt: actions.reduce(
      (max, { trace_end_lt }) => (BigInt(trace_end_lt) > max ? BigInt(trace_end_lt) : max),
      0n,
    ),
    endUtime: Math.max(...actions.map(({ trace_end_utime }) => trace_end_utime)),
    finality: first.finality,
  }
}

/** Folds actions into one row for each trace, in the order in which the traces first appear. */
export function foldTraces(actions: readonly Action[]): TraceFold[] {
  const traces = new Map<string, Map<string, Action>>()
  for (const action of actions) {
    const key = traceKey(action)
    const known = traces.get(key) ?? new Map<string, Action>()
    known.set(action.action_id, action)
    traces.set(key, known)
  }
  return [...traces].map(([key, known]) => fold(key, [...known.values()]))
}

export function allActions({ lead, more, echoes }: TraceFold): Action[] {
  return [lead, ...more, ...echoes].toSorted(byTime)
}

/** Returns the number of actions of the trace beside the main one: what "and … more" says on every page. */
export function otherActions({ more, echoes }: TraceFold): number {
  return more.length + echoes.length
}

/** Returns the actions that the trace was for: its main action, and others that are as informative. */
export function mainActions({ lead, more }: TraceFold): Action[] {
  return [lead, ...more.filter((action) => rank(action) === rank(lead))]
}
