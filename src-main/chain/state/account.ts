import { type Account, beginCell, type Cell, loadAccount, type Slice, storeAccount } from '@ton/core'
import { guardTlb, openCell, parseCell, TlbError } from '../tlb.ts'
import { loadCurrencies } from './currencies.ts'
import { type DepthBalanceInfo, NO_BALANCE } from './depthBalanceInfo.ts'

// account_none$0 = Account;
// account$1 addr:MsgAddressInt storage_stat:StorageInfo storage:AccountStorage = Account;
// storage_info$_ used:StorageUsed storage_extra:StorageExtraInfo last_paid:uint32 due_payment:(Maybe Grams)
//   = StorageInfo;
// storage_used$_ cells:(VarUInteger 7) bits:(VarUInteger 7) = StorageUsed;
// storage_extra_none$000 = StorageExtraInfo;
// storage_extra_info$001 dict_hash:uint256 = StorageExtraInfo;
// account_storage$_ last_trans_lt:uint64 balance:CurrencyCollection state:AccountState = AccountStorage;

/** The account in `cell`, in @ton/core's form; null for account_none. */
export function openAccount(cell: Cell): Account | null {
  return parseCell(cell, 'Account', (slice) => (slice.loadBit() ? loadAccount(slice) : null))
}

/** The cell of an account; null becomes account_none. */
export function accountCell(account: Account | null): Cell {
  const builder = beginCell().storeBit(account !== null)
  return account ? builder.store(storeAccount(account)).endCell() : builder.endCell()
}

/**
 * The balance and split depth of the account in `cell`, without decoding its state: the extra that ShardAccounts
 * has beside it. The depth is that of the address's anycast prefix, 0 for nearly all.
 */
export function accountDepthBalance(cell: Cell): DepthBalanceInfo {
  return guardTlb('Account', () => {
    const slice = openCell(cell, 'Account')
    if (!slice.loadBit()) return NO_BALANCE
    const splitDepth = skipAddress(slice)
    skipStorageInfo(slice)
    slice.skip(64)
    return { splitDepth, balance: loadCurrencies(slice) }
  })
}

/** Passes a MsgAddressInt and returns the depth of its anycast prefix. */
function skipAddress(slice: Slice): number {
  const kind = slice.loadUint(2)
  if (kind < 2) throw new TlbError('MsgAddressInt', `unknown constructor ${kind}`)
  const depth = slice.loadBit() ? slice.loadUint(5) : 0
  slice.skip(depth)
  if (kind === 2) slice.skip(8 + 256)
  else slice.skip(32 + slice.loadUint(9))
  return depth
}

function skipStorageInfo(slice: Slice): void {
  slice.loadVarUintBig(3)
  slice.loadVarUintBig(3)
  const storageExtra = slice.loadUint(3)
  if (storageExtra > 1) throw new TlbError('StorageExtraInfo', `unknown constructor ${storageExtra}`)
  slice.skip((storageExtra === 1 ? 256 : 0) + 32)
  slice.loadMaybeCoins()
}
