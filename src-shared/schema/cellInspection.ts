import { z } from 'zod'
import { MAX_CELL_TEXT } from '../cellText.ts'
import type { JsonTree } from '../jsonTree.ts'

/**
 * `POST /api/tonscope/cell`: the TL-B types of block.tlb that a cell is a whole value of. Not part of toncenter's API.
 * Envelope and errors are v2's.
 */

export const CELL_PATH = '/api/tonscope/cell'

export const cellRequestSchema = z.strictObject({
  /** Bag of cells with one root in base64 or hexadecimal. */
  boc: z.string().min(1).max(MAX_CELL_TEXT),
})

/** A type whose value the cell is: several can fit a small cell. */
export type RecognizedCell = {
  /** The name in block.tlb: `Message`. */
  readonly type: string
  readonly value: JsonTree
}

/** The answer's result. */
export type CellInspection = {
  /** The representation hash of the root, hexadecimal. */
  readonly hash: string
  /** The most specific type first; empty if none fits. */
  readonly types: readonly RecognizedCell[]
}
