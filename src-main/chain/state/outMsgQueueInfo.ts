import type { Builder, Cell, Slice } from '@ton/core'
import { type HashmapCodec, HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { loadTag, parseCell } from '../tlb.ts'
import { DISPATCH_QUEUE, type DispatchQueue } from './dispatchQueue.ts'
import { OUT_MSG_QUEUE, type OutMsgQueue } from './outMsgQueue.ts'
import { PROCESSED_INFO, type ProcessedInfo } from './processedUpto.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// out_msg_queue_extra#0 dispatch_queue:DispatchQueue out_queue_size:(Maybe uint48) = OutMsgQueueExtra;
// _ out_queue:OutMsgQueue proc_info:ProcessedInfo extra:(Maybe OutMsgQueueExtra) = OutMsgQueueInfo;
//
// Until 2024 the last field was ihr_pending:IhrPendingInfo:
// ihr_pending$_ import_lt:uint64 = IhrPendingSince;
// _ (HashmapE 320 IhrPendingSince) = IhrPendingInfo;

/** The part of OutMsgQueueInfo that was added in 2024. */
export type OutMsgQueueExtra = {
  readonly dispatchQueue: DispatchQueue
  /** The number of messages in the out queue, if the state stores it. */
  readonly outQueueSize: number | undefined
}

/**
 * The lts since which messages of instant hypercube routing are pending, by a 320-bit key. No real network
 * uses it.
 */
export type IhrPendingInfo = HashmapE<bigint>

/** The outbound messages of a shard, and its progress in reading those of its neighbours. */
export type OutMsgQueueInfo = {
  readonly outQueue: OutMsgQueue
  readonly procInfo: ProcessedInfo
  readonly extra: OutMsgQueueExtra | undefined
  /** Present only in states of the old form with pending messages; such a state has no `extra`. */
  readonly ihrPending: IhrPendingInfo | undefined
}

export const IHR_PENDING: HashmapCodec<bigint> = {
  type: 'IhrPendingInfo',
  keyBits: 320,
  loadValue: (slice) => slice.loadUintBig(64),
  storeValue: (lt) => (builder) => {
    builder.storeUint(lt, 64)
  },
}

/** Reads `out_msg_queue_extra#0`. */
function loadOutMsgQueueExtra(slice: Slice): OutMsgQueueExtra {
  loadTag(slice, 'OutMsgQueueExtra', 0, 4)
  return {
    dispatchQueue: loadHashmapAugE(slice, DISPATCH_QUEUE),
    outQueueSize: slice.loadBit() ? slice.loadUint(48) : undefined,
  }
}

/** Returns a writer (for Builder.store) of `out_msg_queue_extra#0`. */
function storeOutMsgQueueExtra(extra: OutMsgQueueExtra): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0, 4).store(storeHashmapAugE(extra.dispatchQueue))
    builder.storeBit(extra.outQueueSize !== undefined)
    if (extra.outQueueSize !== undefined) builder.storeUint(extra.outQueueSize, 48)
  }
}

/** Reads either form of OutMsgQueueInfo. `slice` must end with it, since the forms differ in what follows. */
export function loadOutMsgQueueInfo(slice: Slice): OutMsgQueueInfo {
  const outQueue = loadHashmapAugE(slice, OUT_MSG_QUEUE)
  const procInfo = loadHashmapE(slice, PROCESSED_INFO)
  if (!slice.loadBit()) return { outQueue, procInfo, extra: undefined, ihrPending: undefined }
  // After the same bit the old form has only a reference, the new form at least a tag of four bits.
  if (slice.remainingBits === 0) {
    const ihrPending = new HashmapE(IHR_PENDING, slice.loadRef())
    return { outQueue, procInfo, extra: undefined, ihrPending }
  }
  return { outQueue, procInfo, extra: loadOutMsgQueueExtra(slice), ihrPending: undefined }
}

/** Returns a writer (for Builder.store) of the form that `extra` and `ihrPending` select. */
export function storeOutMsgQueueInfo(info: OutMsgQueueInfo): (builder: Builder) => void {
  return (builder) => {
    builder.store(storeHashmapAugE(info.outQueue)).store(storeHashmapE(info.procInfo))
    if (info.extra) builder.storeBit(1).store(storeOutMsgQueueExtra(info.extra))
    else if (info.ihrPending) builder.store(storeHashmapE(info.ihrPending))
    else builder.storeBit(0)
  }
}

/**
 * Reads the OutMsgQueueInfo in `cell` (ShardStateUnsplit.outMsgQueueInfo).
 * @throws TlbError, PrunedBranchError
 */
export function openOutMsgQueueInfo(cell: Cell): OutMsgQueueInfo {
  return parseCell(cell, 'OutMsgQueueInfo', loadOutMsgQueueInfo)
}
