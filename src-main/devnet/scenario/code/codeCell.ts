import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'

/** Returns the root of a bag of cells that is stored as lines of base64. */
export function codeCell(lines: readonly string[]): Cell {
  return parseBocRoot(Buffer.from(lines.join(''), 'base64'))
}
