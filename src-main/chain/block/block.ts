import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { parseCell, TlbError } from '../tlb.ts'
import type { BlockInfo } from './blockInfo.ts'
import { loadBlockInfo, storeBlockInfo } from './blockInfo.ts'
import type { ValueFlow } from './valueFlow.ts'
import { loadValueFlow, storeValueFlow } from './valueFlow.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block#11ef55aa global_id:int32 info:^BlockInfo value_flow:^ValueFlow
//   state_update:^(MERKLE_UPDATE ShardState) extra:^BlockExtra = Block;

/**
 * A block with its header and value flow parsed. State update and extra stay cells: their parts are read on
 * demand.
 */
export type Block = {
  /** The network: -239 for mainnet, -3 for testnet. */
  readonly globalId: number
  readonly info: BlockInfo
  readonly valueFlow: ValueFlow
  /** A Merkle update cell from the old state (after a merge: a split_state of both) to the new one. */
  readonly stateUpdate: Cell
  /** `^BlockExtra`: see loadBlockExtra. */
  readonly extra: Cell
}

/** The four cells of a block, unread. In a proof some of them are pruned. */
export type BlockCells = {
  readonly globalId: number
  readonly info: Cell
  readonly valueFlow: Cell
  readonly stateUpdate: Cell
  readonly extra: Cell
}

const TAG = 0x11ef55aa

/**
 * Reads `block#11ef55aa` without opening its four cells.
 * @throws TlbError for another tag
 */
export function loadBlockCells(slice: Slice): BlockCells {
  if (slice.loadUint(32) !== TAG) throw new TlbError('Block', 'unknown constructor')
  return {
    globalId: slice.loadInt(32),
    info: slice.loadRef(),
    valueFlow: slice.loadRef(),
    stateUpdate: slice.loadRef(),
    extra: slice.loadRef(),
  }
}

/**
 * Reads `block#11ef55aa` with its header and value flow.
 * @throws TlbError for another tag, PrunedBranchError if the header or the value flow is pruned
 */
export function loadBlock(slice: Slice): Block {
  const { globalId, info, valueFlow, stateUpdate, extra } = loadBlockCells(slice)
  return {
    globalId,
    info: parseCell(info, 'BlockInfo', loadBlockInfo),
    valueFlow: parseCell(valueFlow, 'ValueFlow', loadValueFlow),
    stateUpdate,
    extra,
  }
}

/** Returns a writer (for Builder.store) of `block#11ef55aa`. */
export function storeBlock(block: Block): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(TAG, 32)
      .storeInt(block.globalId, 32)
      .storeRef(beginCell().store(storeBlockInfo(block.info)))
      .storeRef(beginCell().store(storeValueFlow(block.valueFlow)))
      .storeRef(block.stateUpdate)
      .storeRef(block.extra)
  }
}
