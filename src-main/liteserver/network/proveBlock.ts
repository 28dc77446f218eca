import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import { ProofError } from '../errors.ts'
import { askServer } from '../pool/askServer.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import type { ShardBlockLink } from '../tl/blocks.ts'
import { liteApi } from '../tl/liteApi.ts'
import { rebuiltShardLinks } from '../verify/rebuiltProofs.ts'
import { firstCommitment, verifyShardBlockProof } from '../verify/shardLinks.ts'
import { blockKey, type SessionContext } from './sessionContext.ts'

/** Proves that a masterchain block is on the chain. Resolves at once if it is proved already. */
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
  await pool.run((server) => provenShardLinks(context, server, id))
}

/**
 * Returns the links from the masterchain down to a shard block, after both ends are proved. The proofs are
 * rebuilt.
 */
export async function provenShardLinks(
  context: SessionContext,
  server: PoolServer,
  id: BlockIdExt,
): Promise<{ readonly masterchainBlock: BlockIdExt; readonly links: readonly ShardBlockLink[] }> {
  const { masterchain, pool } = context
  const answer = await askServer(
    server,
    {
      fn: liteApi.getShardBlockProof,
      request: { id },
      check: (proof) => {
        const masterchainBlock = verifyShardBlockProof({ id }, proof)
        const mcSeqno = firstCommitment(masterchainBlock, proof.links)
        return { masterchainBlock, links: rebuiltShardLinks(masterchainBlock, proof.links), mcSeqno }
      },
    },
    pool.signal,
  )
  await masterchain.proveClaim(server, answer.masterchainBlock, pool.signal)
  noteShardBlock(context, id)
  noteCommitment(context, id, answer.mcSeqno)
  return answer
}

/** Caches that a shard block is proved. */
export function noteShardBlock({ caches }: SessionContext, id: BlockIdExt): void {
  if (id.workchain !== MASTERCHAIN) caches.shardBlocks.set(blockKey(id), id)
}

/** Caches which masterchain block was proved to be the first that commits to a shard block; undefined: unknown. */
export function noteCommitment(
  { caches }: SessionContext,
  id: BlockIdExt,
  mcSeqno: number | undefined,
): void {
  if (mcSeqno !== undefined) caches.commitments.set(blockKey(id), mcSeqno)
}
