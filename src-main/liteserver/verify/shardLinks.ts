import type { Cell } from '@ton/core'
import { prevBlocks } from '../../chain/block/blockInfo.ts'
import { findShard, shardBlockId } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import type { ShardBlockLink } from '../tl/blocks.ts'
import type { ShardBlockProof } from '../tl/proofs.ts'
import { provedHeader } from './header.ts'
import { expect, openProof, proving } from './proving.ts'
import { shardHashesOf } from './shards.ts'

const CHECK = 'shard block'

/** More links than any answer has: between two masterchain blocks a shard makes at most 8 blocks. */
const MAX_LINKS = 64

/**
 * Follows links down from a trusted masterchain block: the first leads to a shard's newest block there, each further
 * one to a block before the one reached. Gives the block where they end.
 */
export function followShardLinks(masterchainBlock: BlockIdExt, links: readonly ShardBlockLink[]): BlockIdExt {
  return proving(CHECK, () => {
    expect(links.length <= MAX_LINKS, CHECK, `${links.length} links`)
    return links.reduce((from, link) => {
      const known = blocksBelow(from, openProof(link.proof), link.id)
      const isKnown = known.some((id) => sameBlock(id, link.id))
      expect(isKnown, CHECK, `${formatBlockId(from)} does not lead to ${formatBlockId(link.id)}`)
      return link.id
    }, masterchainBlock)
  })
}

/** What block `from` says of the blocks below it: the one of a shard, or its predecessors. */
function blocksBelow(from: BlockIdExt, root: Cell, wanted: BlockIdExt): readonly BlockIdExt[] {
  if (from.workchain !== MASTERCHAIN) return prevBlocks(provedHeader(root, from).info)
  const entry = findShard(shardHashesOf(root, from), wanted.workchain, wanted.shard)
  return entry ? [shardBlockId(entry)] : []
}

/**
 * liteServer.getShardBlockProof: that masterchain block `answer.masterchainId` commits to the block asked for. Whether
 * that masterchain block is on the chain is for the caller to prove.
 */
export function verifyShardBlockProof(
  request: { readonly id: BlockIdExt },
  answer: ShardBlockProof,
): BlockIdExt {
  return proving(CHECK, () => {
    const end = followShardLinks(answer.masterchainId, answer.links)
    expect(sameBlock(end, request.id), CHECK, `the links end at ${formatBlockId(end)}`)
    return answer.masterchainId
  })
}
