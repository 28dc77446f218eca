import { FULL_SHARD, shardsIntersect } from '#shared/ton/shard.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { Lru } from '../../platform/lru.ts'

/** Maximum number of masterchain blocks to check: a shard block is committed within a few of them after its end. */
const MAX_STEPS = 64

/** Returns the seqno of the masterchain block that is the first to commit to a block. Results are cached. */
export type Commitments = (session: NetworkSession, block: BlockIdExt) => Promise<number>

/**
 * Creates the lookup. The proof of most blocks contains the answer. Otherwise it is searched: all blocks that a
 * masterchain block commits to end before it ends. So the search begins at the first masterchain block that ends after
 * the block, and compares the shards of each from there on.
 */
export function createCommitments(): Commitments {
  const known = new Lru<string, number>(4_096)
  return async (session, block) => {
    if (block.workchain === MASTERCHAIN) return block.seqno
    const proved = session.knownCommitment(block)
    if (proved !== undefined) return proved
    const key = `${block.workchain}:${block.rootHash.toString('latin1')}`
    const before = known.get(key)
    if (before !== undefined) return before
    const { endLt } = await session.blockHeader(block)
    let id = await session.lookupBlock({ workchain: MASTERCHAIN, shard: FULL_SHARD, by: { lt: endLt } })
    for (let step = 0; step < MAX_STEPS; step++) {
      if (commits(await session.shards(id), block)) {
        known.set(key, id.seqno)
        return id.seqno
      }
      id = await session.masterchainBlock(id.seqno + 1)
    }
    throw new Error(`no masterchain block near its time commits to ${formatBlockId(block)}`)
  }
}

/**
 * Returns whether shards include the block or a descendant: seqnos grow along a shard's ancestry, through splits and
 * merges.
 */
function commits(tops: readonly BlockIdExt[], { workchain, shard, seqno }: BlockIdExt): boolean {
  return tops.some(
    (top) => top.workchain === workchain && top.seqno >= seqno && shardsIntersect(top.shard, shard),
  )
}
