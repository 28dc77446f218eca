import type { Builder, Cell, CurrencyCollection, Slice } from '@ton/core'
import { NO_CURRENCIES } from '../state/currencies.ts'
import { TlbError } from '../tlb.ts'
import { envelopedWorth } from './msgEnvelope.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// msg_export_ext$000 msg:^(Message Any) transaction:^Transaction = OutMsg;
// msg_export_imm$010 out_msg:^MsgEnvelope transaction:^Transaction reimport:^InMsg = OutMsg;
// msg_export_new$001 out_msg:^MsgEnvelope transaction:^Transaction = OutMsg;
// msg_export_tr$011 out_msg:^MsgEnvelope imported:^InMsg = OutMsg;
// msg_export_deq$1100 out_msg:^MsgEnvelope import_block_lt:uint63 = OutMsg;
// msg_export_deq_short$1101 msg_env_hash:bits256 next_workchain:int32 next_addr_pfx:uint64
//   import_block_lt:uint64 = OutMsg;
// msg_export_tr_req$111 out_msg:^MsgEnvelope imported:^InMsg = OutMsg;
// msg_export_deq_imm$100 out_msg:^MsgEnvelope reimport:^InMsg = OutMsg;
// msg_export_new_defer$10100 out_msg:^MsgEnvelope transaction:^Transaction = OutMsg;
// msg_export_deferred_tr$10101 out_msg:^MsgEnvelope imported:^InMsg = OutMsg;

/**
 * The way in which a message left a block or its queue. Cells: `msg` is a Message, `outMsg` a MsgEnvelope,
 * `transaction` a Transaction, `imported` and `reimport` are InMsgs.
 */
export type OutMsg =
  /** An external message. */
  | { readonly kind: 'ext'; readonly msg: Cell; readonly transaction: Cell }
  /** Delivered in the same block. */
  | { readonly kind: 'imm'; readonly outMsg: Cell; readonly transaction: Cell; readonly reimport: Cell }
  /** New, put into the outbound queue (`new`) or a dispatch queue (`new-defer`). */
  | { readonly kind: 'new' | 'new-defer'; readonly outMsg: Cell; readonly transaction: Cell }
  /** In transit from a neighbour (`tr`), the own queue (`tr-req`) or a dispatch queue (`deferred-tr`). */
  | { readonly kind: 'tr' | 'tr-req' | 'deferred-tr'; readonly outMsg: Cell; readonly imported: Cell }
  /** Removed from the queue, since a block of another shard imported it. */
  | { readonly kind: 'deq'; readonly outMsg: Cell; readonly importBlockLt: bigint }
  | {
      readonly kind: 'deq-short'
      readonly msgEnvHash: Buffer
      readonly nextWorkchain: number
      readonly nextAddrPfx: bigint
      readonly importBlockLt: bigint
    }
  /** Removed from the queue and delivered in the same block. */
  | { readonly kind: 'deq-imm'; readonly outMsg: Cell; readonly reimport: Cell }

/**
 * Reads any constructor of OutMsg. The cells stay unread.
 * @throws TlbError for an unknown constructor
 */
export function loadOutMsg(slice: Slice): OutMsg {
  switch (slice.loadUint(3)) {
    case 0b000:
      return { kind: 'ext', msg: slice.loadRef(), transaction: slice.loadRef() }
    case 0b001:
      return { kind: 'new', outMsg: slice.loadRef(), transaction: slice.loadRef() }
    case 0b010:
      return {
        kind: 'imm',
        outMsg: slice.loadRef(),
        transaction: slice.loadRef(),
        reimport: slice.loadRef(),
      }
    case 0b011:
      return { kind: 'tr', outMsg: slice.loadRef(), imported: slice.loadRef() }
    case 0b100:
      return { kind: 'deq-imm', outMsg: slice.loadRef(), reimport: slice.loadRef() }
    case 0b101:
      return loadDeferred(slice)
    case 0b110:
      return loadDequeued(slice)
    default:
      return { kind: 'tr-req', outMsg: slice.loadRef(), imported: slice.loadRef() }
  }
}

/** Reads the rest of a constructor after the bits 101. */
function loadDeferred(slice: Slice): OutMsg {
  switch (slice.loadUint(2)) {
    case 0b00:
      return { kind: 'new-defer', outMsg: slice.loadRef(), transaction: slice.loadRef() }
    case 0b01:
      return { kind: 'deferred-tr', outMsg: slice.loadRef(), imported: slice.loadRef() }
    default:
      throw new TlbError('OutMsg', 'unknown constructor')
  }
}

/** Reads the rest of a constructor after the bits 110. */
function loadDequeued(slice: Slice): OutMsg {
  if (!slice.loadBit()) {
    return { kind: 'deq', outMsg: slice.loadRef(), importBlockLt: slice.loadUintBig(63) }
  }
  return {
    kind: 'deq-short',
    msgEnvHash: slice.loadBuffer(32),
    nextWorkchain: slice.loadInt(32),
    nextAddrPfx: slice.loadUintBig(64),
    importBlockLt: slice.loadUintBig(64),
  }
}

function storeTransit(builder: Builder, kind: 'tr' | 'tr-req' | 'deferred-tr'): void {
  if (kind === 'deferred-tr') builder.storeUint(0b10101, 5)
  else builder.storeUint(kind === 'tr' ? 0b011 : 0b111, 3)
}

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeOutMsg(value: OutMsg): (builder: Builder) => void {
  return (builder) => {
    switch (value.kind) {
      case 'ext':
        builder.storeUint(0b000, 3).storeRef(value.msg).storeRef(value.transaction)
        return
      case 'imm':
        builder
          .storeUint(0b010, 3)
          .storeRef(value.outMsg)
          .storeRef(value.transaction)
          .storeRef(value.reimport)
        return
      case 'new':
        builder.storeUint(0b001, 3).storeRef(value.outMsg).storeRef(value.transaction)
        return
      case 'new-defer':
        builder.storeUint(0b10100, 5).storeRef(value.outMsg).storeRef(value.transaction)
        return
      case 'tr':
      case 'tr-req':
      case 'deferred-tr':
        storeTransit(builder, value.kind)
        builder.storeRef(value.outMsg).storeRef(value.imported)
        return
      case 'deq':
        builder.storeUint(0b1100, 4).storeRef(value.outMsg).storeUint(value.importBlockLt, 63)
        return
      case 'deq-short':
        builder
          .storeUint(0b1101, 4)
          .storeBuffer(value.msgEnvHash, 32)
          .storeInt(value.nextWorkchain, 32)
          .storeUint(value.nextAddrPfx, 64)
          .storeUint(value.importBlockLt, 64)
        return
      case 'deq-imm':
        builder.storeUint(0b100, 3).storeRef(value.outMsg).storeRef(value.reimport)
    }
  }
}

/**
 * Returns the value that leaves the block with a message: the extra of a descriptor's leaf in its OutMsgDescr
 * (`OutMsg::get_export_value` of the reference node).
 * @param globalVersion of the block (`gen_software`), 0 if it has no version
 * @throws PrunedBranchError if the envelope or message is pruned
 */
export function exportedValueOf(value: OutMsg, globalVersion: number): CurrencyCollection {
  switch (value.kind) {
    case 'new':
    case 'new-defer':
    case 'tr':
    case 'tr-req':
    case 'deferred-tr':
      return envelopedWorth(value.outMsg, globalVersion)
    default:
      return NO_CURRENCIES
  }
}
