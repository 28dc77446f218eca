import type { Cell } from '@ton/core'
import { cellData } from '../chain/cells/cellData.ts'

/**
 * The instructions that read earlier blocks: GETPARAM 13 (PREVBLOCKSINFOTUPLE); F834.. (PREVMCBLOCKS, PREVKEYBLOCK,
 * PREVMCBLOCKS_100); F881.. (GETPARAM with a longer number).
 */
const OPCODES = new Set([0xf82d, 0xf834, 0xf881])
const OPCODE_MASK = 0xffff

/**
 * Returns whether code can read earlier masterchain blocks: false only if no cell has the instructions for
 * it, at any bit offset. Ignores code from elsewhere, data, libraries, and code that takes c7 apart itself.
 */
export function usesPrevBlocks(code: Cell): boolean {
  const seen = new Set<string>()
  const cells = [code]
  for (let cell = cells.pop(); cell; cell = cells.pop()) {
    const key = cell.hash().toString('latin1')
    if (seen.has(key)) continue
    seen.add(key)
    // The content of a library is unknown here.
    if (cell.isExotic || hasOpcode(cell)) return true
    cells.push(...cell.refs)
  }
  return false
}

function hasOpcode(cell: Cell): boolean {
  const { bytes, start, end } = cellData(cell)
  let window = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    for (let bit = 7; bit >= 0; bit--) {
      window = ((window << 1) | ((byte >> bit) & 1)) & OPCODE_MASK
      if (OPCODES.has(window)) return true
    }
  }
  return false
}
