import { type Builder, beginCell, type Cell } from '@ton/core'
import { storeShardIdent } from '../../src-main/chain/block/shardIdent.ts'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { type BlockProof, TAG } from '../../src-main/chain/proof/blockProof.ts'
import { type BlockSignatures, ORDINARY, SIMPLEX } from '../../src-main/chain/proof/blockSignatures.ts'
import { MAX_BYTES } from '../../src-main/chain/proof/byteChain.ts'
import { buildSignatures } from '../../src-main/chain/proof/cryptoSignature.ts'
import { TlbError } from '../../src-main/chain/tlb.ts'

/** The maximum number of bytes in one cell. */
const CELL_BYTES = 127

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

/**
 * Builds the cells that readByteChain reads.
 * @throws TlbError for more than 1024 bytes
 */
export function buildByteChain(bytes: Buffer): Cell {
  if (bytes.length > MAX_BYTES) throw new TlbError('CellString', `${bytes.length} bytes`)
  const cells = Math.max(1, Math.ceil(bytes.length / CELL_BYTES))
  let below: Cell | null = null
  for (let i = cells - 1; i >= 0; i--) {
    const builder = beginCell().storeBuffer(bytes.subarray(i * CELL_BYTES, (i + 1) * CELL_BYTES))
    if (below) builder.storeRef(below)
    below = builder.endCell()
  }
  return below as Cell
}

/** Returns a writer (for Builder.store) of a `Maybe ^BlockSignatures`. */
export function storeMaybeSignatures(signatures: BlockSignatures | undefined): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(signatures && beginCell().store(storeBlockSignatures(signatures)).endCell())
  }
}

/** Returns a writer (for Builder.store) of `block_id_ext$_`. */
export function storeTlbBlockId(id: BlockIdExt): (builder: Builder) => void {
  return (builder) => {
    builder
      .store(storeShardIdent(id))
      .storeUint(id.seqno, 32)
      .storeBuffer(id.rootHash, 32)
      .storeBuffer(id.fileHash, 32)
  }
}

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeBlockSignatures(value: BlockSignatures): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(value.kind === 'ordinary' ? ORDINARY : SIMPLEX, 8)
      .storeUint(value.validatorListHashShort, 32)
      .storeUint(value.catchainSeqno, 32)
      .storeUint(value.signatures.length, 32)
      .storeUint(value.sigWeight, 64)
      .storeMaybeRef(buildSignatures(value.signatures))
    if (value.kind === 'simplex') {
      builder.storeBuffer(value.sessionId, 32).storeUint(value.slot, 32).storeRef(value.candidateData)
    }
  }
}
