import type { Builder, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ global_id:int32 = ConfigParam 19;

/** Reads parameter 19, the id of the network: -239 for mainnet, -3 for testnet. */
export function loadGlobalId(slice: Slice): number {
  return slice.loadInt(32)
}

/** Returns a writer (for Builder.store) of parameter 19. */
export function storeGlobalId(globalId: number): (builder: Builder) => void {
  return (builder) => {
    builder.storeInt(globalId, 32)
  }
}
