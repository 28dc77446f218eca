import type { BlockId, BlockIdExt } from '../../chain/blockId.ts'
import type { TlValue } from './codec.ts'
import { int, int256, shardPrefix } from './codec.ts'
import type { TlConstructor } from './combinator.ts'
import { tlConstructor } from './combinator.ts'

export const blockId: TlConstructor<BlockId> = tlConstructor(
  'tonNode.blockId workchain:int shard:long seqno:int = tonNode.BlockId',
  { workchain: int, shard: shardPrefix, seqno: int },
)

export const blockIdExt: TlConstructor<BlockIdExt> = tlConstructor(
  'tonNode.blockIdExt workchain:int shard:long seqno:int root_hash:int256 file_hash:int256 = tonNode.BlockIdExt',
  { workchain: int, shard: shardPrefix, seqno: int, rootHash: int256, fileHash: int256 },
)

export const zeroStateIdExt = tlConstructor(
  'tonNode.zeroStateIdExt workchain:int root_hash:int256 file_hash:int256 = tonNode.ZeroStateIdExt',
  { workchain: int, rootHash: int256, fileHash: int256 },
)
/** The identity of a zero state (`tonNode.zeroStateIdExt`). */
export type ZeroStateIdExt = TlValue<typeof zeroStateIdExt>
