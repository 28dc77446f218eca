import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'
import type { MsgAddressInt } from './msgAddress.ts'
import { loadMsgAddressInt, storeMsgAddressInt } from './msgAddress.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// msg_metadata#0 depth:uint32 initiator_addr:MsgAddressInt initiator_lt:uint64 = MsgMetadata;

/**
 * The transaction that started a chain of messages (account and lt), and the number of messages since
 * (`depth`).
 */
export type MsgMetadata = {
  readonly depth: number
  readonly initiatorAddr: MsgAddressInt
  readonly initiatorLt: bigint
}

/**
 * Reads `msg_metadata#0`.
 * @throws TlbError for another tag
 */
export function loadMsgMetadata(slice: Slice): MsgMetadata {
  const tag = slice.loadUint(4)
  if (tag !== 0) throw new TlbError('MsgMetadata', `tag ${tag.toString(16)}`)
  return {
    depth: slice.loadUint(32),
    initiatorAddr: loadMsgAddressInt(slice),
    initiatorLt: slice.loadUintBig(64),
  }
}

/** Returns a writer (for Builder.store) of `msg_metadata#0`. */
export function storeMsgMetadata(value: MsgMetadata) {
  return (builder: Builder): void => {
    builder
      .storeUint(0, 4)
      .storeUint(value.depth, 32)
      .store(storeMsgAddressInt(value.initiatorAddr))
      .storeUint(value.initiatorLt, 64)
  }
}
