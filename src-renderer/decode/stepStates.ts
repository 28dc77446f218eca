import type { TransactionAccountStateJson, TransactionJson } from '#shared/schema/v3/transactions.ts'

/** A part of an account's state: its value, that the account has none, or why it is unknown. */
export type StatePart<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  /** A value that was computed from a known state and the amounts of the transactions in between. */
  | { readonly kind: 'computed'; readonly value: Value }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type StepState = {
  readonly balance: StatePart<bigint>
  /** Base64. */
  readonly dataHash: StatePart<string>
  readonly codeHash: StatePart<string>
}

const PENDING = 'The transaction is not in a block yet'
const FOLLOWED =
  'A block has the state after an account’s last transaction only, and another one follows in this block'
const NOT_INDEXED = 'The index does not have the state after the previous transaction'

type Coins = { readonly value: string | null; readonly ihr_fee: string | null }

function coinsOf({ value, ihr_fee }: Coins): bigint {
  return BigInt(value ?? 0) + BigInt(ihr_fee ?? 0)
}

/** Returns what a transaction added to the balance of its account, nanounits. */
function balanceChange({ in_msg, out_msgs, total_fees }: TransactionJson): bigint {
  const received = in_msg ? coinsOf(in_msg) : 0n
  const sent = out_msgs.reduce((sum, message) => sum + coinsOf(message) + BigInt(message.fwd_fee ?? 0), 0n)
  return received - sent - BigInt(total_fees)
}

function stateOf(
  state: TransactionAccountStateJson,
  computed: bigint | undefined,
  reason: string,
): StepState {
  const unknown = { kind: 'unknown', reason } as const
  if (state.balance === null) {
    const balance = computed === undefined ? unknown : ({ kind: 'computed', value: computed } as const)
    return { balance, dataHash: unknown, codeHash: unknown }
  }
  const hash = (value: string | null) => (value === null ? ({ kind: 'none' } as const) : known(value))
  return {
    balance: known(BigInt(state.balance)),
    dataHash: hash(state.data_hash),
    codeHash: hash(state.code_hash),
  }
}

function known<Value>(value: Value) {
  return { kind: 'known', value } as const
}

const NO_ACCOUNT: StepState = {
  balance: known(0n),
  dataHash: { kind: 'none' },
  codeHash: { kind: 'none' },
}

/**
 * Returns the balance after a transaction that is followed by others in its block, computed back from the last
 * one.
 */
function balanceBefore(later: readonly TransactionJson[]): bigint | undefined {
  const end = later.findIndex(({ account_state_after: { balance } }) => balance !== null)
  const balance = later[end]?.account_state_after.balance
  if (balance === undefined || balance === null) return undefined
  return later.slice(0, end + 1).reduce((sum, json) => sum - balanceChange(json), BigInt(balance))
}

/**
 * Returns the state of an account before and after a transaction of v3.
 * @param later the account's transactions that follow in the same block, in the order of logical time
 */
export function stepStates(
  json: TransactionJson,
  later: readonly TransactionJson[] = [],
): { readonly before: StepState; readonly after: StepState } {
  const { account_state_before: before, account_state_after: after, emulated } = json
  const change = balanceChange(json)
  const isNew = json.orig_status === 'nonexist'
  const start = isNew ? 0n : before.balance === null ? undefined : BigInt(before.balance)
  const end =
    after.balance !== null
      ? BigInt(after.balance)
      : start === undefined
        ? balanceBefore(later)
        : start + change
  return {
    before: isNew
      ? NO_ACCOUNT
      : stateOf(before, end === undefined ? undefined : end - change, emulated ? PENDING : NOT_INDEXED),
    after: json.end_status === 'nonexist' ? NO_ACCOUNT : stateOf(after, end, emulated ? PENDING : FOLLOWED),
  }
}

/** Returns whether a state of a transaction in a block is absent that exists: the index may not have it. */
export function lacksState(json: TransactionJson): boolean {
  const { account_state_before: before, account_state_after: after, emulated, orig_status, end_status } = json
  const isAbsent = (balance: string | null, status: string) => balance === null && status !== 'nonexist'
  return !emulated && (isAbsent(before.balance, orig_status) || isAbsent(after.balance, end_status))
}

/** Returns whether balances cannot be computed from the transaction alone. */
export function needsLater(json: TransactionJson): boolean {
  const { account_state_before: before, account_state_after: after, emulated, orig_status } = json
  return !emulated && after.balance === null && before.balance === null && orig_status !== 'nonexist'
}
