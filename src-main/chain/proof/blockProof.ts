import type { Cell, Slice } from '@ton/core'
import type { BlockIdExt } from '../blockId.ts'
import { loadTag, parseCell } from '../tlb.ts'
import type { BlockSignatures } from './blockSignatures.ts'
import { loadBlockSignatures } from './blockSignatures.ts'
import { loadTlbBlockId } from './tlbBlockId.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block_proof#c3 proof_for:BlockIdExt root:^Cell signatures:(Maybe ^BlockSignatures) = BlockProof;

/** The proof that node archives keep with a block: `proof_…` with signatures, `prooflink_…` without. */
export type BlockProof = {
  readonly proofFor: BlockIdExt
  /** A Merkle proof of the block's header (and of a key block's configuration): see openHeaderProof. */
  readonly root: Cell
  readonly signatures: BlockSignatures | undefined
}

/** Tag of `block_proof`. */
export const TAG = 0xc3

/** Reads `block_proof#c3`. */
export function loadBlockProof(slice: Slice): BlockProof {
  loadTag(slice, 'BlockProof', TAG, 8)
  return {
    proofFor: loadTlbBlockId(slice),
    root: slice.loadRef(),
    signatures: loadMaybeSignatures(slice),
  }
}

/** Reads a `Maybe ^BlockSignatures`. */
export function loadMaybeSignatures(slice: Slice): BlockSignatures | undefined {
  const cell = slice.loadMaybeRef()
  return cell ? parseCell(cell, 'BlockSignatures', loadBlockSignatures) : undefined
}
