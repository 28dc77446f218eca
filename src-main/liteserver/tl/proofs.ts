import { blockIdExt } from './blockIds.ts'
import { shardBlockLink } from './blocks.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, nat, vector } from './codec.ts'
import { optional, tlConstructor, union } from './combinator.ts'
import { tlFunction } from './function.ts'

export const signature = tlConstructor(
  'liteServer.signature node_id_short:int256 signature:bytes = liteServer.Signature',
  { nodeIdShort: int256, signature: bytes },
)
/** One validator's signature (`liteServer.signature`). */
export type Signature = TlValue<typeof signature>

export const signatureSetOrdinary = tlConstructor(
  'liteServer.signatureSet.ordinary#f644a6e6 validator_set_hash:int catchain_seqno:int signatures:(vector liteServer.signature) = liteServer.SignatureSet',
  { validatorSetHash: int, catchainSeqno: int, signatures: vector(signature) },
)
export const signatureSetSimplex = tlConstructor(
  `liteServer.signatureSet.simplex cc_seqno:int validator_set_hash:int signatures:(vector liteServer.signature)
    session_id:int256 slot:int candidate:bytes = liteServer.SignatureSet`,
  {
    ccSeqno: int,
    validatorSetHash: int,
    signatures: vector(signature),
    sessionId: int256,
    slot: int,
    candidate: bytes,
  },
)
/** `validatorSetHash` is signed here, unlike the unsigned one of a block's header. */
export const signatureSet = union('liteServer.SignatureSet', {
  ordinary: signatureSetOrdinary,
  simplex: signatureSetSimplex,
})
/**
 * The signatures of a block (`liteServer.SignatureSet`), under catchain (`ordinary`) or simplex consensus.
 */
export type SignatureSet = TlValue<typeof signatureSet>

export const blockLinkBack = tlConstructor(
  'liteServer.blockLinkBack to_key_block:Bool from:tonNode.blockIdExt to:tonNode.blockIdExt dest_proof:bytes proof:bytes state_proof:bytes = liteServer.BlockLink',
  { toKeyBlock: bool, from: blockIdExt, to: blockIdExt, destProof: bytes, proof: bytes, stateProof: bytes },
)
export const blockLinkForward = tlConstructor(
  'liteServer.blockLinkForward to_key_block:Bool from:tonNode.blockIdExt to:tonNode.blockIdExt dest_proof:bytes config_proof:bytes signatures:liteServer.SignatureSet = liteServer.BlockLink',
  {
    toKeyBlock: bool,
    from: blockIdExt,
    to: blockIdExt,
    destProof: bytes,
    configProof: bytes,
    signatures: signatureSet,
  },
)
export const blockLink = union('liteServer.BlockLink', { back: blockLinkBack, forward: blockLinkForward })
/**
 * A step of a block proof (`liteServer.BlockLink`): back to an older block that the newer one's state lists,
 * or forward by signatures.
 */
export type BlockLink = TlValue<typeof blockLink>

export const partialBlockProof = tlConstructor(
  'liteServer.partialBlockProof complete:Bool from:tonNode.blockIdExt to:tonNode.blockIdExt steps:(vector liteServer.BlockLink) = liteServer.PartialBlockProof',
  { complete: bool, from: blockIdExt, to: blockIdExt, steps: vector(blockLink) },
)
/**
 * The answer to getBlockProof (`liteServer.partialBlockProof`). It can end before the target block
 * (`complete`).
 */
export type PartialBlockProof = TlValue<typeof partialBlockProof>

export const shardBlockProof = tlConstructor(
  'liteServer.shardBlockProof masterchain_id:tonNode.blockIdExt links:(vector liteServer.shardBlockLink) = liteServer.ShardBlockProof',
  { masterchainId: blockIdExt, links: vector(shardBlockLink) },
)
/**
 * The answer to getShardBlockProof (`liteServer.shardBlockProof`): links from a masterchain block to a shard
 * block.
 */
export type ShardBlockProof = TlValue<typeof shardBlockProof>

export const getBlockProof = tlFunction(
  'liteServer.getBlockProof mode:# known_block:tonNode.blockIdExt target_block:mode.0?tonNode.blockIdExt = liteServer.PartialBlockProof',
  { mode: nat, knownBlock: blockIdExt, targetBlock: optional(0, blockIdExt) },
  partialBlockProof,
)
export const getShardBlockProof = tlFunction(
  'liteServer.getShardBlockProof id:tonNode.blockIdExt = liteServer.ShardBlockProof',
  { id: blockIdExt },
  shardBlockProof,
)
