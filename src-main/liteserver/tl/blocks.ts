import { blockId, blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, long, nat, shardPrefix, vector } from './codec.ts'
import { optional, tlConstructor } from './combinator.ts'
import { tlFunction } from './function.ts'

export const blockData = tlConstructor(
  'liteServer.blockData id:tonNode.blockIdExt data:bytes = liteServer.BlockData',
  { id: blockIdExt, data: bytes },
)
/** The answer to getBlock (`liteServer.blockData`). `data` is the block's BoC file. */
export type BlockData = TlValue<typeof blockData>

export const blockState = tlConstructor(
  'liteServer.blockState id:tonNode.blockIdExt root_hash:int256 file_hash:int256 data:bytes = liteServer.BlockState',
  { id: blockIdExt, rootHash: int256, fileHash: int256, data: bytes },
)
/** The answer to getState (`liteServer.blockState`). `data` is the state's BoC file. */
export type BlockState = TlValue<typeof blockState>

export const blockHeader = tlConstructor(
  'liteServer.blockHeader id:tonNode.blockIdExt mode:# header_proof:bytes = liteServer.BlockHeader',
  { id: blockIdExt, mode: nat, headerProof: bytes },
)
/**
 * The answer to getBlockHeader and lookupBlock (`liteServer.blockHeader`). `headerProof` is the BoC of a
 * Merkle proof.
 */
export type BlockHeader = TlValue<typeof blockHeader>

export const shardInfo = tlConstructor(
  'liteServer.shardInfo id:tonNode.blockIdExt shardblk:tonNode.blockIdExt shard_proof:bytes shard_descr:bytes = liteServer.ShardInfo',
  { id: blockIdExt, shardblk: blockIdExt, shardProof: bytes, shardDescr: bytes },
)
/**
 * The answer to getShardInfo (`liteServer.shardInfo`): a shard's newest block and its `ShardDescr`, as proved
 * by masterchain block `id`.
 */
export type ShardInfo = TlValue<typeof shardInfo>

export const allShardsInfo = tlConstructor(
  'liteServer.allShardsInfo id:tonNode.blockIdExt proof:bytes data:bytes = liteServer.AllShardsInfo',
  { id: blockIdExt, proof: bytes, data: bytes },
)
/**
 * The answer to getAllShardsInfo (`liteServer.allShardsInfo`). `data` is the BoC of the masterchain block's
 * ShardHashes.
 */
export type AllShardsInfo = TlValue<typeof allShardsInfo>

export const shardBlockLink = tlConstructor(
  'liteServer.shardBlockLink id:tonNode.blockIdExt proof:bytes = liteServer.ShardBlockLink',
  { id: blockIdExt, proof: bytes },
)
/** A step of a proof from a masterchain block down to a shard block (`liteServer.shardBlockLink`). */
export type ShardBlockLink = TlValue<typeof shardBlockLink>

export const lookupBlockResult = tlConstructor(
  'liteServer.lookupBlockResult id:tonNode.blockIdExt mode:# mc_block_id:tonNode.blockIdExt client_mc_state_proof:bytes mc_block_proof:bytes shard_links:(vector liteServer.shardBlockLink) header:bytes prev_header:bytes = liteServer.LookupBlockResult',
  {
    id: blockIdExt,
    mode: nat,
    mcBlockId: blockIdExt,
    clientMcStateProof: bytes,
    mcBlockProof: bytes,
    shardLinks: vector(shardBlockLink),
    header: bytes,
    prevHeader: bytes,
  },
)
/**
 * The answer to lookupBlockWithProof (`liteServer.lookupBlockResult`): the block's header and its
 * predecessor's, with the links from a known masterchain block.
 */
export type LookupBlockResult = TlValue<typeof lookupBlockResult>

export const getBlock = tlFunction(
  'liteServer.getBlock id:tonNode.blockIdExt = liteServer.BlockData',
  { id: blockIdExt },
  blockData,
)
export const getState = tlFunction(
  'liteServer.getState id:tonNode.blockIdExt = liteServer.BlockState',
  { id: blockIdExt },
  blockState,
)
export const getBlockHeader = tlFunction(
  'liteServer.getBlockHeader id:tonNode.blockIdExt mode:# = liteServer.BlockHeader',
  { id: blockIdExt, mode: nat },
  blockHeader,
)
export const getShardInfo = tlFunction(
  'liteServer.getShardInfo id:tonNode.blockIdExt workchain:int shard:long exact:Bool = liteServer.ShardInfo',
  { id: blockIdExt, workchain: int, shard: shardPrefix, exact: bool },
  shardInfo,
)
export const getAllShardsInfo = tlFunction(
  'liteServer.getAllShardsInfo id:tonNode.blockIdExt = liteServer.AllShardsInfo',
  { id: blockIdExt },
  allShardsInfo,
)
/** Bit 0 of `mode` selects by `id.seqno`, bit 1 by `lt`, bit 2 by `utime`. `id.shard` acts as an account prefix. */
export const lookupBlock = tlFunction(
  'liteServer.lookupBlock mode:# id:tonNode.blockId lt:mode.1?long utime:mode.2?int = liteServer.BlockHeader',
  { mode: nat, id: blockId, lt: optional(1, long), utime: optional(2, int) },
  blockHeader,
)
export const lookupBlockWithProof = tlFunction(
  'liteServer.lookupBlockWithProof mode:# id:tonNode.blockId mc_block_id:tonNode.blockIdExt lt:mode.1?long utime:mode.2?int = liteServer.LookupBlockResult',
  { mode: nat, id: blockId, mcBlockId: blockIdExt, lt: optional(1, long), utime: optional(2, int) },
  lookupBlockResult,
)
