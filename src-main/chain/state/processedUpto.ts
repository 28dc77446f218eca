import type { Builder, Slice } from '@ton/core'
import type { HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { keyOfUint } from '../hashmap/key.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// processed_upto$_ last_msg_lt:uint64 last_msg_hash:bits256 = ProcessedUpto;
// // key is [ shard:uint64 mc_seqno:uint32 ]
// _ (HashmapE 96 ProcessedUpto) = ProcessedInfo;

/** The last incoming message that a shard has processed, in the order of (lt, hash). */
export type ProcessedUpto = {
  readonly lastMsgLt: bigint
  readonly lastMsgHash: Buffer
}

/** ProcessedUpto by processedKey. */
export type ProcessedInfo = HashmapE<ProcessedUpto>

export function loadProcessedUpto(slice: Slice): ProcessedUpto {
  return { lastMsgLt: slice.loadUintBig(64), lastMsgHash: slice.loadBuffer(32) }
}

export function storeProcessedUpto(upto: ProcessedUpto): (builder: Builder) => void {
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

/** A shard (unsigned, with its tag bit) and the masterchain block whose view of the neighbours was used. */
export function processedKey(shard: bigint, mcSeqno: number): Buffer {
  return keyOfUint((shard << 32n) | BigInt(mcSeqno), 96)
}

export function parseProcessedKey(key: Buffer): { readonly shard: bigint; readonly mcSeqno: number } {
  return { shard: key.readBigUInt64BE(0), mcSeqno: key.readUInt32BE(8) }
}
