import type { Builder, Slice } from '@ton/core'

// fsm_none$0 = FutureSplitMerge;
// fsm_split$10 split_utime:uint32 interval:uint32 = FutureSplitMerge;
// fsm_merge$11 merge_utime:uint32 interval:uint32 = FutureSplitMerge;

/** When a shard is to be split or merged: unix seconds, and for how many seconds that stays possible. */
export type FutureSplitMerge =
  | { readonly kind: 'none' }
  | { readonly kind: 'split'; readonly utime: number; readonly interval: number }
  | { readonly kind: 'merge'; readonly utime: number; readonly interval: number }

export function loadFutureSplitMerge(slice: Slice): FutureSplitMerge {
  if (!slice.loadBit()) return { kind: 'none' }
  const kind = slice.loadBit() ? 'merge' : 'split'
  return { kind, utime: slice.loadUint(32), interval: slice.loadUint(32) }
}

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
