import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { FULL_SHARD, shardChild, shardParent } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../blockId.ts'
import { MASTERCHAIN } from '../blockId.ts'
import { parseCell, TlbError } from '../tlb.ts'
import type { BlkPrevInfo } from './blkPrevInfo.ts'
import { loadBlkPrevInfo, storeBlkPrevInfo } from './blkPrevInfo.ts'
import type { ExtBlkRef } from './extBlkRef.ts'
import { loadExtBlkRef, storeExtBlkRef } from './extBlkRef.ts'
import type { GlobalVersion } from './globalVersion.ts'
import { loadGlobalVersion, storeGlobalVersion } from './globalVersion.ts'
import type { ShardIdent } from './shardIdent.ts'
import { loadShardIdent, storeShardIdent } from './shardIdent.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// block_info#9bc7a987 version:uint32 not_master:(## 1)
//   after_merge:(## 1) before_split:(## 1) after_split:(## 1) want_split:Bool want_merge:Bool
//   key_block:Bool vert_seqno_incr:(## 1) flags:(## 8) { flags <= 1 }
//   seq_no:# vert_seq_no:# { vert_seq_no >= vert_seqno_incr } { prev_seq_no:# } { ~prev_seq_no + 1 = seq_no }
//   shard:ShardIdent gen_utime:uint32 start_lt:uint64 end_lt:uint64
//   gen_validator_list_hash_short:uint32 gen_catchain_seqno:uint32
//   min_ref_mc_seqno:uint32 prev_key_block_seqno:uint32
//   gen_software:flags . 0?GlobalVersion
//   master_ref:not_master?^BlkMasterInfo prev_ref:^(BlkPrevInfo after_merge)
//   prev_vert_ref:vert_seqno_incr?^(BlkPrevInfo 0) = BlockInfo;
// master_info$_ master:ExtBlkRef = BlkMasterInfo;

/**
 * The header of a block (`block_info#9bc7a987`). Flags that follow from other fields (`not_master`,
 * `after_merge`, `vert_seqno_incr`) have no field here.
 */
export type BlockInfo = {
  readonly version: number
  readonly beforeSplit: boolean
  readonly afterSplit: boolean
  readonly wantSplit: boolean
  readonly wantMerge: boolean
  readonly keyBlock: boolean
  readonly seqno: number
  readonly vertSeqno: number
  readonly shard: ShardIdent
  /** Unix seconds. */
  readonly genUtime: number
  readonly startLt: bigint
  readonly endLt: bigint
  /** Unsigned 32-bit. */
  readonly genValidatorListHashShort: number
  readonly genCatchainSeqno: number
  readonly minRefMcSeqno: number
  readonly prevKeyBlockSeqno: number
  /** Present iff bit 0 of `flags` is set. */
  readonly genSoftware: GlobalVersion | undefined
  /** The masterchain block of a shard block's context; undefined iff this is a masterchain block. */
  readonly masterRef: ExtBlkRef | undefined
  /** Two blocks iff this is the first block after a merge (`after_merge`). */
  readonly prevRef: BlkPrevInfo
  /** Present iff `vert_seqno_incr`. */
  readonly prevVertRef: ExtBlkRef | undefined
}

const TAG = 0x9bc7a987

/**
 * Reads the header and the cells of its references to other blocks, so a proof must contain those too.
 * @throws TlbError for another tag, unknown flags, seqno 0, or a `not_master` that contradicts the workchain
 */
export function loadBlockInfo(slice: Slice): BlockInfo {
  const head = loadHead(slice)
  return {
    ...head.fields,
    masterRef: loadMasterRef(head),
    prevRef: loadPrevRef(head),
    prevVertRef: loadPrevVertRef(head),
  }
}

/**
 * Reads the header like loadBlockInfo, but each reference to another block only when its field is read: a
 * proof can prune them. (The reference node keeps unread cells without references, so its proofs lack only
 * the two predecessors of a merge.) Reading a pruned one throws PrunedBranchError.
 */
export function loadLazyBlockInfo(slice: Slice): BlockInfo {
  const head = loadHead(slice)
  return {
    ...head.fields,
    get masterRef() {
      return loadMasterRef(head)
    },
    get prevRef() {
      return loadPrevRef(head)
    },
    get prevVertRef() {
      return loadPrevVertRef(head)
    },
  }
}

/** The header's own cell, with the cells below it unread. */
type Head = {
  readonly fields: Omit<BlockInfo, 'masterRef' | 'prevRef' | 'prevVertRef'>
  readonly afterMerge: boolean
  readonly masterRef: Cell | undefined
  readonly prevRef: Cell
  readonly prevVertRef: Cell | undefined
}

