import type { Builder, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// ext_blk_ref$_ end_lt:uint64 seq_no:uint32 root_hash:bits256 file_hash:bits256 = ExtBlkRef;

/**
 * A reference to another block. `endLt` is its last logical time plus one; its shard follows from the
 * context.
 */
export type ExtBlkRef = {
  readonly endLt: bigint
  readonly seqno: number
  readonly rootHash: Buffer
  readonly fileHash: Buffer
}

/** Reads `ext_blk_ref`. The hashes are views of the source bytes. */
export function loadExtBlkRef(slice: Slice): ExtBlkRef {
  return {
    endLt: slice.loadUintBig(64),
    seqno: slice.loadUint(32),
    rootHash: slice.loadBuffer(32),
    fileHash: slice.loadBuffer(32),
  }
}

/** Returns a writer (for Builder.store) of `ext_blk_ref`. */
export function storeExtBlkRef(ref: ExtBlkRef): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(ref.endLt, 64)
      .storeUint(ref.seqno, 32)
      .storeBuffer(ref.rootHash, 32)
      .storeBuffer(ref.fileHash, 32)
  }
}
