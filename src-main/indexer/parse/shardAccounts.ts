import type { CellBag } from '../../chain/cells/cellBag.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { ParsedAccountState } from '../../store/parsedBlock.ts'
import { type BagSlice, openBagCell, skipCurrencies, skipLabel } from './bagSlice.ts'
import { readAccountState } from './readAccountState.ts'

const KEY_BITS = 256
const SHARD_STATE = 0x9023afe2
/** Reference of `shard_state` to its accounts, after out_msg_queue_info. */
const ACCOUNTS_REF = 1

/**
 * Opens the root edge of the accounts in a state (`shard_state#9023afe2`) or in the new state of an update; undefined
 * without accounts.
 */
export function accountsOf(bag: CellBag, state: number): BagSlice | undefined {
  const slice = openBagCell(bag, state, 'ShardStateUnsplit')
  if (slice.bits.loadUint(32) !== SHARD_STATE) throw new TlbError('ShardStateUnsplit', 'unknown constructor')
  slice.ref = ACCOUNTS_REF
  const accounts = openBagCell(bag, slice.loadRef(), 'ShardAccounts')
  const root = accounts.loadMaybeRef()
  return root === undefined ? undefined : openBagCell(bag, root, 'ShardAccounts')
}

/**
 * Reads the states of the given accounts. Opens only the paths to them.
 * @param accounts addresses of 33 bytes, ascending and distinct
 * @throws TlbError if an account is missing
 */
export function readAccountStates(
  root: BagSlice | undefined,
  accounts: readonly Buffer[],
): ParsedAccountState[] {
  const states: ParsedAccountState[] = []
  if (accounts.length > 0) {
    if (root === undefined) throw new TlbError('ShardAccounts', 'none where a block has transactions')
    descend(root, 0, accounts, 0, accounts.length, states)
  }
  return states
}

/**
 * Reads `accounts` from `first` to before `end`. They are all below the edge, which is at bit `depth` of their
 * addresses.
 */
function descend(
  edge: BagSlice,
  depth: number,
  accounts: readonly Buffer[],
  first: number,
  end: number,
  states: ParsedAccountState[],
): void {
  const at = depth + skipLabel(edge, KEY_BITS - depth)
  if (at === KEY_BITS) {
    const account = accounts[first] as Buffer
    const state = end - first === 1 ? readLeaf(edge, account) : undefined
    if (!state) throw new TlbError('ShardAccounts', `no account ${account.toString('hex')}`)
    states.push(state)
    return
  }
  let middle = first
  while (middle < end && !bitOf(accounts[middle] as Buffer, at)) middle++
  const { bag } = edge
  const [left, right] = [edge.loadRef(), edge.loadRef()]
  if (middle > first) descend(open(bag, left), at + 1, accounts, first, middle, states)
  if (end > middle) descend(open(bag, right), at + 1, accounts, middle, end, states)
}

function open(bag: CellBag, edge: number): BagSlice {
  return openBagCell(bag, edge, 'ShardAccounts')
}

function bitOf(account: Buffer, bit: number): boolean {
  return ((account[1 + (bit >> 3)] as number) & (0x80 >> (bit & 7))) !== 0
}

/**
 * Reads a leaf: DepthBalanceInfo, then account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64.
 */
function readLeaf(leaf: BagSlice, account: Buffer): ParsedAccountState | undefined {
  const { bits, bag } = leaf
  bits.skip(5)
  skipCurrencies(leaf)
  const cell = leaf.loadRef()
  const lastTransHash = bits.loadBuffer(32)
  return readAccountState(bag, cell, { account, lastTransHash, lastTransLt: bits.loadUintBig(64) })
}
