import type { Builder, Slice } from '@ton/core'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// complaint_prices#1a deposit:Grams bit_price:Grams cell_price:Grams = ComplaintPricing;
// _ ComplaintPricing = ConfigParam 13;

/**
 * Parameter 13: the price of a complaint about a validator, in nanotons: a deposit and storage per bit and
 * cell.
 */
export type ComplaintPricing = {
  readonly deposit: bigint
  readonly bitPrice: bigint
  readonly cellPrice: bigint
}

/** Reads `complaint_prices#1a`. */
export function loadComplaintPricing(slice: Slice): ComplaintPricing {
  loadTag(slice, 'ComplaintPricing', 0x1a, 8)
  return { deposit: slice.loadCoins(), bitPrice: slice.loadCoins(), cellPrice: slice.loadCoins() }
}

/** Returns a writer (for Builder.store) of `complaint_prices#1a`. */
export function storeComplaintPricing(pricing: ComplaintPricing): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0x1a, 8)
      .storeCoins(pricing.deposit)
      .storeCoins(pricing.bitPrice)
      .storeCoins(pricing.cellPrice)
  }
}
