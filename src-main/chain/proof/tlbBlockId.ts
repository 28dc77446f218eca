import type { Builder, Slice } from '@ton/core'
import { loadShardIdent, storeShardIdent } from '../block/shardIdent.ts'
import type { BlockIdExt } from '../blockId.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block_id_ext$_ shard_id:ShardIdent seq_no:uint32 root_hash:bits256 file_hash:bits256 = BlockIdExt;

/** Reads a block's id in TL-B (`block_id_ext$_`). Its TL form is `tonNode.blockIdExt`. */
export function loadTlbBlockId(slice: Slice): BlockIdExt {
  return {
    ...loadShardIdent(slice),
    seqno: slice.loadUint(32),
    rootHash: slice.loadBuffer(32),
    fileHash: slice.loadBuffer(32),
  }
}

/** Returns a writer (for Builder.store) of `block_id_ext$_`. */
export function storeTlbBlockId(id: BlockIdExt): (builder: Builder) => void {
  return (builder) => {
    builder
      .store(storeShardIdent(id))
      .storeUint(id.seqno, 32)
      .storeBuffer(id.rootHash, 32)
      .storeBuffer(id.fileHash, 32)
  }
}
