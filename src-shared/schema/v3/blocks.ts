import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import { BOOK, blockId, count, hashText, ltText, seqno, shardText, utimeText } from './common.ts'
import { hash, int32, lenientSeqno, shard } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, PAGE, SORT, UTIME_WINDOW } from './page.ts'
import { transaction } from './transactions.ts'

/** Blocks: compatibility-v3 §4.3 and §5.1 to §5.4. */

export const block = z
  .strictObject({
    workchain: z.int32(),
    shard: shardText,
    seqno,
    root_hash: hashText,
    file_hash: hashText,
    global_id: z.int32(),
    version: z.uint32(),
    after_merge: z.boolean(),
    before_split: z.boolean(),
    after_split: z.boolean(),
    want_merge: z.boolean(),
    want_split: z.boolean(),
    key_block: z.boolean(),
    vert_seqno_incr: z.boolean(),
    flags: z.uint32(),
    gen_utime: utimeText,
    start_lt: ltText,
    end_lt: ltText,
    validator_list_hash_short: z.int32(),
    gen_catchain_seqno: z.uint32(),
    min_ref_mc_seqno: seqno,
    prev_key_block_seqno: seqno,
    vert_seqno: z.uint32(),
    master_ref_seqno: seqno,
    rand_seed: hashText,
    created_by: hashText,
    tx_count: count,
    masterchain_block_ref: blockId,
    prev_blocks: z.array(blockId),
  })
  .meta({ id: 'Block' })
/** A block with the fields of its header. */
export type BlockJson = z.infer<typeof block>

const blocksResponse = z.strictObject({ blocks: z.array(block) }).meta({ id: 'BlocksResponse' })

const MASTERCHAIN_SEQNO = withDefault(lenientSeqno, 0, { description: 'Seqno of a masterchain block' })

export const masterchainInfo = defineV3Operation({
  name: 'masterchainInfo',
  category: 'blockchain data',
  summary: 'The newest and the oldest indexed masterchain block',
  parameters: {},
  result: z.strictObject({ last: block, first: block }).meta({ id: 'MasterchainInfo' }),
})

export const blocks = defineV3Operation({
  name: 'blocks',
  category: 'blockchain data',
  summary: 'Blocks by place, hash, or in a span of time',
  parameters: {
    workchain: optional(int32, { description: 'Workchain' }),
    shard: optional(shard, { description: 'Shard: hexadecimal, or signed decimal' }),
    seqno: optional(int32, { description: 'Seqno' }),
    root_hash: optional(hash, { description: 'Root hash' }),
    file_hash: optional(hash, { description: 'File hash' }),
    mc_seqno: optional(int32, { description: 'Masterchain block that committed it' }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    ...PAGE,
    ...SORT,
  },
  result: blocksResponse,
})

export const masterchainBlockShardState = defineV3Operation({
  name: 'masterchainBlockShardState',
  category: 'blockchain data',
  summary: 'The newest block of every shard as of a masterchain block',
  description: 'With the transactions of these blocks, as published documents have it.',
  parameters: { seqno: MASTERCHAIN_SEQNO },
  result: z
    .strictObject({ blocks: z.array(block), transactions: z.array(transaction), ...BOOK })
    .meta({ id: 'ShardStateResponse' }),
})

export const masterchainBlockShards = defineV3Operation({
  name: 'masterchainBlockShards',
  category: 'blockchain data',
  summary: 'The blocks that a masterchain block committed, and itself',
  parameters: { seqno: MASTERCHAIN_SEQNO, ...PAGE, ...SORT },
  result: blocksResponse,
})
