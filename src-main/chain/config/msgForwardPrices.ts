import type { Builder, Slice } from '@ton/core'
import { loadTag } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// msg_forward_prices#ea lump_price:uint64 bit_price:uint64 cell_price:uint64 ihr_price_factor:uint32
//   first_frac:uint16 next_frac:uint16 = MsgForwardPrices;
// config_mc_fwd_prices#_ MsgForwardPrices = ConfigParam 24;
// config_fwd_prices#_ MsgForwardPrices = ConfigParam 25;

/**
 * Parameters 24 (to or from the masterchain) and 25 (other messages). A message costs `lumpPrice` nanotons
 * plus (bitPrice · bits + cellPrice · cells) / 2^16, where its root cell does not count. Fractions are in
 * units of 2^-16.
 */
export type MsgForwardPrices = {
  readonly lumpPrice: bigint
  readonly bitPrice: bigint
  readonly cellPrice: bigint
  readonly ihrPriceFactor: number
  readonly firstFrac: number
  readonly nextFrac: number
}

/** Reads `msg_forward_prices#ea`. */
export function loadMsgForwardPrices(slice: Slice): MsgForwardPrices {
  loadTag(slice, 'MsgForwardPrices', 0xea, 8)
  return {
    lumpPrice: slice.loadUintBig(64),
    bitPrice: slice.loadUintBig(64),
    cellPrice: slice.loadUintBig(64),
    ihrPriceFactor: slice.loadUint(32),
    firstFrac: slice.loadUint(16),
    nextFrac: slice.loadUint(16),
  }
}

/** Returns a writer (for Builder.store) of `msg_forward_prices#ea`. */
export function storeMsgForwardPrices(prices: MsgForwardPrices): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(0xea, 8)
      .storeUint(prices.lumpPrice, 64)
      .storeUint(prices.bitPrice, 64)
      .storeUint(prices.cellPrice, 64)
      .storeUint(prices.ihrPriceFactor, 32)
      .storeUint(prices.firstFrac, 16)
      .storeUint(prices.nextFrac, 16)
  }
}