function loadHead(slice: Slice): Head {
  if (slice.loadUint(32) !== TAG) throw new TlbError('BlockInfo', 'unknown constructor')
  const version = slice.loadUint(32)
  const notMaster = slice.loadBit()
  const afterMerge = slice.loadBit()
  const beforeSplit = slice.loadBit()
  const afterSplit = slice.loadBit()
  const wantSplit = slice.loadBit()
  const wantMerge = slice.loadBit()
  const keyBlock = slice.loadBit()
  const vertSeqnoIncr = slice.loadBit()
  const flags = slice.loadUint(8)
  if (flags > 1) throw new TlbError('BlockInfo', `flags ${flags}`)
  const seqno = slice.loadUint(32)
  if (seqno === 0) throw new TlbError('BlockInfo', 'seqno 0')
  const vertSeqno = slice.loadUint(32)
  if (vertSeqnoIncr && vertSeqno === 0) throw new TlbError('BlockInfo', 'vertical seqno 0 after an increment')
  const shard = loadShardIdent(slice)
  if (notMaster === (shard.workchain === MASTERCHAIN)) {
    throw new TlbError('BlockInfo', `not_master is ${notMaster} in workchain ${shard.workchain}`)
  }
  const fields = {
    version,
    beforeSplit,
    afterSplit,
    wantSplit,
    wantMerge,
    keyBlock,
    seqno,
    vertSeqno,
    shard,
    genUtime: slice.loadUint(32),
    startLt: slice.loadUintBig(64),
    endLt: slice.loadUintBig(64),
    genValidatorListHashShort: slice.loadUint(32),
    genCatchainSeqno: slice.loadUint(32),
    minRefMcSeqno: slice.loadUint(32),
    prevKeyBlockSeqno: slice.loadUint(32),
    genSoftware: flags & 1 ? loadGlobalVersion(slice) : undefined,
  }
  return {
    fields,
    afterMerge,
    masterRef: notMaster ? slice.loadRef() : undefined,
    prevRef: slice.loadRef(),
    prevVertRef: vertSeqnoIncr ? slice.loadRef() : undefined,
  }
}

function loadMasterRef({ masterRef }: Head): ExtBlkRef | undefined {
  return masterRef && parseCell(masterRef, 'BlkMasterInfo', loadExtBlkRef)
}

function loadPrevRef({ prevRef, afterMerge }: Head): BlkPrevInfo {
  return parseCell(prevRef, 'BlkPrevInfo', (slice) => loadBlkPrevInfo(slice, afterMerge))
}

function loadPrevVertRef({ prevVertRef }: Head): ExtBlkRef | undefined {
  return prevVertRef && parseCell(prevVertRef, 'BlkPrevInfo', loadExtBlkRef)
}

/**
 * Returns a writer (for Builder.store) of `block_info#9bc7a987`.
 * @throws TlbError unless exactly the blocks of other workchains have a `masterRef`
 */
export function storeBlockInfo(info: BlockInfo): (builder: Builder) => void {
  if (isMasterchainInfo(info) === (info.masterRef !== undefined)) {
    throw new TlbError('BlockInfo', 'a block refers to the masterchain iff it is of another workchain')
  }
  return (builder) => {
    builder
      .storeUint(TAG, 32)
      .storeUint(info.version, 32)
      .storeBit(!isMasterchainInfo(info))
      .storeBit(isAfterMerge(info))
      .storeBit(info.beforeSplit)
      .storeBit(info.afterSplit)
      .storeBit(info.wantSplit)
      .storeBit(info.wantMerge)
      .storeBit(info.keyBlock)
      .storeBit(info.prevVertRef !== undefined)
      .storeUint(info.genSoftware ? 1 : 0, 8)
      .storeUint(info.seqno, 32)
      .storeUint(info.vertSeqno, 32)
      .store(storeShardIdent(info.shard))
      .storeUint(info.genUtime, 32)
      .storeUint(info.startLt, 64)
      .storeUint(info.endLt, 64)
      .storeUint(info.genValidatorListHashShort, 32)
      .storeUint(info.genCatchainSeqno, 32)
      .storeUint(info.minRefMcSeqno, 32)
      .storeUint(info.prevKeyBlockSeqno, 32)
    if (info.genSoftware) builder.store(storeGlobalVersion(info.genSoftware))
    if (info.masterRef) builder.storeRef(beginCell().store(storeExtBlkRef(info.masterRef)))
    builder.storeRef(beginCell().store(storeBlkPrevInfo(info.prevRef)))
    if (info.prevVertRef) builder.storeRef(beginCell().store(storeExtBlkRef(info.prevVertRef)))
  }
}

/** Returns whether the header is of a masterchain block. */
export function isMasterchainInfo(info: BlockInfo): boolean {
  return info.shard.workchain === MASTERCHAIN
}

/** Returns whether the block is the first one of a shard that was merged from two. */
export function isAfterMerge(info: BlockInfo): boolean {
  return info.prevRef.length === 2
}

/**
 * Returns the predecessors: one in the block's own shard, one in the parent shard after a split, two in the
 * child shards (left, right) after a merge. The hashes are copies.
 */
export function prevBlocks(info: BlockInfo): readonly BlockIdExt[] {
  const { workchain, shard } = info.shard
  const prev = (ref: ExtBlkRef, prevShard: bigint): BlockIdExt => ({
    workchain,
    shard: prevShard,
    seqno: ref.seqno,
    ...copiedHashes(ref),
  })
  const [first, second] = info.prevRef
  if (second) return [prev(first, shardChild(shard, 'left')), prev(second, shardChild(shard, 'right'))]
  return [prev(first, info.afterSplit ? shardParent(shard) : shard)]
}

/**
 * Returns the masterchain block that a shard block refers to, or undefined for a masterchain block. The
 * hashes are copies.
 */
export function masterBlock(info: BlockInfo): BlockIdExt | undefined {
  if (!info.masterRef) return undefined
  const { seqno } = info.masterRef
  return { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno, ...copiedHashes(info.masterRef) }
}

/**
 * Copies the hashes: loaded ones are views of the block's file, which ids that outlive it would keep in
 * memory.
 */
function copiedHashes({ rootHash, fileHash }: ExtBlkRef): { rootHash: Buffer; fileHash: Buffer } {
  return { rootHash: Buffer.from(rootHash), fileHash: Buffer.from(fileHash) }
}
