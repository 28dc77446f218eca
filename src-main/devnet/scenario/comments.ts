import { beginCell, type Cell } from '@ton/core'

const TEXT_COMMENT = 0
const MAX_CELL_BYTES = 127

/** Builds the body of a transfer with a comment: op 0 and the text in UTF-8 as a snake (TEP-0 "transfer comment"). */
export function commentBody(text: string): Cell {
  const op = Buffer.alloc(4)
  op.writeUInt32BE(TEXT_COMMENT)
  return snake(Buffer.concat([op, Buffer.from(text, 'utf8')]))
}

/**
 * Stores bytes in a chain of cells.
 * @param first number of bytes in the first cell; each of the others has 127
 */
export function snake(data: Buffer, first = MAX_CELL_BYTES): Cell {
  const builder = beginCell().storeBuffer(data.subarray(0, first))
  if (data.length > first) builder.storeRef(snake(data.subarray(first)))
  return builder.endCell()
}
