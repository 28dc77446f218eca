import type { Cell } from '@ton/core'
import { loadBlockHeader } from '../../src-main/chain/block/block.ts'
import type { BlockInfo } from '../../src-main/chain/block/blockInfo.ts'

/** The header of a block by its root cell. */
export function headerOf(root: Cell): BlockInfo {
  return loadBlockHeader(root.beginParse())
}
