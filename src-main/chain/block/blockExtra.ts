import type { Builder, Cell, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// block_extra in_msg_descr:^InMsgDescr out_msg_descr:^OutMsgDescr account_blocks:^ShardAccountBlocks
//   rand_seed:bits256 created_by:bits256 custom:(Maybe ^McBlockExtra) = BlockExtra;

export type BlockExtra = {
  /** `^InMsgDescr`: see loadInMsgDescr. */
  readonly inMsgDescr: Cell
  /** `^OutMsgDescr`: see loadOutMsgDescr. */
  readonly outMsgDescr: Cell
  /** `^ShardAccountBlocks`: see loadShardAccountBlocks and blockTransactions. */
  readonly accountBlocks: Cell
  readonly randSeed: Buffer
  /** The public key of the validator that made the block, or zeros. */
  readonly createdBy: Buffer
  /** `^McBlockExtra`, there in masterchain blocks only: see loadMcBlockExtra. */
  readonly custom: Cell | undefined
}

/** The constructor has no explicit tag, so this is the one that TL-B computes from its text. */
const TAG = 0x4a33f6fd

export function loadBlockExtra(slice: Slice): BlockExtra {
  if (slice.loadUint(32) !== TAG) throw new TlbError('BlockExtra', 'unknown constructor')
  return {
    inMsgDescr: slice.loadRef(),
    outMsgDescr: slice.loadRef(),
    accountBlocks: slice.loadRef(),
    randSeed: slice.loadBuffer(32),
    createdBy: slice.loadBuffer(32),
    custom: slice.loadMaybeRef() ?? undefined,
  }
}

export function storeBlockExtra(extra: BlockExtra): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(TAG, 32)
      .storeRef(extra.inMsgDescr)
      .storeRef(extra.outMsgDescr)
      .storeRef(extra.accountBlocks)
      .storeBuffer(extra.randSeed, 32)
      .storeBuffer(extra.createdBy, 32)
      .storeMaybeRef(extra.custom)
  }
}
