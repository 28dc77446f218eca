export type MerkleErrorCode =
  /** the cell is no Merkle proof */
  | 'not-a-proof'
  /** the cell is no Merkle update */
  | 'not-an-update'
  /** a cell has levels (pruned branches that belong to no Merkle cell inside it) where it must have none */
  | 'bad-level'
  /** a Merkle cell states another hash or depth than its child's */
  | 'hash-mismatch'
  /** the update begins from another state than the given one */
  | 'wrong-state'
  /** the update refers to a cell that the old state doesn't have where the update says */
  | 'unknown-branch'
  | 'too-deep'

/** A Merkle proof or update that doesn't prove what it should, or can't be built. */
export class MerkleError extends Error {
  readonly code: MerkleErrorCode

  constructor(code: MerkleErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MerkleError'
    this.code = code
  }
}
