/** Validator signatures of one masterchain block: `liteServer.SignatureSet` of lite_api.tl as plain data. */
export type SignatureSet = OrdinarySignatures | SimplexSignatures

type CommonSignatures = {
  /** `gen_validator_list_hash_short` of the block, unsigned. */
  readonly validatorSetHash: number
  readonly catchainSeqno: number
  readonly signatures: readonly ValidatorSignature[]
}

/** Each signs boxed `ton.blockId root_cell_hash:int256 file_hash:int256`. */
export type OrdinarySignatures = CommonSignatures & { readonly kind: 'ordinary' }

/** Each signs a finalize vote for `candidate` (boxed `consensus.CandidateHashData`) in a slot of a session. */
export type SimplexSignatures = CommonSignatures & {
  readonly kind: 'simplex'
  readonly sessionId: Buffer
  readonly slot: number
  readonly candidate: Buffer
}

export type ValidatorSignature = { readonly nodeIdShort: Buffer; readonly signature: Buffer }
