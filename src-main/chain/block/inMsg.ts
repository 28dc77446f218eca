import type { Builder, Cell, Slice } from '@ton/core'
import { NO_CURRENCIES } from '../state/currencies.ts'
import { TlbError } from '../tlb.ts'
import type { ImportFees } from './importFees.ts'
import { envelopedWorth, messageWorth } from './msgEnvelope.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// msg_import_ext$000 msg:^(Message Any) transaction:^Transaction = InMsg;
// msg_import_ihr$010 msg:^(Message Any) transaction:^Transaction ihr_fee:Grams proof_created:^Cell = InMsg;
// msg_import_imm$011 in_msg:^MsgEnvelope transaction:^Transaction fwd_fee:Grams = InMsg;
// msg_import_fin$100 in_msg:^MsgEnvelope transaction:^Transaction fwd_fee:Grams = InMsg;
// msg_import_tr$101 in_msg:^MsgEnvelope out_msg:^MsgEnvelope transit_fee:Grams = InMsg;
// msg_discard_fin$110 in_msg:^MsgEnvelope transaction_id:uint64 fwd_fee:Grams = InMsg;
// msg_discard_tr$111 in_msg:^MsgEnvelope transaction_id:uint64 fwd_fee:Grams proof_delivered:^Cell = InMsg;
// msg_import_deferred_fin$00100 in_msg:^MsgEnvelope transaction:^Transaction fwd_fee:Grams = InMsg;
// msg_import_deferred_tr$00101 in_msg:^MsgEnvelope out_msg:^MsgEnvelope = InMsg;

/**
 * The way in which a message came into a block. Cells: `msg` is a Message, `inMsg` and `outMsg` are
 * MsgEnvelopes, `transaction` is a Transaction. Fees are in nanotons.
 */
export type InMsg =
  /** An external message. */
  | { readonly kind: 'ext'; readonly msg: Cell; readonly transaction: Cell }
  /** By instant hypercube routing. */
  | {
      readonly kind: 'ihr'
      readonly msg: Cell
      readonly transaction: Cell
      readonly ihrFee: bigint
      readonly proofCreated: Cell
    }
  /** Created in this block (`imm`), from a queue (`fin`), from a dispatch queue (`deferred-fin`). */
  | {
      readonly kind: 'imm' | 'fin' | 'deferred-fin'
      readonly inMsg: Cell
      readonly transaction: Cell
      readonly fwdFee: bigint
    }
  /** In transit to another shard. */
  | { readonly kind: 'tr'; readonly inMsg: Cell; readonly outMsg: Cell; readonly transitFee: bigint }
  | {
      readonly kind: 'discard-fin'
      readonly inMsg: Cell
      readonly transactionId: bigint
      readonly fwdFee: bigint
    }
  | {
      readonly kind: 'discard-tr'
      readonly inMsg: Cell
      readonly transactionId: bigint
      readonly fwdFee: bigint
      readonly proofDelivered: Cell
    }
  /** From a dispatch queue to the outbound queue. */
  | { readonly kind: 'deferred-tr'; readonly inMsg: Cell; readonly outMsg: Cell }

/**
 * Reads any constructor of InMsg. The cells stay unread.
 * @throws TlbError for an unknown constructor
 */
export function loadInMsg(slice: Slice): InMsg {
  switch (slice.loadUint(3)) {
    case 0b000:
      return { kind: 'ext', msg: slice.loadRef(), transaction: slice.loadRef() }
    case 0b010:
      return {
        kind: 'ihr',
        msg: slice.loadRef(),
        transaction: slice.loadRef(),
        ihrFee: slice.loadCoins(),
        proofCreated: slice.loadRef(),
      }
    case 0b011:
      return loadDelivered(slice, 'imm')
    case 0b100:
      return loadDelivered(slice, 'fin')
    case 0b101:
      return {
        kind: 'tr',
        inMsg: slice.loadRef(),
        outMsg: slice.loadRef(),
        transitFee: slice.loadCoins(),
      }
    case 0b110:
      return {
        kind: 'discard-fin',
        inMsg: slice.loadRef(),
        transactionId: slice.loadUintBig(64),
        fwdFee: slice.loadCoins(),
      }
    case 0b111:
      return {
        kind: 'discard-tr',
        inMsg: slice.loadRef(),
        transactionId: slice.loadUintBig(64),
        fwdFee: slice.loadCoins(),
        proofDelivered: slice.loadRef(),
      }
    default:
      return loadDeferred(slice)
  }
}

