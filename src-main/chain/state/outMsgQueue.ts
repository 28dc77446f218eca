import type { Builder, Cell, Slice } from '@ton/core'
import { loadCommonMsgInfo } from '../block/commonMsgInfo.ts'
import { loadMsgEnvelope } from '../block/msgEnvelope.ts'
import type { AugCodec, HashmapAugE } from '../hashmap/hashmapAug.ts'
import { guardTlb, openCell, parseCell, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ enqueued_lt:uint64 out_msg:^MsgEnvelope = EnqueuedMsg;
// _ (HashmapAugE 352 EnqueuedMsg uint64) = OutMsgQueue;

/** A message in the out queue, not yet imported by its next shard. */
export type EnqueuedMsg = {
  readonly enqueuedLt: bigint
  /** A MsgEnvelope (chain/block/msgEnvelope.ts). */
  readonly outMsg: Cell
}

/** The outbound messages of a shard, keyed by outMsgQueueKey. The extra is the lowest emission lt. */
export type OutMsgQueue = HashmapAugE<EnqueuedMsg, bigint>

/** Reads an EnqueuedMsg without opening its envelope. */
export function loadEnqueuedMsg(slice: Slice): EnqueuedMsg {
  return { enqueuedLt: slice.loadUintBig(64), outMsg: slice.loadRef() }
}

/** Returns a writer (for Builder.store) of an EnqueuedMsg. */
export function storeEnqueuedMsg(message: EnqueuedMsg): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(message.enqueuedLt, 64).storeRef(message.outMsg)
  }
}

export const OUT_MSG_QUEUE: AugCodec<EnqueuedMsg, bigint> = {
  type: 'OutMsgQueue',
  keyBits: 352,
  loadValue: loadEnqueuedMsg,
  storeValue: storeEnqueuedMsg,
  loadExtra: (slice) => slice.loadUintBig(64),
  storeExtra: (lt) => (builder) => {
    builder.storeUint(lt, 64)
  },
  extraOf: (message) => emittedLt(message.outMsg),
  combine: (a, b) => (a < b ? a : b),
  emptyExtra: 0n,
}

/**
 * Returns the lt at which an enveloped message was emitted: `emitted_lt` of the envelope, or else
 * `created_lt`.
 * @throws TlbError for an inbound external message, PrunedBranchError
 */
export function emittedLt(envelope: Cell): bigint {
  const { msg, v2 } = parseCell(envelope, 'MsgEnvelope', loadMsgEnvelope)
  if (v2?.emittedLt !== undefined) return v2.emittedLt
  const info = guardTlb('CommonMsgInfo', () => loadCommonMsgInfo(openCell(msg, 'Message')))
  if (info.type === 'external-in') throw new TlbError('MsgEnvelope', 'holds an inbound external message')
  return info.createdLt
}

/**
 * The parts of a key: the next hop's workchain, the first 64 bits of its account id, and the message's hash.
 */
export type OutMsgQueueKey = {
  readonly workchain: number
  readonly addressPrefix: bigint
  readonly messageHash: Buffer
}

/** Returns the 44-byte key of a queued message. */
export function outMsgQueueKey(parts: OutMsgQueueKey): Buffer {
  const key = Buffer.alloc(44)
  key.writeInt32BE(parts.workchain, 0)
  key.writeBigUInt64BE(parts.addressPrefix, 4)
  parts.messageHash.copy(key, 12)
  return key
}
