import { z } from 'zod'
import { optional, required } from '../parameter.ts'
import { countGiven, nonNegative, positive } from './checks.ts'
import {
  base64Text,
  blockIdExt,
  bocText,
  count,
  hashText,
  ltText,
  seqnoNumber,
  tagged,
  utimeNumber,
} from './common.ts'
import { blockSeqno, hash, int32, int32FromZero, ltParameter, shard } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** Blocks: compatibility-v2 §4. */

const MASTERCHAIN_SEQNO = required(blockSeqno, {
  description: 'Seqno of a masterchain block',
  // The reference server reads an absent seqno as 0 and rejects it.
  missing: 'seqno should be positive',
})

export const WORKCHAIN = required(int32, { description: 'Workchain: -1 masterchain, 0 basechain' })

export const BLOCK_SEQNO = required(blockSeqno, { description: 'Seqno of the block in its shard' })

/** The error names the workchain although the shard is malformed, as in the reference server. */
export const BLOCK_SHARD = required(shard, {
  description: 'Shard prefix as a signed 64-bit number; -9223372036854775808 is a whole workchain',
  unparsable: 'failed to parse workchain',
})

export const ROOT_HASH = optional(hash, {
  description: 'Root hash of the block; used together with file_hash instead of looking the block up',
})

export const FILE_HASH = optional(hash, { description: 'File hash of the block' })

export const getMasterchainInfo = defineOperation({
  name: 'getMasterchainInfo',
  category: 'blocks',
  summary: 'The newest masterchain block and the zero state',
  cache: 'head',
  cacheEntries: 1,
  parameters: {},
  result: z
    .strictObject({
      '@type': z.literal('blocks.masterchainInfo'),
      last: blockIdExt,
      state_root_hash: hashText,
      init: blockIdExt,
    })
    .meta({ id: 'blocks.masterchainInfo' }),
})

const signature = z
  .strictObject({
    '@type': z.literal('blocks.signature'),
    node_id_short: hashText,
    signature: base64Text,
  })
  .meta({ id: 'blocks.signature' })

export const getMasterchainBlockSignatures = defineOperation({
  name: 'getMasterchainBlockSignatures',
  category: 'blocks',
  summary: "The validators' signatures of a masterchain block",
  cache: 'final',
  parameters: { seqno: MASTERCHAIN_SEQNO },
  check: ({ seqno }) => positive('seqno', seqno),
  result: z
    .discriminatedUnion('@type', [
      tagged('blocks.blockSignatures', { id: blockIdExt, signatures: z.array(signature) }),
      tagged('blocks.blockSignatures.simplex', {
        id: blockIdExt,
        signatures: z.array(signature),
        session_id: hashText,
        slot: count,
        candidate: base64Text,
      }),
    ])
    .meta({ id: 'blocks.masterchainBlockSignatures' }),
})

const shardBlockLink = z
  .strictObject({ '@type': z.literal('blocks.shardBlockLink'), id: blockIdExt, proof: bocText })
  .meta({ id: 'blocks.shardBlockLink' })

const blockLinkBack = z
  .strictObject({
    '@type': z.literal('blocks.blockLinkBack'),
    to_key_block: z.boolean(),
    from: blockIdExt,
    to: blockIdExt,
    dest_proof: bocText,
    proof: bocText,
    state_proof: bocText,
  })
  .meta({ id: 'blocks.blockLinkBack' })

export const getShardBlockProof = defineOperation({
  name: 'getShardBlockProof',
  category: 'blocks',
  summary: 'Proof that a shard block belongs to the chain',
  description: 'From a masterchain block (the newest, or from_seqno) down to the shard block.',
  cache: 'final',
  pinnedBy: 'from_seqno',
  parameters: {
    workchain: required(int32, { description: 'Workchain', missing: 'workchain required' }),
    shard: required(shard, { description: 'Shard prefix, signed 64-bit', missing: 'shard required' }),
    seqno: required(blockSeqno, {
      description: 'Seqno of the block in its shard',
      missing: 'seqno required',
    }),
    from_seqno: optional(int32FromZero, {
      description: 'Masterchain block to start from; default: the newest',
    }),
  },
  check: ({ seqno, from_seqno }) => positive('seqno', seqno) ?? nonNegative('from_seqno', from_seqno),
  result: z
    .strictObject({
      '@type': z.literal('blocks.shardBlockProof'),
      from: blockIdExt,
      mc_id: blockIdExt,
      links: z.array(shardBlockLink),
      mc_proof: z.array(blockLinkBack),
    })
    .meta({ id: 'blocks.shardBlockProof' }),
})

