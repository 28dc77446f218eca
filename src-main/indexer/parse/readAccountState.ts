import { looseBoc } from '../../chain/cells/bagBoc.ts'
import type { CellBag } from '../../chain/cells/cellBag.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { ParsedAccountState } from '../../store/parsedBlock.ts'
import { type BagSlice, loadCurrencies, loadStdAddress, openBagCell } from './bagSlice.ts'

/** The fields of an account's entry in its shard (ShardAccount) besides the Account cell. */
export type ShardAccountEntry = {
  /** Address, 33 bytes. */
  readonly account: Buffer
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
}

/** Opens `account$1` after its tag; undefined for `account_none$0`. Throws TlbError. */
export function openAccountCell(bag: CellBag, cell: number): BagSlice | undefined {
  const slice = openBagCell(bag, cell, 'Account')
  if (slice.bits.loadBit()) return slice
  if (slice.bits.remaining > 0 || bag.refCount(cell) > 0)
    throw new TlbError('Account', 'more than account_none')
  return undefined
}

/**
 * Reads an `Account` from its shard's state or from a state update, where parts can be pruned. Returns undefined for
 * account_none.
 */
export function readAccountState(
  bag: CellBag,
  cell: number,
  { account, lastTransHash, lastTransLt }: ShardAccountEntry,
): ParsedAccountState | undefined {
  const slice = openAccountCell(bag, cell)
  if (!slice) return undefined
  const { bits } = slice
  // account$1 addr:MsgAddressInt storage_stat:StorageInfo storage:AccountStorage
  loadStdAddress(slice)
  // storage_info$_ used:(cells:(VarUInteger 7) bits:(VarUInteger 7)) storage_extra last_paid:uint32 due_payment:(Maybe Grams)
  bits.skip(bits.loadUint(3) * 8)
  bits.skip(bits.loadUint(3) * 8)
  const storageExtra = bits.loadUint(3)
  if (storageExtra > 1) throw new TlbError('StorageExtraInfo', `unknown constructor ${storageExtra}`)
  bits.skip(storageExtra * 256 + 32)
  if (bits.loadBit()) bits.skip(bits.loadUint(4) * 8)
  // account_storage$_ last_trans_lt:uint64 balance:CurrencyCollection state:AccountState
  bits.skip(64)
  const { coins: balance, extra } = loadCurrencies(slice)
  const known = {
    account,
    hash: bag.hash(cell),
    balance,
    extra: extra === undefined ? undefined : looseBoc(bag, extra),
    frozenHash: undefined,
    dataHash: undefined,
    codeHash: undefined,
    lastTransHash,
    lastTransLt,
    shown: looseBoc(bag, cell),
  }
  if (bits.loadBit()) {
    // account_active$1 fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock) code:(Maybe ^Cell) data:(Maybe ^Cell) …
    if (bits.loadBit()) bits.skip(5)
    if (bits.loadBit()) bits.skip(2)
    const code = slice.loadMaybeRef()
    const data = slice.loadMaybeRef()
    return {
      ...known,
      status: 'active',
      codeHash: code === undefined ? undefined : bag.hash(code),
      dataHash: data === undefined ? undefined : bag.hash(data),
    }
  }
  // account_frozen$01 state_hash:bits256 | account_uninit$00
  if (bits.loadBit()) return { ...known, status: 'frozen', frozenHash: bits.loadBuffer(32) }
  return { ...known, status: 'uninit' }
}
