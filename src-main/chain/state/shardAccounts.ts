import type { Builder, Cell, Slice } from '@ton/core'
import { type AugCodec, type HashmapAugE, loadHashmapAugE } from '../hashmap/hashmapAug.ts'
import type { CellVisitor } from '../hashmap/walk.ts'
import { parseCell } from '../tlb.ts'
import { accountDepthBalance } from './account.ts'
import {
  addDepthBalanceInfo,
  type DepthBalanceInfo,
  loadDepthBalanceInfo,
  NO_BALANCE,
  storeDepthBalanceInfo,
} from './depthBalanceInfo.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64 = ShardAccount;
// _ (HashmapAugE 256 ShardAccount DepthBalanceInfo) = ShardAccounts;

/** An account's entry in its shard's state. `account` is read by openAccount. */
export type ShardAccount = {
  readonly account: Cell
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
}

/** The accounts of a shard, keyed by their 256-bit id. The extra sums up the balances. */
export type ShardAccounts = HashmapAugE<ShardAccount, DepthBalanceInfo>

/** Reads `account_descr$_` without opening the account. */
export function loadShardAccount(slice: Slice): ShardAccount {
  return {
    account: slice.loadRef(),
    lastTransHash: slice.loadBuffer(32),
    lastTransLt: slice.loadUintBig(64),
  }
}

/** Returns a writer (for Builder.store) of `account_descr$_`. */
export function storeShardAccount(entry: ShardAccount): (builder: Builder) => void {
  return (builder) => {
    builder.storeRef(entry.account).storeBuffer(entry.lastTransHash, 32).storeUint(entry.lastTransLt, 64)
  }
}

/** The codec of ShardAccounts. Keys are the account ids (256 bits of the address). */
export const SHARD_ACCOUNTS: AugCodec<ShardAccount, DepthBalanceInfo> = {
  type: 'ShardAccounts',
  keyBits: 256,
  loadValue: loadShardAccount,
  storeValue: storeShardAccount,
  loadExtra: loadDepthBalanceInfo,
  storeExtra: storeDepthBalanceInfo,
  extraOf: (entry) => accountDepthBalance(entry.account),
  combine: addDepthBalanceInfo,
  emptyExtra: NO_BALANCE,
}

/**
 * Reads the ShardAccounts in `cell` (ShardStateUnsplit.accounts). `visit` gets that cell and every cell that
 * is opened later.
 * @throws TlbError, PrunedBranchError
 */
export function openShardAccounts(cell: Cell, visit?: CellVisitor): ShardAccounts {
  const accounts = parseCell(cell, 'ShardAccounts', (slice) => loadHashmapAugE(slice, SHARD_ACCOUNTS))
  visit?.(cell)
  return visit ? accounts.watched(visit) : accounts
}
