import type { Builder, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// fsm_none$0 = FutureSplitMerge;
// fsm_split$10 split_utime:uint32 interval:uint32 = FutureSplitMerge;
// fsm_merge$11 merge_utime:uint32 interval:uint32 = FutureSplitMerge;

/** The planned split or merge of a shard: its Unix time, and for how many seconds from then it is allowed. */
export type FutureSplitMerge =
  | { readonly kind: 'none' }
  | { readonly kind: 'split'; readonly utime: number; readonly interval: number }
  | { readonly kind: 'merge'; readonly utime: number; readonly interval: number }

/** Reads `fsm_none`, `fsm_split` or `fsm_merge`. */
export function loadFutureSplitMerge(slice: Slice): FutureSplitMerge {
  if (!slice.loadBit()) return { kind: 'none' }
  const kind = slice.loadBit() ? 'merge' : 'split'
  return { kind, utime: slice.loadUint(32), interval: slice.loadUint(32) }
}

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeFutureSplitMerge(value: FutureSplitMerge) {
  return (builder: Builder): void => {
    builder.storeBit(value.kind !== 'none')
    if (value.kind === 'none') return
    builder
      .storeBit(value.kind === 'merge')
      .storeUint(value.utime, 32)
      .storeUint(value.interval, 32)
  }
}