function loadDelivered(slice: Slice, kind: 'imm' | 'fin' | 'deferred-fin'): InMsg {
  return { kind, inMsg: slice.loadRef(), transaction: slice.loadRef(), fwdFee: slice.loadCoins() }
}

/** Reads the rest of a constructor after the bits 001. */
function loadDeferred(slice: Slice): InMsg {
  switch (slice.loadUint(2)) {
    case 0b00:
      return loadDelivered(slice, 'deferred-fin')
    case 0b01:
      return { kind: 'deferred-tr', inMsg: slice.loadRef(), outMsg: slice.loadRef() }
    default:
      throw new TlbError('InMsg', 'unknown constructor')
  }
}

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeInMsg(value: InMsg): (builder: Builder) => void {
  return (builder) => {
    switch (value.kind) {
      case 'ext':
        builder.storeUint(0b000, 3).storeRef(value.msg).storeRef(value.transaction)
        return
      case 'ihr':
        builder
          .storeUint(0b010, 3)
          .storeRef(value.msg)
          .storeRef(value.transaction)
          .storeCoins(value.ihrFee)
          .storeRef(value.proofCreated)
        return
      case 'imm':
        builder.storeUint(0b011, 3)
        break
      case 'fin':
        builder.storeUint(0b100, 3)
        break
      case 'deferred-fin':
        builder.storeUint(0b00100, 5)
        break
      case 'tr':
        builder.storeUint(0b101, 3).storeRef(value.inMsg).storeRef(value.outMsg).storeCoins(value.transitFee)
        return
      case 'discard-fin':
        builder
          .storeUint(0b110, 3)
          .storeRef(value.inMsg)
          .storeUint(value.transactionId, 64)
          .storeCoins(value.fwdFee)
        return
      case 'discard-tr':
        builder
          .storeUint(0b111, 3)
          .storeRef(value.inMsg)
          .storeUint(value.transactionId, 64)
          .storeCoins(value.fwdFee)
          .storeRef(value.proofDelivered)
        return
      case 'deferred-tr':
        builder.storeUint(0b00101, 5).storeRef(value.inMsg).storeRef(value.outMsg)
        return
    }
    builder.storeRef(value.inMsg).storeRef(value.transaction).storeCoins(value.fwdFee)
  }
}

/**
 * Returns the extra of a descriptor's leaf in its InMsgDescr (`InMsg::get_import_fees` of the reference
 * node).
 * @param globalVersion of the block (`gen_software`), 0 if it has no version
 * @throws PrunedBranchError if the envelope or message is pruned
 */
export function importFeesOf(value: InMsg, globalVersion: number): ImportFees {
  switch (value.kind) {
    case 'ext':
      return { feesCollected: 0n, valueImported: NO_CURRENCIES }
    case 'ihr':
      return { feesCollected: value.ihrFee, valueImported: messageWorth(value.msg, globalVersion) }
    case 'imm':
      return { feesCollected: value.fwdFee, valueImported: NO_CURRENCIES }
    case 'fin':
    case 'deferred-fin':
      return { feesCollected: value.fwdFee, valueImported: envelopedWorth(value.inMsg, globalVersion) }
    case 'tr':
      return { feesCollected: value.transitFee, valueImported: envelopedWorth(value.inMsg, globalVersion) }
    case 'discard-fin':
    case 'discard-tr':
      return { feesCollected: value.fwdFee, valueImported: { coins: value.fwdFee } }
    case 'deferred-tr':
      return { feesCollected: 0n, valueImported: envelopedWorth(value.inMsg, globalVersion) }
  }
}
