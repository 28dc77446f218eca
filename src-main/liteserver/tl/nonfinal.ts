import { blockId, blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, long, nat, shardPrefix, vector } from './codec.ts'
import { optional, tlConstructor } from './combinator.ts'
import { tlFunction } from './function.ts'

export const candidateId = tlConstructor(
  'liteServer.nonfinal.candidateId block_id:tonNode.blockIdExt creator:int256 collated_data_hash:int256 = liteServer.nonfinal.CandidateId',
  { blockId: blockIdExt, creator: int256, collatedDataHash: int256 },
)
/** The identity of a block candidate (`liteServer.nonfinal.candidateId`). */
export type CandidateId = TlValue<typeof candidateId>

export const candidate = tlConstructor(
  'liteServer.nonfinal.candidate id:liteServer.nonfinal.candidateId data:bytes collated_data:bytes = liteServer.nonfinal.Candidate',
  { id: candidateId, data: bytes, collatedData: bytes },
)
/** A block candidate with its data (`liteServer.nonfinal.candidate`). */
export type Candidate = TlValue<typeof candidate>

export const candidateInfo = tlConstructor(
  'liteServer.nonfinal.candidateInfo id:liteServer.nonfinal.candidateId available:Bool approved_weight:long signed_weight:long total_weight:long = liteServer.nonfinal.CandidateInfo',
  { id: candidateId, available: bool, approvedWeight: long, signedWeight: long, totalWeight: long },
)
/** The votes on a block candidate (`liteServer.nonfinal.candidateInfo`), in validator weight. */
export type CandidateInfo = TlValue<typeof candidateInfo>

export const validatorGroupInfo = tlConstructor(
  'liteServer.nonfinal.validatorGroupInfo next_block_id:tonNode.blockId cc_seqno:int prev:(vector tonNode.blockIdExt) candidates:(vector liteServer.nonfinal.candidateInfo) = liteServer.nonfinal.ValidatorGroupInfo',
  { nextBlockId: blockId, ccSeqno: int, prev: vector(blockIdExt), candidates: vector(candidateInfo) },
)
/** A validator group and its candidates (`liteServer.nonfinal.validatorGroupInfo`). */
export type ValidatorGroupInfo = TlValue<typeof validatorGroupInfo>

export const validatorGroups = tlConstructor(
  'liteServer.nonfinal.validatorGroups groups:(vector liteServer.nonfinal.validatorGroupInfo) = liteServer.nonfinal.ValidatorGroups',
  { groups: vector(validatorGroupInfo) },
)
/** The active validator groups (`liteServer.nonfinal.validatorGroups`). */
export type ValidatorGroups = TlValue<typeof validatorGroups>

export const pendingShardBlocks = tlConstructor(
  'liteServer.nonfinal.pendingShardBlocks signed_blocks:(vector tonNode.blockIdExt) candidates:(vector tonNode.blockIdExt) = liteServer.nonfinal.PendingShardBlocks',
  { signedBlocks: vector(blockIdExt), candidates: vector(blockIdExt) },
)
/**
 * The answer to getPendingShardBlocks (`liteServer.nonfinal.pendingShardBlocks`): blocks that no masterchain
 * block lists yet.
 */
export type PendingShardBlocks = TlValue<typeof pendingShardBlocks>

export const getPendingShardBlocks = tlFunction(
  'liteServer.nonfinal.getPendingShardBlocks mode:# wc:mode.0?int shard:mode.0?long = liteServer.nonfinal.PendingShardBlocks',
  { mode: nat, wc: optional(0, int), shard: optional(0, shardPrefix) },
  pendingShardBlocks,
)
