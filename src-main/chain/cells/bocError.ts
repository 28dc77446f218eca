/** Every way in which bytes can fail to be a bag of cells. */
export type BocErrorCode =
  /** the first four bytes are none of the three magics */
  | 'bad-magic'
  /** header fields that contradict each other or the scheme (sizes, flags, counts) */
  | 'bad-header'
  /** fewer bytes than the header or a cell announces */
  | 'truncated'
  /** bytes after the end of the bag, or of the last cell inside its cell data */
  | 'trailing-bytes'
  | 'crc-mismatch'
  /** an index entry that isn't the end of its cell, or a cache bit on a cell that is not shared */
  | 'bad-index'
  /** a root that isn't one of the cells */
  | 'bad-root'
  /** descriptor bytes that no cell has */
  | 'bad-cell'
  /** a completion tag in the wrong place: the last byte is 0x00 or 0x80 */
  | 'bad-padding'
  /** a reference to the cell itself, to an earlier one (so also every cycle), or to none */
  | 'bad-reference'
  | 'absent-cells'
  /** a pruned branch, library, Merkle proof or Merkle update that contradicts itself or its children */
  | 'bad-exotic'
  /** the level mask in the descriptor isn't the one that follows from the cell's content */
  | 'level-mismatch'
  /** a stored hash or depth isn't that of the cell */
  | 'hash-mismatch'
  | 'too-deep'
  | 'too-large'
  | 'too-many-cells'
  | 'too-many-roots'
  /** one root was asked for, the bag has another number */
  | 'root-count'

/** Bytes that are no (acceptable) bag of cells. `cell` is the index of the offending cell where there is one. */
export class BocError extends Error {
  readonly code: BocErrorCode
  readonly cell: number | undefined

  constructor(code: BocErrorCode, message: string, cell?: number) {
    super(cell === undefined ? message : `cell ${cell}: ${message}`)
    this.name = 'BocError'
    this.code = code
    this.cell = cell
  }
}
