import type { Slice } from '@ton/core'
import { loadShardIdent } from '../block/shardIdent.ts'
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
