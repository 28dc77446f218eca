import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { parseCell, TlbError } from '../tlb.ts'
import type { BlockInfo } from './blockInfo.ts'
import { loadBlockInfo, storeBlockInfo } from './blockInfo.ts'
import type { ValueFlow } from './valueFlow.ts'
import { loadValueFlow, storeValueFlow } from './valueFlow.ts'

// block#11ef55aa global_id:int32 info:^BlockInfo value_flow:^ValueFlow
//   state_update:^(MERKLE_UPDATE ShardState) extra:^BlockExtra = Block;

export type Block = {
  /** Which network: -239 is mainnet, -3 testnet. */
  readonly globalId: number
  readonly info: BlockInfo
  readonly valueFlow: ValueFlow
  /** A Merkle update cell from the old state (after a merge: a split_state of both) to the new one. */
  readonly stateUpdate: Cell
  /** `^BlockExtra`: see loadBlockExtra. */
  readonly extra: Cell
}

/** The four cells of a block, none of them read; this is what a proof, in which some are pruned, can give. */
export type BlockCells = {
  readonly globalId: number
  readonly info: Cell
  readonly valueFlow: Cell
  readonly stateUpdate: Cell
  readonly extra: Cell
}

const TAG = 0x11ef55aa

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

/**
 * The header of a block of which only `info` and the cells below it need to be there: for checking a header
 * against an id, and for pruned headers, see checkHeader.
 */
export function loadBlockHeader(root: Slice): BlockInfo {
  return parseCell(loadBlockCells(root).info, 'BlockInfo', loadBlockInfo)
}
