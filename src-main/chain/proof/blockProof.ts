import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import type { BlockIdExt } from '../blockId.ts'
import { loadTag, parseCell } from '../tlb.ts'
import type { BlockSignatures } from './blockSignatures.ts'
import { loadBlockSignatures, storeBlockSignatures } from './blockSignatures.ts'
import { loadTlbBlockId, storeTlbBlockId } from './tlbBlockId.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block_proof#c3 proof_for:BlockIdExt root:^Cell signatures:(Maybe ^BlockSignatures) = BlockProof;

/** The proof that node archives keep with a block: `proof_…` with signatures, `prooflink_…` without. */
export type BlockProof = {
  readonly proofFor: BlockIdExt
  /** A Merkle proof of the block's header (and of a key block's configuration): see openHeaderProof. */
  readonly root: Cell
  readonly signatures: BlockSignatures | undefined
}

const TAG = 0xc3

/** Reads `block_proof#c3`. */
export function loadBlockProof(slice: Slice): BlockProof {
  loadTag(slice, 'BlockProof', TAG, 8)
  return {
    proofFor: loadTlbBlockId(slice),
    root: slice.loadRef(),
    signatures: loadMaybeSignatures(slice),
  }
}

/** Returns a writer (for Builder.store) of `block_proof#c3`. */
export function storeBlockProof(proof: BlockProof): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(TAG, 8)
      .store(storeTlbBlockId(proof.proofFor))
      .storeRef(proof.root)
      .store(storeMaybeSignatures(proof.signatures))
  }
}

/** Reads a `Maybe ^BlockSignatures`. */
export function loadMaybeSignatures(slice: Slice): BlockSignatures | undefined {
  const cell = slice.loadMaybeRef()
  return cell ? parseCell(cell, 'BlockSignatures', loadBlockSignatures) : undefined
}

/** Returns a writer (for Builder.store) of a `Maybe ^BlockSignatures`. */
export function storeMaybeSignatures(signatures: BlockSignatures | undefined): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(signatures && beginCell().store(storeBlockSignatures(signatures)).endCell())
  }
}
