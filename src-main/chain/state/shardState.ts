import type { Builder, Cell, CurrencyCollection, Slice } from '@ton/core'
import { type ExtBlkRef, loadExtBlkRef, storeExtBlkRef } from '../block/extBlkRef.ts'
import { loadShardIdent, type ShardIdent, storeShardIdent } from '../block/shardIdent.ts'
import { type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { loadTag, parseCell, TlbError } from '../tlb.ts'
import { loadCurrencies, storeCurrencies } from './currencies.ts'
import { LIBRARIES, type LibDescr } from './libDescr.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// shard_state#9023afe2 global_id:int32 shard_id:ShardIdent seq_no:uint32 vert_seq_no:# gen_utime:uint32
//   gen_lt:uint64 min_ref_mc_seqno:uint32 out_msg_queue_info:^OutMsgQueueInfo before_split:(## 1)
//   accounts:^ShardAccounts
//   ^[ overload_history:uint64 underload_history:uint64 total_balance:CurrencyCollection
//      total_validator_fees:CurrencyCollection libraries:(HashmapE 256 LibDescr) master_ref:(Maybe BlkMasterInfo) ]
//   custom:(Maybe ^McStateExtra) = ShardStateUnsplit;
// _ ShardStateUnsplit = ShardState;
// split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;

/** The root cell of one shard's state. References stay cells, each with its own `open…` function. */
export type ShardStateUnsplit = {
  readonly globalId: number
  readonly shardIdent: ShardIdent
  readonly seqno: number
  readonly vertSeqno: number
  /** Unix seconds. */
  readonly genUtime: number
  readonly genLt: bigint
  readonly minRefMcSeqno: number
  /** An OutMsgQueueInfo: openOutMsgQueueInfo. */
  readonly outMsgQueueInfo: Cell
  readonly beforeSplit: boolean
  /** ShardAccounts: openShardAccounts. */
  readonly accounts: Cell
  /** The balances, libraries and so on that have a cell of their own: openShardStateDetails. */
  readonly details: Cell
  /** The McStateExtra of a masterchain state: openMcStateExtra. */
  readonly custom: Cell | undefined
}

/** Tag of `shard_state`. */
export const UNSPLIT = 0x9023afe2
/** Tag of `split_state`. */
export const SPLIT = 0x5f327da5

/**
 * Reads `shard_state#9023afe2` without opening its references.
 * @throws TlbError for another tag
 */
export function loadShardStateUnsplit(slice: Slice): ShardStateUnsplit {
  loadTag(slice, 'ShardStateUnsplit', UNSPLIT, 32)
  return {
    globalId: slice.loadInt(32),
    shardIdent: loadShardIdent(slice),
    seqno: slice.loadUint(32),
    vertSeqno: slice.loadUint(32),
    genUtime: slice.loadUint(32),
    genLt: slice.loadUintBig(64),
    minRefMcSeqno: slice.loadUint(32),
    outMsgQueueInfo: slice.loadRef(),
    beforeSplit: slice.loadBit(),
    accounts: slice.loadRef(),
    details: slice.loadRef(),
    custom: slice.loadMaybeRef() ?? undefined,
  }
}

/** Returns a writer (for Builder.store) of `shard_state#9023afe2`. */
export function storeShardStateUnsplit(state: ShardStateUnsplit): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(UNSPLIT, 32)
      .storeInt(state.globalId, 32)
      .store(storeShardIdent(state.shardIdent))
      .storeUint(state.seqno, 32)
      .storeUint(state.vertSeqno, 32)
      .storeUint(state.genUtime, 32)
      .storeUint(state.genLt, 64)
      .storeUint(state.minRefMcSeqno, 32)
      .storeRef(state.outMsgQueueInfo)
      .storeBit(state.beforeSplit)
      .storeRef(state.accounts)
      .storeRef(state.details)
      .storeMaybeRef(state.custom)
  }
}

/**
 * Reads the state of one shard in `root`.
 * @throws TlbError, PrunedBranchError
 */
export function openShardStateUnsplit(root: Cell): ShardStateUnsplit {
  return parseCell(root, 'ShardStateUnsplit', loadShardStateUnsplit)
}

/** The state of one shard, or of two shards right before their merge is executed. */
export type ShardState =
  | { readonly kind: 'unsplit'; readonly state: ShardStateUnsplit }
  | { readonly kind: 'split'; readonly left: Cell; readonly right: Cell }

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeShardState(state: ShardState): (builder: Builder) => void {
  if (state.kind === 'unsplit') return storeShardStateUnsplit(state.state)
  return (builder) => {
    builder.storeUint(SPLIT, 32).storeRef(state.left).storeRef(state.right)
  }
}

/** The third cell of a shard state: load history, total balances, libraries and the masterchain reference. */
export type ShardStateDetails = {
  readonly overloadHistory: bigint
  readonly underloadHistory: bigint
  readonly totalBalance: CurrencyCollection
  readonly totalValidatorFees: CurrencyCollection
  /** Public libraries; only masterchain states have any. */
  readonly libraries: HashmapE<LibDescr>
  /** The masterchain block that a shard's state refers to; undefined in masterchain and zero states. */
  readonly masterRef: ExtBlkRef | undefined
}

/** Reads the contents of a shard state's third cell. */
export function loadShardStateDetails(slice: Slice): ShardStateDetails {
  return {
    overloadHistory: slice.loadUintBig(64),
    underloadHistory: slice.loadUintBig(64),
    totalBalance: loadCurrencies(slice),
    totalValidatorFees: loadCurrencies(slice),
    libraries: loadHashmapE(slice, LIBRARIES),
    masterRef: slice.loadBit() ? loadExtBlkRef(slice) : undefined,
  }
}

/** Returns a writer (for Builder.store) of a shard state's third cell. */
export function storeShardStateDetails(details: ShardStateDetails): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(details.overloadHistory, 64)
      .storeUint(details.underloadHistory, 64)
      .store(storeCurrencies(details.totalBalance))
      .store(storeCurrencies(details.totalValidatorFees))
      .store(storeHashmapE(details.libraries))
      .storeBit(details.masterRef !== undefined)
    if (details.masterRef) builder.store(storeExtBlkRef(details.masterRef))
  }
}

/**
 * Reads the ShardStateDetails in `cell` (ShardStateUnsplit.details).
 * @throws TlbError, PrunedBranchError
 */
export function openShardStateDetails(cell: Cell): ShardStateDetails {
  return parseCell(cell, 'ShardStateUnsplit details', loadShardStateDetails)
}

/**
 * Returns the McStateExtra cell of a masterchain state.
 * @throws TlbError for the state of another chain
 */
export function mcStateExtraCell(state: ShardStateUnsplit): Cell {
  if (!state.custom) throw new TlbError('ShardStateUnsplit', 'only a masterchain state has an McStateExtra')
  return state.custom
}
