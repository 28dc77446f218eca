import type { Builder, Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import type { AugCodec, HashmapAugE } from '../hashmap/hashmapAug.ts'
import { uintOfKey } from '../hashmap/key.ts'
import { type EnqueuedMsg, loadEnqueuedMsg, storeEnqueuedMsg } from './outMsgQueue.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// // key - created_lt
// _ messages:(HashmapE 64 EnqueuedMsg) count:uint48 = AccountDispatchQueue;
// // key - sender address, aug - min created_lt
// _ (HashmapAugE 256 AccountDispatchQueue uint64) = DispatchQueue;

/** The messages of one account that have not entered the out queue yet, by lt (keyOfUint(lt, 64)). */
export type AccountDispatchQueue = {
  readonly messages: HashmapE<EnqueuedMsg>
  readonly count: number
}

/** Deferred messages by the sender's account id. The extra is the lowest lt. */
export type DispatchQueue = HashmapAugE<AccountDispatchQueue, bigint>

export const DISPATCHED_MESSAGES: HashmapCodec<EnqueuedMsg> = {
  type: 'AccountDispatchQueue',
  keyBits: 64,
  loadValue: loadEnqueuedMsg,
  storeValue: storeEnqueuedMsg,
}

/** Reads an AccountDispatchQueue. */
function loadAccountDispatchQueue(slice: Slice): AccountDispatchQueue {
  return { messages: loadHashmapE(slice, DISPATCHED_MESSAGES), count: slice.loadUint(48) }
}

/** Returns a writer (for Builder.store) of an AccountDispatchQueue. */
function storeAccountDispatchQueue(queue: AccountDispatchQueue): (builder: Builder) => void {
  return (builder) => {
    builder.store(storeHashmapE(queue.messages)).storeUint(queue.count, 48)
  }
}

/** The extra that the reference node gives an account's queue without messages, which no valid state has. */
const NO_LT = 2n ** 64n - 1n

export const DISPATCH_QUEUE: AugCodec<AccountDispatchQueue, bigint> = {
  type: 'DispatchQueue',
  keyBits: 256,
  loadValue: loadAccountDispatchQueue,
  storeValue: storeAccountDispatchQueue,
  loadExtra: (slice) => slice.loadUintBig(64),
  storeExtra: (lt) => (builder) => {
    builder.storeUint(lt, 64)
  },
  extraOf({ messages }) {
    for (const lt of messages.keys()) return uintOfKey(lt, 64)
    return NO_LT
  },
  combine: (a, b) => (a < b ? a : b),
  emptyExtra: 0n,
}
