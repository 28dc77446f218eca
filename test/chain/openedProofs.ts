import type { Cell, Slice } from '@ton/core'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { openMerkleProof } from '../../src-main/chain/merkle/merkleProof.ts'
import { checkHeader, type ProvenHeader } from '../../src-main/chain/proof/headerProof.ts'
import {
  loadShardStateUnsplit,
  type ShardState,
  SPLIT,
  UNSPLIT,
} from '../../src-main/chain/state/shardState.ts'
import { loadTag, parseCell } from '../../src-main/chain/tlb.ts'

/** Returns the hash (32 bytes) of the proven root, after the checks of `openMerkleProof`. */
export function proofRootHash(proof: Cell): Buffer {
  return openMerkleProof(proof).hash(0)
}

/**
 * Opens a Merkle proof of a block and checks it against the block's id.
 * @param proof the Merkle proof cell, as in liteservers' header proofs and BlockProof.root
 * @throws MerkleError for an invalid proof, HeaderError for the proof of another block, TlbError,
 *   PrunedBranchError
 */
export function openHeaderProof(proof: Cell, id: BlockIdExt): ProvenHeader {
  return checkHeader(openMerkleProof(proof), id)
}

/**
 * Reads the ShardState in `root`.
 * @throws TlbError, PrunedBranchError
 */
export function openShardState(root: Cell): ShardState {
  return parseCell(root, 'ShardState', loadShardState)
}

/**
 * Reads `shard_state#9023afe2` or `split_state#5f327da5`.
 * @throws TlbError for another tag
 */
function loadShardState(slice: Slice): ShardState {
  const tag = slice.preloadUint(32)
  if (tag === UNSPLIT) return { kind: 'unsplit', state: loadShardStateUnsplit(slice) }
  loadTag(slice, 'ShardState', SPLIT, 32)
  return { kind: 'split', left: slice.loadRef(), right: slice.loadRef() }
}
