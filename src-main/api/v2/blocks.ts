import { ApiError } from '#shared/apiError.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import type { BlockSignature, LookupQuery } from '../../liteserver/session.ts'
import type { V2Handler } from './context.ts'
import { findBlock } from './findBlock.ts'
import { base64, blockIdExt } from './scalars.ts'

export const getMasterchainInfo: V2Handler<'getMasterchainInfo'> = async (_values, context) => {
  const info = await context.session().masterchainInfo()
  return {
    '@type': 'blocks.masterchainInfo',
    last: blockIdExt(info.last),
    state_root_hash: base64(info.stateRootHash),
    // The zero state, which toncenter prints with shard 0.
    init: blockIdExt({ ...info.init, shard: 0n, seqno: 0 }),
  }
}

function signatures(list: readonly BlockSignature[]) {
  return list.map(
    ({ nodeIdShort, signature }) =>
      ({
        '@type': 'blocks.signature',
        node_id_short: base64(nodeIdShort),
        signature: base64(signature),
      }) as const,
  )
}

export const getMasterchainBlockSignatures: V2Handler<'getMasterchainBlockSignatures'> = async (
  { seqno },
  context,
) => {
  const answer = await context.session().blockSignatures(seqno)
  if (answer.kind === 'ordinary') {
    return {
      '@type': 'blocks.blockSignatures',
      id: blockIdExt(answer.id),
      signatures: signatures(answer.signatures),
    }
  }
  return {
    '@type': 'blocks.blockSignatures.simplex',
    id: blockIdExt(answer.id),
    signatures: signatures(answer.signatures),
    session_id: base64(answer.sessionId),
    slot: answer.slot,
    candidate: base64(answer.candidate),
  }
}

export const getShardBlockProof: V2Handler<'getShardBlockProof'> = async (values, context) => {
  const { workchain, shard, seqno, from_seqno } = values
  const answer = await context.session().shardBlockProof({ workchain, shard, by: { seqno } }, from_seqno)
  return {
    '@type': 'blocks.shardBlockProof',
    from: blockIdExt(answer.from),
    mc_id: blockIdExt(answer.mcId),
    links: answer.links.map(({ id, proof }) => ({
      '@type': 'blocks.shardBlockLink',
      id: blockIdExt(id),
      proof: base64(proof),
    })),
    mc_proof: answer.mcProof.map((link) => ({
      '@type': 'blocks.blockLinkBack',
      to_key_block: link.toKeyBlock,
      from: blockIdExt(link.from),
      to: blockIdExt(link.to),
      dest_proof: base64(link.destProof),
      proof: base64(link.proof),
      state_proof: base64(link.stateProof),
    })),
  }
}

export const getConsensusBlock: V2Handler<'getConsensusBlock'> = (_values, context) => {
  const seqno = context.network.consensusSeqno()
  if (seqno === undefined) throw new ApiError(500, 'no workers alive')
  return { '@type': 'ext.blocks.consensusBlock', consensus_block: seqno, timestamp: context.now() }
}

/** Returns the given criterion; the parameters are already checked. */
function lookupCriterion(
  seqno: number | undefined,
  lt: bigint | undefined,
  utime: number | undefined,
): LookupQuery['by'] {
  if (seqno !== undefined) return { seqno }
  return lt !== undefined ? { lt } : { utime: utime ?? 0 }
}

export const lookupBlock: V2Handler<'lookupBlock'> = async (values, context) => {
  const { workchain, shard, seqno, lt, unixtime } = values
  const by = lookupCriterion(seqno, lt, unixtime)
  return blockIdExt(await context.session().lookupBlock({ workchain, shard, by }))
}

export const getShards: V2Handler<'getShards'> = async ({ seqno }, context) => {
  const session = context.session()
  const shards = await session.shards(await session.masterchainBlock(seqno))
  return { '@type': 'blocks.shards', shards: shards.map(blockIdExt) }
}

export const getBlockHeader: V2Handler<'getBlockHeader'> = async (values, context) => {
  const header = await context.session().blockHeader(await findBlock(values, context))
  return {
    '@type': 'blocks.header',
    id: blockIdExt(header.id),
    global_id: header.globalId,
    version: header.version,
    after_merge: header.afterMerge,
    after_split: header.afterSplit,
    before_split: header.beforeSplit,
    want_merge: header.wantMerge,
    want_split: header.wantSplit,
    validator_list_hash_short: header.validatorListHashShort | 0,
    catchain_seqno: header.catchainSeqno | 0,
    min_ref_mc_seqno: header.minRefMcSeqno | 0,
    is_key_block: header.isKeyBlock,
    // Shard blocks have the field too, but toncenter prints 0.
    prev_key_block_seqno: header.id.workchain === MASTERCHAIN ? header.prevKeyBlockSeqno : 0,
    start_lt: header.startLt.toString(),
    end_lt: header.endLt.toString(),
    gen_utime: header.genUtime,
    prev_blocks: header.prevBlocks.map(blockIdExt),
  }
}

export const getOutMsgQueueSize: V2Handler<'getOutMsgQueueSize'> = async (_values, context) => {
  const { sizes, limit } = await context.session().outMsgQueueSizes()
  const shards: V2Result<'getOutMsgQueueSize'>['shards'] = sizes.map(({ id, size }) => ({
    '@type': 'blocks.outMsgQueueSize',
    id: blockIdExt(id),
    size,
  }))
  return { '@type': 'blocks.outMsgQueueSizes', shards, ext_msg_queue_size_limit: limit }
}
