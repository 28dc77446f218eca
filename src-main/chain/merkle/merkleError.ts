import { TypedError } from '#shared/typedError.ts'
/** The reason of a MerkleError. */
export type MerkleErrorCode =
  /** the cell is not a Merkle proof */
  | 'not-a-proof'
  /** the cell is not a Merkle update */
  | 'not-an-update'
  /** a cell has levels (pruned branches that belong to no Merkle cell inside it) where it must have none */
  | 'bad-level'
  /** a Merkle cell states another hash or depth than its child's */
  | 'hash-mismatch'
  /** the update starts from another state than the given one */
  | 'wrong-state'
  /** the update refers to a cell that the old state does not have at that position */
  | 'unknown-branch'
  | 'too-deep'

/** The error for a Merkle proof or update that is invalid or cannot be built. */
export class MerkleError extends TypedError<MerkleErrorCode> {}
