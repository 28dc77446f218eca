import type { Cell } from '@ton/core'
import { prevBlocksValue } from '../../tvm/prevBlocks.ts'
import type { OpenedMasterchain } from '../collator/openedState.ts'
import type { Tip } from '../collator/shardBase.ts'

/**
 * Returns the earlier masterchain blocks that contracts can read, for a block that refers to masterchain block `tip`.
 */
export function prevBlocksAt({ ref, state }: Tip<OpenedMasterchain>): Cell {
  return prevBlocksValue(ref, state.extraDetails)
}
