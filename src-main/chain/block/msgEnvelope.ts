import type { Builder, Cell, CurrencyCollection, Slice } from '@ton/core'
import { addCurrencies } from '../state/currencies.ts'
import { openCell, parseCell, TlbError } from '../tlb.ts'
import { loadCommonMsgInfo } from './commonMsgInfo.ts'
import type { IntermediateAddress } from './intermediateAddress.ts'
import { loadIntermediateAddress, storeIntermediateAddress } from './intermediateAddress.ts'
import type { MsgMetadata } from './msgMetadata.ts'
import { loadMsgMetadata, storeMsgMetadata } from './msgMetadata.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// msg_envelope#4 cur_addr:IntermediateAddress next_addr:IntermediateAddress fwd_fee_remaining:Grams
//   msg:^(Message Any) = MsgEnvelope;
// msg_envelope_v2#5 cur_addr:IntermediateAddress next_addr:IntermediateAddress fwd_fee_remaining:Grams
//   msg:^(Message Any) emitted_lt:(Maybe uint64) metadata:(Maybe MsgMetadata) = MsgEnvelope;

/** An internal message in transit: its current and next hop, and the rest of its forwarding fee. */
export type MsgEnvelope = {
  readonly curAddr: IntermediateAddress
  readonly nextAddr: IntermediateAddress
  /** Nanotons. */
  readonly fwdFeeRemaining: bigint
  /** `^(Message Any)`: see loadMessage. */
  readonly msg: Cell
  /** The fields that `msg_envelope_v2` adds; undefined for `msg_envelope`. */
  readonly v2:
    | { readonly emittedLt: bigint | undefined; readonly metadata: MsgMetadata | undefined }
    | undefined
}

/**
 * Reads `msg_envelope#4` or `msg_envelope_v2#5`.
 * @throws TlbError for another tag
 */
export function loadMsgEnvelope(slice: Slice): MsgEnvelope {
  const tag = slice.loadUint(4)
  if (tag !== 4 && tag !== 5) throw new TlbError('MsgEnvelope', `tag ${tag.toString(16)}`)
  return {
    curAddr: loadIntermediateAddress(slice),
    nextAddr: loadIntermediateAddress(slice),
    fwdFeeRemaining: slice.loadCoins(),
    msg: slice.loadRef(),
    v2:
      tag === 5
        ? {
            emittedLt: slice.loadBit() ? slice.loadUintBig(64) : undefined,
            metadata: slice.loadBit() ? loadMsgMetadata(slice) : undefined,
          }
        : undefined,
  }
}

/** Returns a writer (for Builder.store) of the version that `v2` selects. */
export function storeMsgEnvelope(value: MsgEnvelope) {
  return (builder: Builder): void => {
    builder
      .storeUint(value.v2 ? 5 : 4, 4)
      .store(storeIntermediateAddress(value.curAddr))
      .store(storeIntermediateAddress(value.nextAddr))
      .storeCoins(value.fwdFeeRemaining)
      .storeRef(value.msg)
    if (!value.v2) return
    const { emittedLt, metadata } = value.v2
    builder.storeBit(emittedLt !== undefined)
    if (emittedLt !== undefined) builder.storeUint(emittedLt, 64)
    builder.storeBit(metadata !== undefined)
    if (metadata !== undefined) builder.store(storeMsgMetadata(metadata))
  }
}

/** The global version from which the field of `ihr_fee` holds `extra_flags`, which are not an amount. */
const IHR_FEE_ENDS = 12

/**
 * Returns the value of an internal message (a Message cell), without its forwarding fee. In blocks of global
 * versions below 12 the ihr_fee is added.
 * @throws TlbError for an external message
 */
export function messageWorth(message: Cell, globalVersion: number): CurrencyCollection {
  const info = loadCommonMsgInfo(openCell(message, 'Message'))
  if (info.type !== 'internal') throw new TlbError('Message', `${info.type} where an internal one belongs`)
  return globalVersion < IHR_FEE_ENDS ? addCurrencies(info.value, { coins: info.extraFlags }) : info.value
}

/**
 * Returns the value that an enveloped message (a MsgEnvelope cell) carries: messageWorth and the rest of its
 * forwarding fee.
 */
export function envelopedWorth(envelope: Cell, globalVersion: number): CurrencyCollection {
  const { msg, fwdFeeRemaining } = parseCell(envelope, 'MsgEnvelope', loadMsgEnvelope)
  return addCurrencies(messageWorth(msg, globalVersion), { coins: fwdFeeRemaining })
}
