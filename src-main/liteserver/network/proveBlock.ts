import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import { ProofError } from '../errors.ts'
import { liteApi } from '../tl/liteApi.ts'
import { verifyShardBlockProof } from '../verify/shardLinks.ts'
import { blockKey, type SessionContext } from './sessionContext.ts'

/** Proves that a masterchain block is on the chain; at once where that is known. */
export function proveMasterchainBlock(context: SessionContext, id: BlockIdExt): Promise<void> {
  const { masterchain, pool, verify } = context
  if (id.workchain !== MASTERCHAIN) {
    return Promise.reject(new ProofError('block chain', `${formatBlockId(id)} is no masterchain block`))
  }
  if (!verify || masterchain.trust.isProved(id)) return Promise.resolve()
  return pool.run((server) => masterchain.prove(server, id, pool.signal))
}

/** Proves that the masterchain commits to a block of any workchain. */
export async function proveBlock(context: SessionContext, id: BlockIdExt): Promise<void> {
  const { caches, pool, verify } = context
  if (id.workchain === MASTERCHAIN) return proveMasterchainBlock(context, id)
  if (!verify || caches.shardBlocks.get(blockKey(id))) return
  const masterchainBlock = await pool.ask({
    fn: liteApi.getShardBlockProof,
    request: { id },
    check: (answer) => verifyShardBlockProof({ id }, answer),
  })
  await proveMasterchainBlock(context, masterchainBlock)
  noteShardBlock(context, id)
}

/** Remembers that a shard block is proved. */
export function noteShardBlock({ caches }: SessionContext, id: BlockIdExt): void {
  if (id.workchain !== MASTERCHAIN) caches.shardBlocks.set(blockKey(id), id)
}
