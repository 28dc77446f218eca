import type { OrdinarySignatureSet, SimplexSignatureSet } from '../proof/signatures.ts'

/**
 * Validator signatures of one masterchain block as chains keep them: a SignatureSet in which both forms call
 * their session `catchainSeqno`. Its numbers are unsigned.
 */
export type RecordedSignatures =
  | OrdinarySignatureSet
  | (SimplexSignatureSet & { readonly catchainSeqno: number })
