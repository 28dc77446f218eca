import type { Builder, Slice } from '@ton/core'
import { type HashmapCodec, HashmapE, loadHashmap, storeHashmap } from '../hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _#cc utime_since:uint32 bit_price_ps:uint64 cell_price_ps:uint64 mc_bit_price_ps:uint64
//   mc_cell_price_ps:uint64 = StoragePrices;
// _ (Hashmap 32 StoragePrices) = ConfigParam 18;

/**
 * The prices of storage from `utimeSince` (Unix seconds) on, in nanotons per second with 16 fractional bits.
 */
export type StoragePrices = {
  readonly utimeSince: number
  readonly bitPricePs: bigint
  readonly cellPricePs: bigint
  readonly mcBitPricePs: bigint
  readonly mcCellPricePs: bigint
}

/** Reads `StoragePrices` (tag #cc). */
function loadStoragePrices(slice: Slice): StoragePrices {
  loadTag(slice, 'StoragePrices', 0xcc, 8)
  return {
    utimeSince: slice.loadUint(32),
    bitPricePs: slice.loadUintBig(64),
    cellPricePs: slice.loadUintBig(64),
    mcBitPricePs: slice.loadUintBig(64),
    mcCellPricePs: slice.loadUintBig(64),
  }
}

/** Returns a writer (for Builder.store) of `StoragePrices` (tag #cc). */
function storeStoragePrices(prices: StoragePrices): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0xcc, 8)
      .storeUint(prices.utimeSince, 32)
      .storeUint(prices.bitPricePs, 64)
      .storeUint(prices.cellPricePs, 64)
      .storeUint(prices.mcBitPricePs, 64)
      .storeUint(prices.mcCellPricePs, 64)
  }
}

const STORAGE_PRICES: HashmapCodec<StoragePrices> = {
  type: 'ConfigParam 18',
  keyBits: 32,
  loadValue: loadStoragePrices,
  storeValue: storeStoragePrices,
}

/**
 * Reads parameter 18: prices by key. Ascending keys are in the order of coming into force; they can have
 * gaps.
 */
export function loadStoragePriceList(slice: Slice): ReadonlyMap<number, StoragePrices> {
  const entries = loadHashmap(slice, STORAGE_PRICES).entries()
  return new Map([...entries].map(({ key, value }) => [Number(uintOfKey(key, 32)), value]))
}

/**
 * Returns a writer (for Builder.store) of parameter 18.
 * @throws TlbError for an empty list
 */
export function storeStoragePriceList(list: ReadonlyMap<number, StoragePrices>): (builder: Builder) => void {
  const entries = [...list]
    .toSorted(([a], [b]) => a - b)
    .map(([key, value]) => ({ key: keyOfUint(key, 32), value }))
  return storeHashmap(HashmapE.from(STORAGE_PRICES, entries))
}
