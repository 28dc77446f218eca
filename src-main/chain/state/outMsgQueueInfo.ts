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

export type OutMsgQueueExtra = {
  readonly dispatchQueue: DispatchQueue
  /** The number of messages in the out queue, where the state says it. */
  readonly outQueueSize: number | undefined
}

/** Since which lt messages of instant hypercube routing wait, by a key of 320 bits: never used on a real network. */
export type IhrPendingInfo = HashmapE<bigint>

/** The messages that wait to leave a shard, and how far it has read those of its neighbours. */
export type OutMsgQueueInfo = {
  readonly outQueue: OutMsgQueue
  readonly procInfo: ProcessedInfo
  readonly extra: OutMsgQueueExtra | undefined
  /** Only in states of the old form that have any; such a state has no `extra`. */
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

export function loadOutMsgQueueExtra(slice: Slice): OutMsgQueueExtra {
  loadTag(slice, 'OutMsgQueueExtra', 0, 4)
  return {
    dispatchQueue: loadHashmapAugE(slice, DISPATCH_QUEUE),
    outQueueSize: slice.loadBit() ? slice.loadUint(48) : undefined,
  }
}

export function storeOutMsgQueueExtra(extra: OutMsgQueueExtra): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(0, 4).store(storeHashmapAugE(extra.dispatchQueue))
    builder.storeBit(extra.outQueueSize !== undefined)
    if (extra.outQueueSize !== undefined) builder.storeUint(extra.outQueueSize, 48)
  }
}

/** Reads either form; `slice` must end with the OutMsgQueueInfo, for that is how the two are told apart. */
export function loadOutMsgQueueInfo(slice: Slice): OutMsgQueueInfo {
  const outQueue = loadHashmapAugE(slice, OUT_MSG_QUEUE)
  const procInfo = loadHashmapE(slice, PROCESSED_INFO)
  if (!slice.loadBit()) return { outQueue, procInfo, extra: undefined, ihrPending: undefined }
  // Behind the same bit the old form has nothing but a reference, the new one at least a tag of four bits.
  if (slice.remainingBits === 0) {
    const ihrPending = new HashmapE(IHR_PENDING, slice.loadRef())
    return { outQueue, procInfo, extra: undefined, ihrPending }
  }
  return { outQueue, procInfo, extra: loadOutMsgQueueExtra(slice), ihrPending: undefined }
}

export function storeOutMsgQueueInfo(info: OutMsgQueueInfo): (builder: Builder) => void {
  return (builder) => {
    builder.store(storeHashmapAugE(info.outQueue)).store(storeHashmapE(info.procInfo))
    if (info.extra) builder.storeBit(1).store(storeOutMsgQueueExtra(info.extra))
    else if (info.ihrPending) builder.store(storeHashmapE(info.ihrPending))
    else builder.storeBit(0)
  }
}

/** The OutMsgQueueInfo in `cell` (ShardStateUnsplit.outMsgQueueInfo). */
export function openOutMsgQueueInfo(cell: Cell): OutMsgQueueInfo {
  return parseCell(cell, 'OutMsgQueueInfo', loadOutMsgQueueInfo)
}
