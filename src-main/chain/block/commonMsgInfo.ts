import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'
import type { MsgAddressExt, MsgAddressInt } from './msgAddress.ts'
import { loadMsgAddressExt, loadMsgAddressInt, storeMsgAddressExt, storeMsgAddressInt } from './msgAddress.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool src:MsgAddressInt dest:MsgAddressInt
//   value:CurrencyCollection extra_flags:(VarUInteger 16) fwd_fee:Grams
//   created_lt:uint64 created_at:uint32 = CommonMsgInfo;
// ext_in_msg_info$10 src:MsgAddressExt dest:MsgAddressInt import_fee:Grams = CommonMsgInfo;
// ext_out_msg_info$11 src:MsgAddressInt dest:MsgAddressExt created_lt:uint64 created_at:uint32 = CommonMsgInfo;

/** The header of a message, by kind. */
export type CommonMsgInfo = InternalMsgInfo | ExternalInMsgInfo | ExternalOutMsgInfo

/** The header of a message between two accounts (`int_msg_info$0`). */
export type InternalMsgInfo = {
  readonly type: 'internal'
  readonly ihrDisabled: boolean
  readonly bounce: boolean
  readonly bounced: boolean
  readonly src: MsgAddressInt
  readonly dest: MsgAddressInt
  readonly value: CurrencyCollection
  /** Flags since global version 12; before it, `ihr_fee` in nanotons. @ton/core calls it ihrFee. */
  readonly extraFlags: bigint
  /** Nanotons, like all fees here. */
  readonly fwdFee: bigint
  readonly createdLt: bigint
  /** Unix seconds. */
  readonly createdAt: number
}

/** The header of a message from outside the blockchain (`ext_in_msg_info$10`). `importFee` is in nanotons. */
export type ExternalInMsgInfo = {
  readonly type: 'external-in'
  readonly src: MsgAddressExt
  readonly dest: MsgAddressInt
  readonly importFee: bigint
}

/**
 * The header of a message to the outside (`ext_out_msg_info$11`), such as an event. `createdAt` is in Unix
 * seconds.
 */
export type ExternalOutMsgInfo = {
  readonly type: 'external-out'
  readonly src: MsgAddressInt
  readonly dest: MsgAddressExt
  readonly createdLt: bigint
  readonly createdAt: number
}

/** Reads any of the three headers. */
export function loadCommonMsgInfo(slice: Slice): CommonMsgInfo {
  if (!slice.loadBit()) {
    return {
      type: 'internal',
      ihrDisabled: slice.loadBit(),
      bounce: slice.loadBit(),
      bounced: slice.loadBit(),
      src: loadMsgAddressInt(slice),
      dest: loadMsgAddressInt(slice),
      value: loadCurrencies(slice),
      extraFlags: slice.loadVarUintBig(4),
      fwdFee: slice.loadCoins(),
      createdLt: slice.loadUintBig(64),
      createdAt: slice.loadUint(32),
    }
  }
  if (!slice.loadBit()) {
    return {
      type: 'external-in',
      src: loadMsgAddressExt(slice),
      dest: loadMsgAddressInt(slice),
      importFee: slice.loadCoins(),
    }
  }
  return {
    type: 'external-out',
    src: loadMsgAddressInt(slice),
    dest: loadMsgAddressExt(slice),
    createdLt: slice.loadUintBig(64),
    createdAt: slice.loadUint(32),
  }
}

/** Returns a writer (for Builder.store) of the header that `type` names. */
export function storeCommonMsgInfo(info: CommonMsgInfo): (builder: Builder) => void {
  return (builder) => {
    switch (info.type) {
      case 'internal':
        builder
          .storeBit(0)
          .storeBit(info.ihrDisabled)
          .storeBit(info.bounce)
          .storeBit(info.bounced)
          .store(storeMsgAddressInt(info.src))
          .store(storeMsgAddressInt(info.dest))
          .store(storeCurrencies(info.value))
          .storeVarUint(info.extraFlags, 4)
          .storeCoins(info.fwdFee)
          .storeUint(info.createdLt, 64)
          .storeUint(info.createdAt, 32)
        return
      case 'external-in':
        builder
          .storeUint(0b10, 2)
          .store(storeMsgAddressExt(info.src))
          .store(storeMsgAddressInt(info.dest))
          .storeCoins(info.importFee)
        return
      case 'external-out':
        builder
          .storeUint(0b11, 2)
          .store(storeMsgAddressInt(info.src))
          .store(storeMsgAddressExt(info.dest))
          .storeUint(info.createdLt, 64)
          .storeUint(info.createdAt, 32)
    }
  }
}
