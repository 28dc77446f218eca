import type { Builder, Cell, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block_extra in_msg_descr:^InMsgDescr out_msg_descr:^OutMsgDescr account_blocks:^ShardAccountBlocks
//   rand_seed:bits256 created_by:bits256 custom:(Maybe ^McBlockExtra) = BlockExtra;

/** The messages and transactions of a block, as unread cells. */
export type BlockExtra = {
  /** `^InMsgDescr`: see loadInMsgDescr. */
  readonly inMsgDescr: Cell
  /** `^OutMsgDescr`: see loadOutMsgDescr. */
  readonly outMsgDescr: Cell
  /** `^ShardAccountBlocks`: see loadShardAccountBlocks and blockTransactions. */
  readonly accountBlocks: Cell
  readonly randSeed: Buffer
  /** The public key of the validator that created the block, or zeros. */
  readonly createdBy: Buffer
  /** `^McBlockExtra`, present in masterchain blocks only: see loadMcBlockExtra. */
  readonly custom: Cell | undefined
}

/** The constructor has no explicit tag; this is the CRC-32 that TL-B computes from its text. */
const TAG = 0x4a33f6fd

/**
 * Reads `block_extra` without opening its cells.
 * @throws TlbError for another tag
 */
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

/** Returns a writer (for Builder.store) of `block_extra`. */
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
