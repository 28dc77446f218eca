import { TypedError } from '../../typedError.ts'
/** The ways in which bytes can fail to be a bag of cells. */
export type BocErrorCode =
  /** the first four bytes are not one of the three magics */
  | 'bad-magic'
  /** header fields that contradict each other or the scheme (sizes, flags, counts) */
  | 'bad-header'
  /** fewer bytes than the header or a cell announces */
  | 'truncated'
  /** bytes after the end of the bag, or of the last cell inside its cell data */
  | 'trailing-bytes'
  | 'crc-mismatch'
  /** an index entry that is not the end of its cell, or a cache bit on a cell that is not shared */
  | 'bad-index'
  /** a root that is not one of the cells */
  | 'bad-root'
  /** descriptor bytes that no cell has */
  | 'bad-cell'
  /** a completion tag in the wrong place: the last byte is 0x00 or 0x80 */
  | 'bad-padding'
  /** a reference to the cell itself, to an earlier cell (so also every cycle), or to a missing one */
  | 'bad-reference'
  | 'absent-cells'
  /** a pruned branch, library, Merkle proof or Merkle update that contradicts itself or its children */
  | 'bad-exotic'
  /** the level mask in the descriptor contradicts the cell's content */
  | 'level-mismatch'
  /** a stored hash or depth differs from the computed one */
  | 'hash-mismatch'
  | 'too-deep'
  | 'too-large'
  | 'too-many-cells'
  | 'too-many-roots'
  /** one root was expected, the bag has another number */
  | 'root-count'

/**
 * The error for bytes that are not an acceptable bag of cells. `cell` is the index of the faulty cell, if
 * there is one.
 */
export class BocError extends TypedError<BocErrorCode> {
  readonly cell: number | undefined

  constructor(code: BocErrorCode, message: string, cell?: number) {
    super(code, cell === undefined ? message : `cell ${cell}: ${message}`)
    this.cell = cell
  }
}
