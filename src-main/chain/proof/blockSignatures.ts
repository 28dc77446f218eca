import type { Cell, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'
import type { CryptoSignaturePair } from './cryptoSignature.ts'
import { loadSignatures } from './cryptoSignature.ts'

// ton-blockchain/ton, crypto/block/block.tlb
// block_signatures_ordinary#11 validator_list_hash_short:uint32 catchain_seqno:uint32
//   sig_count:uint32 sig_weight:uint64 signatures:(HashmapE 16 CryptoSignaturePair) = BlockSignatures;
// block_signatures_simplex#12 validator_list_hash_short:uint32 catchain_seqno:uint32
//   sig_count:uint32 sig_weight:uint64 signatures:(HashmapE 16 CryptoSignaturePair)
//   session_id:bits256 slot:uint32 candidate_data:^Cell = BlockSignatures;

/** The validators' signatures of one block. `sig_count` is their number. */
export type BlockSignatures = OrdinaryBlockSignatures | SimplexBlockSignatures

type SignatureList = {
  /** Unsigned 32-bit. */
  readonly validatorListHashShort: number
  readonly catchainSeqno: number
  readonly sigWeight: bigint
  readonly signatures: readonly CryptoSignaturePair[]
}

/** Signatures under catchain consensus (`block_signatures_ordinary#11`). */
export type OrdinaryBlockSignatures = SignatureList & { readonly kind: 'ordinary' }

/** Signatures under simplex consensus (`block_signatures_simplex#12`). */
export type SimplexBlockSignatures = SignatureList & {
  readonly kind: 'simplex'
  readonly sessionId: Buffer
  readonly slot: number
  /** The bytes of `consensus.CandidateHashData` in a chain of cells: see readByteChain. */
  readonly candidateData: Cell
}

/** Tag of `block_signatures_ordinary`. */
export const ORDINARY = 0x11
/** Tag of `block_signatures_simplex`. */
export const SIMPLEX = 0x12

/**
 * Reads `block_signatures_ordinary#11` or `block_signatures_simplex#12`.
 * @throws TlbError for another tag, or if `sig_count` is not the number of signatures
 */
export function loadBlockSignatures(slice: Slice): BlockSignatures {
  const tag = slice.loadUint(8)
  if (tag !== ORDINARY && tag !== SIMPLEX) throw new TlbError('BlockSignatures', 'unknown constructor')
  const head = { validatorListHashShort: slice.loadUint(32), catchainSeqno: slice.loadUint(32) }
  const count = slice.loadUint(32)
  const list: SignatureList = {
    ...head,
    sigWeight: slice.loadUintBig(64),
    signatures: loadSignatures(slice.loadMaybeRef()),
  }
  if (list.signatures.length !== count) {
    throw new TlbError('BlockSignatures', `${list.signatures.length} signatures, ${count} announced`)
  }
  if (tag === ORDINARY) return { kind: 'ordinary', ...list }
  return {
    kind: 'simplex',
    ...list,
    sessionId: slice.loadBuffer(32),
    slot: slice.loadUint(32),
    candidateData: slice.loadRef(),
  }
}
