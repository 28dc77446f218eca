import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockRecord } from '../../../store/queries/blocks.ts'
import { blockIdJson, hashText, shardText } from './scalars.ts'

const MASTERCHAIN = -1

/** compatibility-v3 §4.3. */
export function blockJson(block: BlockRecord): BlockJson {
  return {
    workchain: block.workchain,
    shard: shardText(block.shard),
    seqno: block.seqno,
    root_hash: hashText(block.rootHash),
    file_hash: hashText(block.fileHash),
    global_id: block.globalId,
    version: block.version,
    after_merge: block.afterMerge,
    before_split: block.beforeSplit,
    after_split: block.afterSplit,
    want_merge: block.wantMerge,
    want_split: block.wantSplit,
    key_block: block.keyBlock,
    vert_seqno_incr: block.vertSeqnoIncr,
    flags: block.flags,
    gen_utime: String(block.genUtime),
    start_lt: block.startLt.toString(),
    end_lt: block.endLt.toString(),
    validator_list_hash_short: block.validatorListHashShort | 0,
    gen_catchain_seqno: block.genCatchainSeqno,
    min_ref_mc_seqno: block.minRefMcSeqno,
    prev_key_block_seqno: block.prevKeyBlockSeqno,
    vert_seqno: block.vertSeqno,
    master_ref_seqno: block.masterRefSeqno,
    rand_seed: hashText(block.randSeed),
    created_by: hashText(block.createdBy),
    tx_count: block.txCount,
    masterchain_block_ref: blockIdJson({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: block.mcSeqno }),
    prev_blocks: block.prevBlocks.map(blockIdJson),
  }
}
