import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import type { AugCodec } from '../hashmap/hashmapAug.ts'
import { type HashmapAugE, loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { keyOfUint } from '../hashmap/key.ts'
import { addCurrencies, loadCurrencies, NO_CURRENCIES, storeCurrencies } from '../state/currencies.ts'
import type { ShardIdent } from './shardIdent.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ fees:CurrencyCollection create:CurrencyCollection = ShardFeeCreated;
// _ (HashmapAugE 96 ShardFeeCreated ShardFeeCreated) = ShardFees;

/** The fees and the newly created money that a shard's new blocks bring to the masterchain. */
export type ShardFeeCreated = {
  readonly fees: CurrencyCollection
  readonly create: CurrencyCollection
}

/** The fees of all shards, keyed by workchain (int32) and shard (uint64): see shardFeesKey. */
export type ShardFees = HashmapAugE<ShardFeeCreated, ShardFeeCreated>

export const SHARD_FEES: AugCodec<ShardFeeCreated, ShardFeeCreated> = {
  type: 'ShardFees',
  keyBits: 96,
  loadValue: loadShardFeeCreated,
  storeValue: storeShardFeeCreated,
  loadExtra: loadShardFeeCreated,
  storeExtra: storeShardFeeCreated,
  extraOf: (value) => value,
  combine: (left, right) => ({
    fees: addCurrencies(left.fees, right.fees),
    create: addCurrencies(left.create, right.create),
  }),
  emptyExtra: { fees: NO_CURRENCIES, create: NO_CURRENCIES },
}

/** Returns the 12-byte key of a shard in ShardFees. */
export function shardFeesKey({ workchain, shard }: ShardIdent): Buffer {
  return Buffer.concat([keyOfUint(workchain, 32), keyOfUint(shard, 64)])
}

/** Reads a ShardFees. */
export function loadShardFees(slice: Slice): ShardFees {
  return loadHashmapAugE(slice, SHARD_FEES)
}

/** Returns a writer (for Builder.store) of `HashmapAugE 96 ShardFeeCreated ShardFeeCreated`. */
export function storeShardFees(fees: ShardFees): (builder: Builder) => void {
  return storeHashmapAugE(fees)
}

function loadShardFeeCreated(slice: Slice): ShardFeeCreated {
  return { fees: loadCurrencies(slice), create: loadCurrencies(slice) }
}

function storeShardFeeCreated(value: ShardFeeCreated): (builder: Builder) => void {
  return (builder) => {
    builder.store(storeCurrencies(value.fees)).store(storeCurrencies(value.create))
  }
}
