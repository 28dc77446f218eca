import { FULL_SHARD, shardsIntersect, shardTagBit } from '#shared/ton/shard.ts'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { prevBlocks } from '../../chain/block/blockInfo.ts'
import { type BlockIdExt, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { ShardBlockLink } from '../tl/blocks.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { isFullId, requireBlock, requireBlockData } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, NOT_READY, PLAIN_ERROR } from './liteErrors.ts'
import { readHeader, readMcBlock } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'
import { findShardLeaf } from './shards.ts'

/** The maximum number of a shard's blocks to which one masterchain block commits. */
const MAX_LINKS = 8

/**
 * Answers `liteServer.getShardBlockProof`: from the masterchain block that commits to a shard block, down the
 * chain of predecessors to it.
 */
export function getShardBlockProof(
  context: LiteContext,
  { id }: TlRequest<LiteApi['getShardBlockProof']>,
): TlResponse<LiteApi['getShardBlockProof']> {
  if (!isFullId(id)) throw liteError('invalid block id')
  if (id.workchain === MASTERCHAIN) return { masterchainId: id, links: [] }
  const committing = requireCommittingBlock(context, requireBlock(context, id))
  return { masterchainId: committing.id, links: shardBlockLinks(context, committing, id) }
}

/** Returns the first masterchain block that commits to `block`, which is itself for a masterchain block. */
export function requireCommittingBlock({ store }: LiteContext, block: StoredBlock): StoredBlock {
  const seqno = store.committedBy(block)
  if (seqno === undefined) throw liteError("block doesn't have masterchain ref", PLAIN_ERROR)
  const found = store.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
  if (!found) throw liteError('block handle not in db', NOT_READY)
  return found
}

/**
 * Returns links to a block. `links[i].proof` is over the previous block in the list, the first one over the
 * masterchain block.
 */
export function shardBlockLinks(
  context: LiteContext,
  committing: StoredBlock,
  target: BlockIdExt,
): ShardBlockLink[] {
  const links: ShardBlockLink[] = []
  let block = committing
  for (;;) {
    const link =
      block === committing ? linkToShard(context, block, target) : linkToPrev(context, block, target)
    links.push(link)
    if (sameBlock(link.id, target)) return links
    if (links.length === MAX_LINKS) throw liteError('proof chain is too long')
    block = requireBlockData(context, link.id)
  }
}

/** Finds the shard that `target` became by its leftmost account. */
function linkToShard({ store }: LiteContext, block: StoredBlock, target: BlockIdExt): ShardBlockLink {
  const root = store.root(block)
  const recorder = new ProofRecorder()
  const { shardHashes } = readMcBlock(recorder, root, block.id)
  const leftmost = (target.shard - shardTagBit(target.shard)) | 1n
  const found = findShardLeaf(recorder, shardHashes, target.workchain, leftmost, false)
  if (!found) throw liteError('shard not found')
  return { id: found.id, proof: serializeBoc(recorder.proveLoaded(root)) }
}

function linkToPrev({ store }: LiteContext, block: StoredBlock, target: BlockIdExt): ShardBlockLink {
  const root = store.root(block)
  const recorder = new ProofRecorder()
  const { info, refs } = readHeader(recorder, root)
  for (const cell of [refs.master, refs.prev]) if (cell) recorder.recordTree(cell)
  const id = prevBlocks(info).find(({ shard }) => shardsIntersect(shard, target.shard))
  if (!id) throw liteError('failed to find block chain')
  return { id, proof: serializeBoc(recorder.proveLoaded(root)) }
}
