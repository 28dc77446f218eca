import type { Cell } from '@ton/core'
import { openCell, TlbError } from '../tlb.ts'

/** The maximum length of the reference node's CellString. */
export const MAX_BYTES = 1024

/**
 * Reads bytes in the layout of the reference node's CellString: as many as fit into a cell, the rest in its
 * only reference.
 * @throws TlbError for an incomplete byte, a second reference, or more than 1024 bytes
 */
export function readByteChain(cell: Cell): Buffer {
  const parts: Buffer[] = []
  let length = 0
  for (let next: Cell | null = cell; next; ) {
    const slice = openCell(next, 'CellString')
    if (slice.remainingBits % 8 !== 0 || slice.remainingRefs > 1) {
      throw new TlbError('CellString', `${slice.remainingBits} bits and ${slice.remainingRefs} references`)
    }
    const part = slice.loadBuffer(slice.remainingBits / 8)
    length += part.length
    if (length > MAX_BYTES || (part.length === 0 && parts.length > 0)) {
      throw new TlbError('CellString', 'too long')
    }
    parts.push(part)
    next = slice.remainingRefs > 0 ? slice.loadRef() : null
  }
  return Buffer.concat(parts)
}
