import type { Builder, Cell, CurrencyCollection, HashUpdate, Slice } from '@ton/core'
import { beginCell, loadHashUpdate, storeHashUpdate } from '@ton/core'
import { finishCell } from '../hashmap/finishCell.ts'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAug, storeHashmapAug } from '../hashmap/hashmapAug.ts'
import { addCurrencies, loadCurrencies, NO_CURRENCIES, storeCurrencies } from '../state/currencies.ts'
import { openCell, parseCell, TlbError } from '../tlb.ts'
import { loadTransactionFees } from './transaction.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// acc_trans#5 account_addr:bits256 transactions:(HashmapAug 64 ^Transaction CurrencyCollection)
//   state_update:^(HASH_UPDATE Account) = AccountBlock;

/** The transactions of one account in one block, and the change of its state. */
export type AccountBlock = {
  readonly accountAddr: Buffer
  /** Transaction cells by lt, never empty; extras are total fees. */
  readonly transactions: AccountTransactions
  /** Hashes of the Account cell before and after the block. */
  readonly stateUpdate: HashUpdate
}

/** The transactions of an AccountBlock: `HashmapAug 64 ^Transaction CurrencyCollection`, keyed by lt. */
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

/**
 * Reads `acc_trans#5`. The transactions stay unparsed cells.
 * @throws TlbError for another tag
 */
export function loadAccountBlock(slice: Slice): AccountBlock {
  if (slice.loadUint(4) !== TAG) throw new TlbError('AccountBlock', 'unknown constructor')
  return {
    accountAddr: slice.loadBuffer(32),
    transactions: loadHashmapAug(slice, ACCOUNT_TRANSACTIONS),
    stateUpdate: parseCell(slice.loadRef(), 'HASH_UPDATE', loadHashUpdate),
  }
}

/** Returns a writer (for Builder.store) of `acc_trans#5`. */
export function storeAccountBlock(block: AccountBlock): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(TAG, 4)
      .storeBuffer(block.accountAddr, 32)
      .store(storeHashmapAug(block.transactions))
      .storeRef(finishCell(beginCell().store(storeHashUpdate(block.stateUpdate))))
  }
}
