import { blockId, blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, long, nat, shardPrefix, vector } from './codec.ts'
import { optional, tlConstructor } from './combinator.ts'
import { tlFunction } from './function.ts'

export const candidateId = tlConstructor(
  'liteServer.nonfinal.candidateId block_id:tonNode.blockIdExt creator:int256 collated_data_hash:int256 = liteServer.nonfinal.CandidateId',
  { blockId: blockIdExt, creator: int256, collatedDataHash: int256 },
)
export type CandidateId = TlValue<typeof candidateId>

export const candidate = tlConstructor(
  'liteServer.nonfinal.candidate id:liteServer.nonfinal.candidateId data:bytes collated_data:bytes = liteServer.nonfinal.Candidate',
  { id: candidateId, data: bytes, collatedData: bytes },
)
export type Candidate = TlValue<typeof candidate>

export const candidateInfo = tlConstructor(
  'liteServer.nonfinal.candidateInfo id:liteServer.nonfinal.candidateId available:Bool approved_weight:long signed_weight:long total_weight:long = liteServer.nonfinal.CandidateInfo',
  { id: candidateId, available: bool, approvedWeight: long, signedWeight: long, totalWeight: long },
)
export type CandidateInfo = TlValue<typeof candidateInfo>

export const validatorGroupInfo = tlConstructor(
  'liteServer.nonfinal.validatorGroupInfo next_block_id:tonNode.blockId cc_seqno:int prev:(vector tonNode.blockIdExt) candidates:(vector liteServer.nonfinal.candidateInfo) = liteServer.nonfinal.ValidatorGroupInfo',
  { nextBlockId: blockId, ccSeqno: int, prev: vector(blockIdExt), candidates: vector(candidateInfo) },
)
export type ValidatorGroupInfo = TlValue<typeof validatorGroupInfo>

export const validatorGroups = tlConstructor(
  'liteServer.nonfinal.validatorGroups groups:(vector liteServer.nonfinal.validatorGroupInfo) = liteServer.nonfinal.ValidatorGroups',
  { groups: vector(validatorGroupInfo) },
)
export type ValidatorGroups = TlValue<typeof validatorGroups>

export const pendingShardBlocks = tlConstructor(
  'liteServer.nonfinal.pendingShardBlocks signed_blocks:(vector tonNode.blockIdExt) candidates:(vector tonNode.blockIdExt) = liteServer.nonfinal.PendingShardBlocks',
  { signedBlocks: vector(blockIdExt), candidates: vector(blockIdExt) },
)
export type PendingShardBlocks = TlValue<typeof pendingShardBlocks>

export const getPendingShardBlocks = tlFunction(
  'liteServer.nonfinal.getPendingShardBlocks mode:# wc:mode.0?int shard:mode.0?long = liteServer.nonfinal.PendingShardBlocks',
  { mode: nat, wc: optional(0, int), shard: optional(0, shardPrefix) },
  pendingShardBlocks,
)
