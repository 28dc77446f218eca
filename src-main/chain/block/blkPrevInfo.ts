import type { Builder, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { parseCell } from '../tlb.ts'
import type { ExtBlkRef } from './extBlkRef.ts'
import { loadExtBlkRef, storeExtBlkRef } from './extBlkRef.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// prev_blk_info$_ prev:ExtBlkRef = BlkPrevInfo 0;
// prev_blks_info$_ prev1:^ExtBlkRef prev2:^ExtBlkRef = BlkPrevInfo 1;

/** The predecessors of a block: one, or two after a merge (of the left and of the right child shard). */
export type BlkPrevInfo = readonly [ExtBlkRef] | readonly [left: ExtBlkRef, right: ExtBlkRef]

/** Reads `prev_blk_info`, or `prev_blks_info` for the first block after a merge. */
export function loadBlkPrevInfo(slice: Slice, afterMerge: boolean): BlkPrevInfo {
  if (!afterMerge) return [loadExtBlkRef(slice)]
  const left = parseCell(slice.loadRef(), 'ExtBlkRef', loadExtBlkRef)
  return [left, parseCell(slice.loadRef(), 'ExtBlkRef', loadExtBlkRef)]
}

/** Returns a writer (for Builder.store) of the constructor that fits the number of predecessors. */
export function storeBlkPrevInfo(prev: BlkPrevInfo): (builder: Builder) => void {
  return (builder) => {
    if (prev.length === 1) builder.store(storeExtBlkRef(prev[0]))
    else for (const ref of prev) builder.storeRef(beginCell().store(storeExtBlkRef(ref)))
  }
}
