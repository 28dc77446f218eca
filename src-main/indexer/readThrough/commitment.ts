import { FULL_SHARD, shardsIntersect } from '#shared/ton/shard.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { Lru } from '../../liteserver/verify/lru.ts'

/** A shard block is committed within a few masterchain blocks of its end. */
const MAX_STEPS = 64

/** Finds the masterchain block that is the first to commit to a block, by its seqno; what was found is remembered. */
export type Commitments = (session: NetworkSession, block: BlockIdExt) => Promise<number>

/**
 * All that a masterchain block commits to ends before it does, so that the search begins at the first one that ends
 * after the block; from there on the shards of each masterchain block tell.
 */
export function createCommitments(): Commitments {
  const known = new Lru<string, number>(4_096)
  return async (session, block) => {
    if (block.workchain === MASTERCHAIN) return block.seqno
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

/** Seqnos grow along a shard's ancestry, over splits and merges. */
function commits(tops: readonly BlockIdExt[], { workchain, shard, seqno }: BlockIdExt): boolean {
  return tops.some(
    (top) => top.workchain === workchain && top.seqno >= seqno && shardsIntersect(top.shard, shard),
  )
}
