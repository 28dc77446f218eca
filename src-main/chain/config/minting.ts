import type { Builder, Slice } from '@ton/core'
import { type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { EXTRA_CURRENCIES } from '../state/currencies.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ mint_new_price:Grams mint_add_price:Grams = ConfigParam 6;
// _ to_mint:ExtraCurrencyCollection = ConfigParam 7;

/** Parameter 6: the prices of creating a new extra currency and of minting more of one, in nanotons. */
export type MintPrices = { readonly mintNewPrice: bigint; readonly mintAddPrice: bigint }

/** Reads parameter 6. */
export function loadMintPrices(slice: Slice): MintPrices {
  return { mintNewPrice: slice.loadCoins(), mintAddPrice: slice.loadCoins() }
}

/** Returns a writer (for Builder.store) of parameter 6. */
export function storeMintPrices(prices: MintPrices): (builder: Builder) => void {
  return (builder) => {
    builder.storeCoins(prices.mintNewPrice).storeCoins(prices.mintAddPrice)
  }
}

/** Reads parameter 7: the amount of each extra currency (keyOfUint(id, 32)) that must exist. */
export function loadToMint(slice: Slice): HashmapE<bigint> {
  return loadHashmapE(slice, EXTRA_CURRENCIES)
}

/** Returns a writer (for Builder.store) of parameter 7. */
export function storeToMint(amounts: HashmapE<bigint>): (builder: Builder) => void {
  return storeHashmapE(amounts)
}
