import { Address, type Builder, beginCell, type Cell, type CurrencyCollection, type Slice } from '@ton/core'
import { loadMsgAddressInt, type MsgAddressInt, storeMsgAddressInt } from '../block/msgAddress.ts'
import { loadStateInit, type StateInit, storeStateInit } from '../block/stateInit.ts'
import { guardTlb, openCell, parseCell, TlbError } from '../tlb.ts'
import { loadCurrencies, storeCurrencies } from './currencies.ts'
import { type DepthBalanceInfo, NO_BALANCE } from './depthBalanceInfo.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// account_none$0 = Account;
// account$1 addr:MsgAddressInt storage_stat:StorageInfo storage:AccountStorage = Account;

/**
 * An existing account. (@ton/core's codec is not used: it treats pruned dictionaries as empty and rewrites
 * anycast addresses.)
 */
export type Account = {
  readonly addr: MsgAddressInt
  readonly storageStat: StorageInfo
  readonly storage: AccountStorage
}

// storage_used$_ cells:(VarUInteger 7) bits:(VarUInteger 7) = StorageUsed;
// storage_extra_none$000 = StorageExtraInfo;
// storage_extra_info$001 dict_hash:uint256 = StorageExtraInfo;
// storage_info$_ used:StorageUsed storage_extra:StorageExtraInfo last_paid:uint32 due_payment:(Maybe Grams)
//   = StorageInfo;

/** The storage that an account uses, and the time up to which it has paid for it. */
export type StorageInfo = {
  readonly used: { readonly cells: bigint; readonly bits: bigint }
  /** The hash of the account's storage dictionary, if the network keeps one (large accounts only). */
  readonly dictHash: Buffer | undefined
  /** Unix seconds up to which storage is paid. */
  readonly lastPaid: number
  /** Nanotons. */
  readonly duePayment: bigint | undefined
}

// account_storage$_ last_trans_lt:uint64 balance:CurrencyCollection state:AccountState = AccountStorage;

/** The balance and state of an account. */
export type AccountStorage = {
  /** The lt of the last transaction plus the number of its outgoing messages plus one. */
  readonly lastTransLt: bigint
  readonly balance: CurrencyCollection
  readonly state: AccountState
}

// account_uninit$00 = AccountState;
// account_active$1 _:StateInit = AccountState;
// account_frozen$01 state_hash:bits256 = AccountState;

/** The state of an account. A frozen account keeps only the hash of its former state. */
export type AccountState =
  | { readonly type: 'uninit' }
  | { readonly type: 'active'; readonly init: StateInit }
  | { readonly type: 'frozen'; readonly stateHash: Buffer }

/** Reads an Account; undefined for `account_none$0`. */
export function loadAccount(slice: Slice): Account | undefined {
  if (!slice.loadBit()) return undefined
  return {
    addr: loadMsgAddressInt(slice),
    storageStat: loadStorageInfo(slice),
    storage: {
      lastTransLt: slice.loadUintBig(64),
      balance: loadCurrencies(slice),
      state: loadAccountState(slice),
    },
  }
}

/** Returns a writer (for Builder.store) of an account; undefined becomes `account_none$0`. */
function storeAccount(account: Account | undefined): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(account !== undefined)
    if (!account) return
    builder
      .store(storeMsgAddressInt(account.addr))
      .store(storeStorageInfo(account.storageStat))
      .storeUint(account.storage.lastTransLt, 64)
      .store(storeCurrencies(account.storage.balance))
      .store(storeAccountState(account.storage.state))
  }
}

/**
 * Reads the account in `cell`; undefined for `account_none$0`.
 * @throws TlbError, PrunedBranchError
 */
export function openAccount(cell: Cell): Account | undefined {
  return parseCell(cell, 'Account', loadAccount)
}

/** Builds the cell of an account; undefined becomes `account_none$0`. */
export function accountCell(account: Account | undefined): Cell {
  return beginCell().store(storeAccount(account)).endCell()
}

/**
 * Reads `storage_info$_`.
 * @throws TlbError for an unknown StorageExtraInfo
 */
function loadStorageInfo(slice: Slice): StorageInfo {
  const used = { cells: slice.loadVarUintBig(3), bits: slice.loadVarUintBig(3) }
  const extra = slice.loadUint(3)
  if (extra > 1) throw new TlbError('StorageExtraInfo', `unknown constructor ${extra}`)
  return {
    used,
    dictHash: extra === 1 ? slice.loadBuffer(32) : undefined,
    lastPaid: slice.loadUint(32),
    duePayment: slice.loadMaybeCoins() ?? undefined,
  }
}

/** Returns a writer (for Builder.store) of `storage_info$_`. */
function storeStorageInfo(info: StorageInfo): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeVarUint(info.used.cells, 3)
      .storeVarUint(info.used.bits, 3)
      .storeUint(info.dictHash ? 1 : 0, 3)
    if (info.dictHash) builder.storeBuffer(info.dictHash, 32)
    builder.storeUint(info.lastPaid, 32).storeMaybeCoins(info.duePayment)
  }
}

/** Reads any constructor of AccountState. */
function loadAccountState(slice: Slice): AccountState {
  if (slice.loadBit()) return { type: 'active', init: loadStateInit(slice) }
  return slice.loadBit() ? { type: 'frozen', stateHash: slice.loadBuffer(32) } : { type: 'uninit' }
}

/** Returns a writer (for Builder.store) of the constructor that `type` names. */
export function storeAccountState(state: AccountState): (builder: Builder) => void {
  return (builder) => {
    if (state.type === 'active') builder.storeBit(1).store(storeStateInit(state.init))
    else if (state.type === 'frozen') builder.storeUint(0b01, 2).storeBuffer(state.stateHash, 32)
    else builder.storeUint(0b00, 2)
  }
}

/**
 * Returns the balance and split depth of the account in `cell`, which are its extra in ShardAccounts. Does
 * not decode the account's state. The depth is the length of the address's anycast prefix, mostly 0.
 */
export function accountDepthBalance(cell: Cell): DepthBalanceInfo {
  return guardTlb('Account', () => {
    const slice = openCell(cell, 'Account')
    if (!slice.loadBit()) return NO_BALANCE
    const addr = loadMsgAddressInt(slice)
    loadStorageInfo(slice)
    slice.skip(64)
    const splitDepth = addr instanceof Address ? 0 : (addr.anycast?.length ?? 0)
    return { splitDepth, balance: loadCurrencies(slice) }
  })
}
