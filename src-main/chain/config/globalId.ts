import type { Builder, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ global_id:int32 = ConfigParam 19;

/** Parameter 19: which network this is; -239 is mainnet, -3 testnet. */
export function loadGlobalId(slice: Slice): number {
  return slice.loadInt(32)
}

export function storeGlobalId(globalId: number): (builder: Builder) => void {
  return (builder) => {
    builder.storeInt(globalId, 32)
  }
}
