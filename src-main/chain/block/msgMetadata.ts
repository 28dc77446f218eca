import type { Builder, Slice } from '@ton/core'
import { TlbError } from '../tlb.ts'
import type { MsgAddressInt } from './msgAddress.ts'
import { loadMsgAddressInt, storeMsgAddressInt } from './msgAddress.ts'

// msg_metadata#0 depth:uint32 initiator_addr:MsgAddressInt initiator_lt:uint64 = MsgMetadata;

/** Which transaction began the chain of messages, and how many messages ago. */
export type MsgMetadata = {
  readonly depth: number
  readonly initiatorAddr: MsgAddressInt
  readonly initiatorLt: bigint
}

export function loadMsgMetadata(slice: Slice): MsgMetadata {
  const tag = slice.loadUint(4)
  if (tag !== 0) throw new TlbError('MsgMetadata', `tag ${tag.toString(16)}`)
  return {
    depth: slice.loadUint(32),
    initiatorAddr: loadMsgAddressInt(slice),
    initiatorLt: slice.loadUintBig(64),
  }
}

export function storeMsgMetadata(value: MsgMetadata) {
  return (builder: Builder): void => {
    builder
      .storeUint(0, 4)
      .storeUint(value.depth, 32)
      .store(storeMsgAddressInt(value.initiatorAddr))
      .storeUint(value.initiatorLt, 64)
  }
}
