import type { Builder, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { parseCell } from '../tlb.ts'
import type { ExtBlkRef } from './extBlkRef.ts'
import { loadExtBlkRef, storeExtBlkRef } from './extBlkRef.ts'

// prev_blk_info$_ prev:ExtBlkRef = BlkPrevInfo 0;
// prev_blks_info$_ prev1:^ExtBlkRef prev2:^ExtBlkRef = BlkPrevInfo 1;

/** One predecessor, or the left and the right one of a merge. */
export type BlkPrevInfo = readonly [ExtBlkRef] | readonly [left: ExtBlkRef, right: ExtBlkRef]

export function loadBlkPrevInfo(slice: Slice, afterMerge: boolean): BlkPrevInfo {
  if (!afterMerge) return [loadExtBlkRef(slice)]
  const left = parseCell(slice.loadRef(), 'ExtBlkRef', loadExtBlkRef)
  return [left, parseCell(slice.loadRef(), 'ExtBlkRef', loadExtBlkRef)]
}

export function storeBlkPrevInfo(prev: BlkPrevInfo): (builder: Builder) => void {
  return (builder) => {
    if (prev.length === 1) builder.store(storeExtBlkRef(prev[0]))
    else for (const ref of prev) builder.storeRef(beginCell().store(storeExtBlkRef(ref)))
  }
}
