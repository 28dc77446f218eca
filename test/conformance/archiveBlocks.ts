import type { Cell } from '@ton/core'
import type { BlockInfo } from '../../src-main/chain/block/blockInfo.ts'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { openMerkleProof } from '../../src-main/chain/merkle/merkleProof.ts'
import { openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { loadBlockHeader } from '../chain/blockCodecs.ts'

/** The header of a block by its root cell. */
export function headerOf(root: Cell): BlockInfo {
  return loadBlockHeader(root.beginParse())
}

/** The header that a proof shows of the block `id`. */
export function openHeaderProof(proof: Cell, id: BlockIdExt): BlockInfo {
  const root = openMerkleProof(proof)
  if (!root.hash(0).equals(id.rootHash)) throw new Error('the proof is of another block')
  return headerOf(root)
}

/** The configuration that a proof shows of the masterchain zero state `id`. */
export function proofConfig(proof: Cell, id: BlockIdExt): Cell {
  const state = openMerkleProof(proof)
  if (!state.hash(0).equals(id.rootHash)) throw new Error('the proof is of another state')
  return openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(state))).config.config
}