export const getConsensusBlock = defineOperation({
  name: 'getConsensusBlock',
  category: 'blocks',
  summary: 'The highest masterchain seqno among the servers now alive',
  cache: 'head',
  cacheEntries: 1,
  parameters: {},
  result: z
    .strictObject({
      '@type': z.literal('ext.blocks.consensusBlock'),
      consensus_block: seqnoNumber,
      timestamp: utimeNumber,
    })
    .meta({ id: 'ext.blocks.consensusBlock' }),
})

export const lookupBlock = defineOperation({
  name: 'lookupBlock',
  category: 'blocks',
  summary: 'A block by seqno, logical time or unix time',
  description: 'The shard acts as an account prefix, so the shard of the block found may differ from it.',
  cache: 'final',
  parameters: {
    workchain: WORKCHAIN,
    shard: required(shard, { description: 'Shard prefix, signed 64-bit' }),
    seqno: optional(blockSeqno, { description: 'Seqno of the block' }),
    lt: optional(ltParameter, { description: 'The first block with end_lt at or after this logical time' }),
    unixtime: optional(int32FromZero, { description: 'The first block made at or after this unix time' }),
  },
  check: ({ seqno, lt, unixtime }) =>
    countGiven(seqno, lt, unixtime) === 1
      ? (positive('seqno', seqno) ?? nonNegative('lt', lt) ?? nonNegative('unixtime', unixtime))
      : 'exactly one of seqno, lt, unixtime should be specified',
  result: blockIdExt,
})

export const getShards = defineOperation({
  name: 'getShards',
  aliases: ['shards'],
  category: 'blocks',
  summary: 'The shard blocks that a masterchain block commits to',
  cache: 'final',
  parameters: { seqno: MASTERCHAIN_SEQNO },
  check: ({ seqno }) => positive('seqno', seqno),
  result: z
    .strictObject({ '@type': z.literal('blocks.shards'), shards: z.array(blockIdExt) })
    .meta({ id: 'blocks.shards' }),
})

export const getBlockHeader = defineOperation({
  name: 'getBlockHeader',
  category: 'blocks',
  summary: 'The header of a block',
  cache: 'final',
  parameters: {
    workchain: WORKCHAIN,
    shard: BLOCK_SHARD,
    seqno: BLOCK_SEQNO,
    root_hash: ROOT_HASH,
    file_hash: FILE_HASH,
  },
  check: ({ seqno }) => positive('seqno', seqno),
  result: z
    .strictObject({
      '@type': z.literal('blocks.header'),
      id: blockIdExt,
      global_id: z.int32(),
      version: z.uint32(),
      after_merge: z.boolean(),
      after_split: z.boolean(),
      before_split: z.boolean(),
      want_merge: z.boolean(),
      want_split: z.boolean(),
      validator_list_hash_short: z.int32(),
      catchain_seqno: z.uint32(),
      min_ref_mc_seqno: seqnoNumber,
      is_key_block: z.boolean(),
      prev_key_block_seqno: seqnoNumber,
      start_lt: ltText,
      end_lt: ltText,
      gen_utime: utimeNumber,
      prev_blocks: z.array(blockIdExt),
    })
    .meta({ id: 'blocks.header' }),
})

export const getOutMsgQueueSize = defineOperation({
  name: 'getOutMsgQueueSize',
  category: 'blocks',
  summary: 'Outbound message queue sizes of all shards at the newest block',
  cache: 'head',
  cacheEntries: 1,
  parameters: {},
  result: z
    .strictObject({
      '@type': z.literal('blocks.outMsgQueueSizes'),
      shards: z.array(
        z
          .strictObject({ '@type': z.literal('blocks.outMsgQueueSize'), id: blockIdExt, size: count })
          .meta({ id: 'blocks.outMsgQueueSize' }),
      ),
      ext_msg_queue_size_limit: count,
    })
    .meta({ id: 'blocks.outMsgQueueSizes' }),
})
