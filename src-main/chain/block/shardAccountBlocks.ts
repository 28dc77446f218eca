import type { CurrencyCollection, Slice } from '@ton/core'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAugE } from '../hashmap/hashmapAug.ts'
import { addCurrencies, loadCurrencies, NO_CURRENCIES, storeCurrencies } from '../state/currencies.ts'
import type { AccountBlock } from './accountBlock.ts'
import { loadAccountBlock, storeAccountBlock } from './accountBlock.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ (HashmapAugE 256 AccountBlock CurrencyCollection) = ShardAccountBlocks;

/**
 * The accounts with transactions in a block, by their 32 bytes. Extras are the fees of their transactions.
 */
export type ShardAccountBlocks = HashmapAugE<AccountBlock, CurrencyCollection>

export const SHARD_ACCOUNT_BLOCKS: AugCodec<AccountBlock, CurrencyCollection> = {
  type: 'ShardAccountBlocks',
  keyBits: 256,
  loadValue: loadAccountBlock,
  storeValue: storeAccountBlock,
  loadExtra: loadCurrencies,
  storeExtra: storeCurrencies,
  extraOf: (block) => block.transactions.extra,
  combine: addCurrencies,
  emptyExtra: NO_CURRENCIES,
}

/** Reads a ShardAccountBlocks. */
export function loadShardAccountBlocks(slice: Slice): ShardAccountBlocks {
  return loadHashmapAugE(slice, SHARD_ACCOUNT_BLOCKS)
}
