import type { Cell } from '@ton/core'
import { shardTagBit } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { trimMerkleProof } from '../../chain/merkle/merkleProof.ts'
import { oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import { PrunedBranchError } from '../../chain/tlb.ts'
import { readBlock, readHeader, readMcBlock, readMcState } from '../server/proofReaders.ts'
import { ProofRecorder } from '../server/proofRecorder.ts'
import { findShardLeaf } from '../server/shards.ts'
import type { ShardBlockLink } from '../tl/blocks.ts'
import type { BlockLink } from '../tl/proofs.ts'
import { expect, openProof, proving } from './proving.ts'

/**
 * Proofs for the API's clients, rebuilt from the cells of a liteserver's verified proofs. They contain the same cells as
 * the reference server's proofs and nothing that the liteserver added. A leaf beside the path that the liteserver
 * pruned stays pruned: the proof is valid without it.
 */

type BackLink = Extract<BlockLink, { kind: 'back' }>

/**
 * Rebuilds the proofs of verified links (followShardLinks) from `masterchainBlock` down.
 * @throws ProofError
 */
export function rebuiltShardLinks(
  masterchainBlock: BlockIdExt,
  links: readonly ShardBlockLink[],
): readonly ShardBlockLink[] {
  return proving('shard block', () =>
    links.map(({ id, proof }, index) => {
      const from = index === 0 ? masterchainBlock : (links[index - 1] as ShardBlockLink).id
      const root = openProof(proof)
      return { id, proof: from.workchain === MASTERCHAIN ? shardProof(root, from, id) : prevProof(root) }
    }),
  )
}

/**
 * Rebuilds the proofs of a verified link (LinkVerifier) to an earlier masterchain block.
 * @throws ProofError
 */
export function rebuiltBackLink(link: BackLink): BackLink {
  return proving('block chain', () => ({
    ...link,
    destProof: link.to.seqno === 0 ? Buffer.alloc(0) : headerProof(openProof(link.destProof)),
    proof: stateRootProof(openProof(link.proof)),
    stateProof: oldBlockProof(openProof(link.stateProof), link.to.seqno),
  }))
}

/** Returns a proof of the shard's newest block in a masterchain block. */
function shardProof(root: Cell, from: BlockIdExt, id: BlockIdExt): Buffer {
  const recorder = new ProofRecorder()
  const { shardHashes } = readMcBlock(recorder, root, from)
  const leftmost = (id.shard - shardTagBit(id.shard)) | 1n
  const found = findShardLeaf(recorder, shardHashes, id.workchain, leftmost, false)
  expect(found !== undefined && sameBlock(found.id, id), 'shard block', 'the shard has another block')
  return trimmed(root, recorder)
}

/** Returns a proof of a shard block's predecessors. */
function prevProof(root: Cell): Buffer {
  const recorder = new ProofRecorder()
  const { refs } = readHeader(recorder, root)
  recorder.recordTree(refs.prev)
  return trimmed(root, recorder)
}

function headerProof(root: Cell): Buffer {
  const recorder = new ProofRecorder()
  recorder.record(readBlock(recorder, root).info)
  return trimmed(root, recorder)
}

/** Returns a proof of the hash of the state after a block. */
function stateRootProof(root: Cell): Buffer {
  const recorder = new ProofRecorder()
  const { info, stateUpdate } = readBlock(recorder, root)
  recorder.record(info)
  recorder.record(stateUpdate)
  return trimmed(root, recorder)
}

/**
 * Returns a proof of an earlier masterchain block in a state (and of the zero state, as in the reference
 * node).
 */
function oldBlockProof(root: Cell, seqno: number): Buffer {
  const recorder = new ProofRecorder()
  const { mcDetails } = readMcState(recorder, root)
  const blocks = mcDetails.prevBlocks.watched(recorder.recordWithLeaves)
  oldMcBlock(blocks, seqno)
  if (isShown(() => oldMcBlock(mcDetails.prevBlocks, 0))) oldMcBlock(blocks, 0)
  return serializeBoc(trimMerkleProof(root, recorder.cells, { unreadLeaves: 'prune' }))
}

function isShown(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof PrunedBranchError) return false
    throw error
  }
}

function trimmed(root: Cell, recorder: ProofRecorder): Buffer {
  return serializeBoc(trimMerkleProof(root, recorder.cells))
}
