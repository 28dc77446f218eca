import type { Builder, Slice } from '@ton/core'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// validator_info$_ validator_list_hash_short:uint32 catchain_seqno:uint32 nx_cc_updated:Bool = ValidatorInfo;

/** The validator group that signs the next masterchain blocks. The hash is validatorListHashShort. */
export type ValidatorInfo = {
  readonly validatorListHashShort: number
  readonly catchainSeqno: number
  readonly nxCcUpdated: boolean
}

/** Reads `validator_info$_`. */
export function loadValidatorInfo(slice: Slice): ValidatorInfo {
  return {
    validatorListHashShort: slice.loadUint(32),
    catchainSeqno: slice.loadUint(32),
    nxCcUpdated: slice.loadBit(),
  }
}

/** Returns a writer (for Builder.store) of `validator_info$_`. */
export function storeValidatorInfo(info: ValidatorInfo): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(info.validatorListHashShort, 32)
      .storeUint(info.catchainSeqno, 32)
      .storeBit(info.nxCcUpdated)
  }
}
