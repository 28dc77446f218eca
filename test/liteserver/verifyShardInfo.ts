import { type ShardEntry, shardBlockId } from '../../src-main/chain/block/shardHashes.ts'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import type { ShardInfo } from '../../src-main/liteserver/tl/blocks.ts'
import { expectAnswerTo } from '../../src-main/liteserver/verify/header.ts'
import { expect, proving } from '../../src-main/liteserver/verify/proving.ts'
import { CHECK, expectShardBlock, provedShards } from '../../src-main/liteserver/verify/shards.ts'
import { findCoveringShard } from '../chain/visibleShards.ts'

/**
 * Verifies liteServer.getShardInfo and returns the entry of a shard (`exact`), or of the shard that covers
 * it; undefined if it provably does not exist (the shard is split, or there is no such workchain).
 * @throws ProofError
 */
export function verifyShardInfo(
  request: {
    readonly id: BlockIdExt
    readonly workchain: number
    readonly shard: bigint
    readonly exact: boolean
  },
  answer: ShardInfo,
): ShardEntry | undefined {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const { shardHashes } = provedShards(request.id, answer.shardProof)
    const entry = findCoveringShard(shardHashes, request.workchain, request.shard)
    if (!entry || (request.exact && entry.shard !== request.shard)) {
      const isNone = answer.shardDescr.length === 0 && answer.shardblk.seqno === 0
      expect(isNone, CHECK, 'it names a block for a shard that does not exist')
      return undefined
    }
    expectShardBlock(answer.shardblk, shardBlockId(entry))
    return entry
  })
}
