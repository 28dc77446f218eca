import type { Cell } from '@ton/core'
import { prevBlocksValue } from '../../tvm/prevBlocks.ts'
import type { OpenedMasterchain } from '../collator/openedState.ts'
import type { Tip } from '../collator/shardBase.ts'

/** By the state of the masterchain, which says all but the block it came from. */
const MADE = new WeakMap<OpenedMasterchain, { readonly rootHash: Buffer; readonly value: Cell }>()

/** What contracts may ask of earlier masterchain blocks, in a block that knows the masterchain up to `tip`. */
export function prevBlocksAt({ ref, state }: Tip<OpenedMasterchain>): Cell {
  const known = MADE.get(state)
  if (known?.rootHash.equals(ref.rootHash)) return known.value
  const value = prevBlocksValue(ref, state.extraDetails)
  MADE.set(state, { rootHash: ref.rootHash, value })
  return value
}
