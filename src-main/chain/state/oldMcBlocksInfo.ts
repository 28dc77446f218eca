import type { Builder, Slice } from '@ton/core'
import { type ExtBlkRef, loadExtBlkRef, storeExtBlkRef } from '../block/extBlkRef.ts'
import type { AugCodec, HashmapAugE } from '../hashmap/hashmapAug.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ key:Bool max_end_lt:uint64 = KeyMaxLt;
// _ key:Bool blk_ref:ExtBlkRef = KeyExtBlkRef;
// _ (HashmapAugE 32 KeyExtBlkRef KeyMaxLt) = OldMcBlocksInfo;

/** The extra of OldMcBlocksInfo: whether a subtree contains a key block, and its greatest end lt. */
export type KeyMaxLt = { readonly key: boolean; readonly maxEndLt: bigint }

/** An earlier masterchain block, and whether it is a key block. */
export type KeyExtBlkRef = { readonly key: boolean; readonly blkRef: ExtBlkRef }

/** All earlier masterchain blocks, keyed by seqno (keyOfUint(seqno, 32)). */
export type OldMcBlocksInfo = HashmapAugE<KeyExtBlkRef, KeyMaxLt>

/** Reads a KeyMaxLt. */
function loadKeyMaxLt(slice: Slice): KeyMaxLt {
  return { key: slice.loadBit(), maxEndLt: slice.loadUintBig(64) }
}

/** Returns a writer (for Builder.store) of a KeyMaxLt. */
function storeKeyMaxLt(value: KeyMaxLt): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(value.key).storeUint(value.maxEndLt, 64)
  }
}

/** Reads a KeyExtBlkRef. */
function loadKeyExtBlkRef(slice: Slice): KeyExtBlkRef {
  return { key: slice.loadBit(), blkRef: loadExtBlkRef(slice) }
}

/** Returns a writer (for Builder.store) of a KeyExtBlkRef. */
function storeKeyExtBlkRef(value: KeyExtBlkRef): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(value.key).store(storeExtBlkRef(value.blkRef))
  }
}

export const OLD_MC_BLOCKS: AugCodec<KeyExtBlkRef, KeyMaxLt> = {
  type: 'OldMcBlocksInfo',
  keyBits: 32,
  loadValue: loadKeyExtBlkRef,
  storeValue: storeKeyExtBlkRef,
  loadExtra: loadKeyMaxLt,
  storeExtra: storeKeyMaxLt,
  extraOf: ({ key, blkRef }) => ({ key, maxEndLt: blkRef.endLt }),
  combine: (a, b) => ({ key: a.key || b.key, maxEndLt: a.maxEndLt > b.maxEndLt ? a.maxEndLt : b.maxEndLt }),
  emptyExtra: { key: false, maxEndLt: 0n },
}

/** Returns the masterchain block with the given seqno, or undefined if it is not an earlier one. */
export function oldMcBlock(blocks: OldMcBlocksInfo, seqno: number): KeyExtBlkRef | undefined {
  return blocks.get(keyOfUint(seqno, 32))
}

/** Returns the last key block with a seqno of at most `seqno`, or undefined if there is no such block. */
export function lastKeyBlockUpTo(
  blocks: OldMcBlocksInfo,
  seqno: number,
): { readonly seqno: number; readonly blkRef: ExtBlkRef } | undefined {
  const entry = blocks.first({ from: keyOfUint(seqno, 32), reverse: true, where: (extra) => extra.key })
  return entry && { seqno: Number(uintOfKey(entry.key, 32)), blkRef: entry.value.blkRef }
}
