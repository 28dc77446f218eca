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

/** The limit on links of one answer. A shard has at most 8 blocks between two masterchain blocks. */
const MAX_LINKS = 64

/**
 * Follows links down from a trusted masterchain block and returns the block at their end. The first link
 * leads to a shard's newest block, each further one to a predecessor of the block reached.
 * @throws ProofError
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

/** Returns the blocks to which a link from `from` can lead: a shard's newest block, or the predecessors. */
function blocksBelow(from: BlockIdExt, root: Cell, wanted: BlockIdExt): readonly BlockIdExt[] {
  if (from.workchain !== MASTERCHAIN) return prevBlocks(provedHeader(root, from).info)
  const entry = findShard(shardHashesOf(root, from), wanted.workchain, wanted.shard)
  return entry ? [shardBlockId(entry)] : []
}

/**
 * Returns the seqno of the masterchain block that was the first to commit to the block at the end of verified links, as
 * the masterchain registers it with each shard's newest block. Undefined if the links lead through later blocks of the
 * shard, since they do not prove that no earlier masterchain block commits to the end.
 * @throws ProofError
 */
export function firstCommitment(
  masterchainBlock: BlockIdExt,
  links: readonly ShardBlockLink[],
): number | undefined {
  const [link, ...later] = links
  if (!link || later.length > 0) return undefined
  return proving(CHECK, () => {
    const shards = shardHashesOf(openProof(link.proof), masterchainBlock)
    return findShard(shards, link.id.workchain, link.id.shard)?.descr.regMcSeqno
  })
}

/**
 * Verifies liteServer.getShardBlockProof: masterchain block `answer.masterchainId` commits to the requested
 * block. Returns the masterchain block, which the caller must still prove to be on the chain.
 * @throws ProofError
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
