import type { Builder, Slice } from '@ton/core'
import type { HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { keyOfUint } from '../hashmap/key.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// processed_upto$_ last_msg_lt:uint64 last_msg_hash:bits256 = ProcessedUpto;
// // key is [ shard:uint64 mc_seqno:uint32 ]
// _ (HashmapE 96 ProcessedUpto) = ProcessedInfo;

/** The last inbound message that a shard has processed, in the order of (lt, hash). */
export type ProcessedUpto = {
  readonly lastMsgLt: bigint
  readonly lastMsgHash: Buffer
}

/** The ProcessedUpto entries of a shard, keyed by processedKey. */
export type ProcessedInfo = HashmapE<ProcessedUpto>

/** Reads `processed_upto$_`. */
function loadProcessedUpto(slice: Slice): ProcessedUpto {
  return { lastMsgLt: slice.loadUintBig(64), lastMsgHash: slice.loadBuffer(32) }
}

/** Returns a writer (for Builder.store) of `processed_upto$_`. */
function storeProcessedUpto(upto: ProcessedUpto): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(upto.lastMsgLt, 64).storeBuffer(upto.lastMsgHash, 32)
  }
}

export const PROCESSED_INFO: HashmapCodec<ProcessedUpto> = {
  type: 'ProcessedInfo',
  keyBits: 96,
  loadValue: loadProcessedUpto,
  storeValue: storeProcessedUpto,
}

/**
 * Returns the 12-byte key of a shard (unsigned, with its tag bit) and the masterchain block whose list of
 * neighbours was used.
 */
export function processedKey(shard: bigint, mcSeqno: number): Buffer {
  return keyOfUint((shard << 32n) | BigInt(mcSeqno), 96)
}

/** Splits a 12-byte key into shard and masterchain seqno. */
export function parseProcessedKey(key: Buffer): { readonly shard: bigint; readonly mcSeqno: number } {
  return { shard: key.readBigUInt64BE(0), mcSeqno: key.readUInt32BE(8) }
}
