import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { loadMaybeSignatures } from '../../src-main/chain/proof/blockProof.ts'
import type { BlockSignatures } from '../../src-main/chain/proof/blockSignatures.ts'
import { loadTlbBlockId } from '../../src-main/chain/proof/tlbBlockId.ts'
import { loadTag, openCell, TlbError } from '../../src-main/chain/tlb.ts'
import { storeMaybeSignatures, storeTlbBlockId } from './blockProofCodec.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// chain_empty$_ = ProofChain 0;
// chain_link$_ {n:#} root:^Cell prev:n?^(ProofChain n) = ProofChain (n + 1);
// top_block_descr#d5 proof_for:BlockIdExt signatures:(Maybe ^BlockSignatures)
//   len:(## 8) { len >= 1 } { len <= 8 } chain:(ProofChain len) = TopBlockDescr;

/**
 * The message from a shard's collator to the masterchain's: the shard's newest block, with proofs back to the
 * last block that the masterchain lists.
 */
export type TopBlockDescr = {
  readonly proofFor: BlockIdExt
  readonly signatures: BlockSignatures | undefined
  /** 1 to 8 Merkle proofs of headers, newest block first. */
  readonly chain: readonly Cell[]
}

const TAG = 0xd5
const MAX_LENGTH = 8

/**
 * Reads `top_block_descr#d5`.
 * @throws TlbError for another tag or a chain of other than 1 to 8 proofs
 */
export function loadTopBlockDescr(slice: Slice): TopBlockDescr {
  loadTag(slice, 'TopBlockDescr', TAG, 8)
  const proofFor = loadTlbBlockId(slice)
  const signatures = loadMaybeSignatures(slice)
  const length = slice.loadUint(8)
  checkLength(length)
  const chain: Cell[] = []
  let link = slice
  for (;;) {
    chain.push(link.loadRef())
    if (chain.length === length) return { proofFor, signatures, chain }
    link = openCell(link.loadRef(), 'ProofChain')
  }
}

/**
 * Returns a writer (for Builder.store) of `top_block_descr#d5`.
 * @throws TlbError for a chain of other than 1 to 8 proofs
 */
export function storeTopBlockDescr(descr: TopBlockDescr): (builder: Builder) => void {
  checkLength(descr.chain.length)
  return (builder) => {
    builder
      .storeUint(TAG, 8)
      .store(storeTlbBlockId(descr.proofFor))
      .store(storeMaybeSignatures(descr.signatures))
      .storeUint(descr.chain.length, 8)
      .store(storeProofChain(descr.chain))
  }
}

function storeProofChain([root, ...prev]: readonly Cell[]): (builder: Builder) => void {
  return (builder) => {
    if (!root) return
    builder.storeRef(root)
    if (prev.length > 0) builder.storeRef(beginCell().store(storeProofChain(prev)))
  }
}

function checkLength(length: number): void {
  if (length < 1 || length > MAX_LENGTH) throw new TlbError('TopBlockDescr', `a chain of ${length}`)
}
