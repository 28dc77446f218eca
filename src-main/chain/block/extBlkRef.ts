import type { Builder, Slice } from '@ton/core'

// ext_blk_ref$_ end_lt:uint64 seq_no:uint32 root_hash:bits256 file_hash:bits256 = ExtBlkRef;

/** A block named by another: `endLt` is its last logical time plus one; the shard is known from the context. */
export type ExtBlkRef = {
  readonly endLt: bigint
  readonly seqno: number
  readonly rootHash: Buffer
  readonly fileHash: Buffer
}

export function loadExtBlkRef(slice: Slice): ExtBlkRef {
  return {
    endLt: slice.loadUintBig(64),
    seqno: slice.loadUint(32),
    rootHash: slice.loadBuffer(32),
    fileHash: slice.loadBuffer(32),
  }
}

export function storeExtBlkRef(ref: ExtBlkRef): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(ref.endLt, 64)
      .storeUint(ref.seqno, 32)
      .storeBuffer(ref.rootHash, 32)
      .storeBuffer(ref.fileHash, 32)
  }
}
