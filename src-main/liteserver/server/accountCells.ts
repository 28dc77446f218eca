import type { Cell, Slice } from '@ton/core'
import { TlbError } from '../../chain/tlb.ts'
import type { ProofRecorder } from './proofRecorder.ts'

/**
 * Reads the cells of an `Account` that its TL-B validator reads: the cell itself and its extra currencies. Code, data
 * and libraries are references to any cells and stay unread.
 *
 *     account$1 addr:MsgAddressInt storage_stat:StorageInfo storage:AccountStorage = Account;
 *     account_storage$_ last_trans_lt:uint64 balance:CurrencyCollection state:AccountState = AccountStorage;
 */
export function readAccountCells(recorder: ProofRecorder, account: Cell): void {
  const slice = recorder.open(account, 'Account')
  if (!slice.loadBit()) return
  skipAddress(slice)
  skipStorageInfo(slice)
  slice.skip(64)
  slice.loadCoins()
  const extraCurrencies = slice.loadMaybeRef()
  if (extraCurrencies) recorder.recordTree(extraCurrencies)
}

function skipAddress(slice: Slice): void {
  const kind = slice.loadUint(2)
  if (kind < 2) throw new TlbError('MsgAddressInt', `unknown constructor ${kind}`)
  if (slice.loadBit()) slice.skip(slice.loadUint(5))
  if (kind === 2) slice.skip(8 + 256)
  else {
    const length = slice.loadUint(9)
    slice.skip(32 + length)
  }
}

function skipStorageInfo(slice: Slice): void {
  slice.loadVarUintBig(3)
  slice.loadVarUintBig(3)
  const storageExtra = slice.loadUint(3)
  if (storageExtra > 1) throw new TlbError('StorageExtraInfo', `unknown constructor ${storageExtra}`)
  slice.skip((storageExtra === 1 ? 256 : 0) + 32)
  slice.loadMaybeCoins()
}
