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
 * An account that exists. (@ton/core's codec isn't used: it passes over pruned dictionaries as if they were empty
 * and rewrites anycast addresses.)
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

export type StorageInfo = {
  readonly used: { readonly cells: bigint; readonly bits: bigint }
  /** The hash of the account's storage dictionary, where the network keeps one for it. */
  readonly dictHash: Buffer | undefined
  /** Unix seconds up to which storage is paid for. */
  readonly lastPaid: number
  /** Nanotons. */
  readonly duePayment: bigint | undefined
}

// account_storage$_ last_trans_lt:uint64 balance:CurrencyCollection state:AccountState = AccountStorage;

export type AccountStorage = {
  /** The lt of the last transaction plus the number of its outgoing messages plus one. */
  readonly lastTransLt: bigint
  readonly balance: CurrencyCollection
  readonly state: AccountState
}

// account_uninit$00 = AccountState;
// account_active$1 _:StateInit = AccountState;
// account_frozen$01 state_hash:bits256 = AccountState;

export type AccountState =
  | { readonly type: 'uninit' }
  | { readonly type: 'active'; readonly init: StateInit }
  | { readonly type: 'frozen'; readonly stateHash: Buffer }

/** Reads an Account; undefined for account_none. */
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

export function storeAccount(account: Account | undefined): (builder: Builder) => void {
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

/** The account in `cell`, undefined for account_none. */
export function openAccount(cell: Cell): Account | undefined {
  return parseCell(cell, 'Account', loadAccount)
}

/** The cell of an account; undefined becomes account_none. */
export function accountCell(account: Account | undefined): Cell {
  return beginCell().store(storeAccount(account)).endCell()
}

export function loadStorageInfo(slice: Slice): StorageInfo {
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

export function storeStorageInfo(info: StorageInfo): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeVarUint(info.used.cells, 3)
      .storeVarUint(info.used.bits, 3)
      .storeUint(info.dictHash ? 1 : 0, 3)
    if (info.dictHash) builder.storeBuffer(info.dictHash, 32)
    builder.storeUint(info.lastPaid, 32).storeMaybeCoins(info.duePayment)
  }
}

export function loadAccountState(slice: Slice): AccountState {
  if (slice.loadBit()) return { type: 'active', init: loadStateInit(slice) }
  return slice.loadBit() ? { type: 'frozen', stateHash: slice.loadBuffer(32) } : { type: 'uninit' }
}

export function storeAccountState(state: AccountState): (builder: Builder) => void {
  return (builder) => {
    if (state.type === 'active') builder.storeBit(1).store(storeStateInit(state.init))
    else if (state.type === 'frozen') builder.storeUint(0b01, 2).storeBuffer(state.stateHash, 32)
    else builder.storeUint(0b00, 2)
  }
}

/**
 * The balance and split depth of the account in `cell`, its state left undecoded: what ShardAccounts has as the
 * extra beside it. The depth is that of the address's anycast prefix, 0 for nearly all.
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
