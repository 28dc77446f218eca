import type { Builder, Slice } from '@ton/core'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block_grams_created#6b masterchain_block_fee:Grams basechain_block_fee:Grams = BlockCreateFees;
// _ BlockCreateFees = ConfigParam 14;

/**
 * Parameter 14: the nanotons that a new block creates. The basechain's amount is divided among its shards.
 */
export type BlockCreateFees = { readonly masterchainBlockFee: bigint; readonly basechainBlockFee: bigint }

/** Reads `block_grams_created#6b`. */
export function loadBlockCreateFees(slice: Slice): BlockCreateFees {
  loadTag(slice, 'BlockCreateFees', 0x6b, 8)
  return { masterchainBlockFee: slice.loadCoins(), basechainBlockFee: slice.loadCoins() }
}

/** Returns a writer (for Builder.store) of `block_grams_created#6b`. */
export function storeBlockCreateFees(fees: BlockCreateFees): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0x6b, 8).storeCoins(fees.masterchainBlockFee).storeCoins(fees.basechainBlockFee)
  }
}
