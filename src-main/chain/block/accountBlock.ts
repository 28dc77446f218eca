import type { Builder, Cell, CurrencyCollection, HashUpdate, Slice } from '@ton/core'
import { beginCell, loadHashUpdate, storeHashUpdate } from '@ton/core'
import { finishCell } from '../hashmap/finishCell.ts'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAug, storeHashmapAug } from '../hashmap/hashmapAug.ts'
import { addCurrencies, loadCurrencies, NO_CURRENCIES, storeCurrencies } from '../state/currencies.ts'
import { openCell, parseCell, TlbError } from '../tlb.ts'
import { loadTransactionFees } from './transaction.ts'

// acc_trans#5 account_addr:bits256 transactions:(HashmapAug 64 ^Transaction CurrencyCollection)
//   state_update:^(HASH_UPDATE Account) = AccountBlock;

/** What a block did to one account. */
export type AccountBlock = {
  readonly accountAddr: Buffer
  /** Transaction cells by lt, never empty; extras are total fees. */
  readonly transactions: AccountTransactions
  /** Hashes of the Account cell before and after the block. */
  readonly stateUpdate: HashUpdate
}

export type AccountTransactions = HashmapAugE<Cell, CurrencyCollection>

export const ACCOUNT_TRANSACTIONS: AugCodec<Cell, CurrencyCollection> = {
  type: 'AccountBlock.transactions',
  keyBits: 64,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (transaction) => (builder) => {
    builder.storeRef(transaction)
  },
  loadExtra: loadCurrencies,
  storeExtra: storeCurrencies,
  extraOf: (transaction) => loadTransactionFees(openCell(transaction, 'Transaction')),
  combine: addCurrencies,
  emptyExtra: NO_CURRENCIES,
}

const TAG = 5

export function loadAccountBlock(slice: Slice): AccountBlock {
  if (slice.loadUint(4) !== TAG) throw new TlbError('AccountBlock', 'unknown constructor')
  return {
    accountAddr: slice.loadBuffer(32),
    transactions: loadHashmapAug(slice, ACCOUNT_TRANSACTIONS),
    stateUpdate: parseCell(slice.loadRef(), 'HASH_UPDATE', loadHashUpdate),
  }
}

export function storeAccountBlock(block: AccountBlock): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(TAG, 4)
      .storeBuffer(block.accountAddr, 32)
      .store(storeHashmapAug(block.transactions))
      .storeRef(finishCell(beginCell().store(storeHashUpdate(block.stateUpdate))))
  }
}
