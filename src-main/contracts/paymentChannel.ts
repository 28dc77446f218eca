import type { Cell, Slice } from '@ton/core'
import { loadMsgAddressInt, type MsgAddressInt } from '../chain/block/msgAddress.ts'
import { parseCell, TlbError } from '../chain/tlb.ts'

// chan_config$_ init_timeout:uint32 close_timeout:uint32 a_key:bits256 b_key:bits256
//   a_addr:^MsgAddressInt b_addr:^MsgAddressInt channel_id:uint64 min_A_extra:Grams = ChanConfig;
// chan_state_init$000 signed_A:Bool signed_B:Bool min_A:Grams min_B:Grams expire_at:uint32 A:Grams B:Grams
//   = ChanState;
// chan_state_close$001 signed_A:Bool signed_B:Bool promise_A:Grams promise_B:Grams expire_at:uint32
//   A:Grams B:Grams = ChanState;
// chan_state_payout$010 A:Grams B:Grams = ChanState;
// chan_data$_ config:^ChanConfig state:^ChanState = ChanData;

export type ChannelConfig = {
  /** Seconds. */
  readonly initTimeout: number
  readonly closeTimeout: number
  readonly aKey: Buffer
  readonly bKey: Buffer
  readonly aAddress: MsgAddressInt
  readonly bAddress: MsgAddressInt
  readonly channelId: bigint
  /** Nanoton. */
  readonly minAExtra: bigint
}

/** Amounts in nanoton; `firstA` and `firstB` are the least amounts at the opening, and promises at the closing. */
export type ChannelState =
  | {
      readonly type: 'init' | 'close'
      readonly signedA: boolean
      readonly signedB: boolean
      readonly firstA: bigint
      readonly firstB: bigint
      /** Unix seconds. */
      readonly expireAt: number
      readonly a: bigint
      readonly b: bigint
    }
  | { readonly type: 'payout'; readonly a: bigint; readonly b: bigint }

export type PaymentChannel = { readonly config: ChannelConfig; readonly state: ChannelState }

/** Reads the storage of a payment channel. Errors as in parseCell. */
export function readPaymentChannel(data: Cell): PaymentChannel {
  return parseCell(data, 'ChanData', (slice) => ({
    config: parseCell(slice.loadRef(), 'ChanConfig', loadConfig),
    state: parseCell(slice.loadRef(), 'ChanState', loadState),
  }))
}

function loadConfig(slice: Slice): ChannelConfig {
  const address = () => parseCell(slice.loadRef(), 'MsgAddressInt', loadMsgAddressInt)
  return {
    initTimeout: slice.loadUint(32),
    closeTimeout: slice.loadUint(32),
    aKey: slice.loadBuffer(32),
    bKey: slice.loadBuffer(32),
    aAddress: address(),
    bAddress: address(),
    channelId: slice.loadUintBig(64),
    minAExtra: slice.loadCoins(),
  }
}

function loadState(slice: Slice): ChannelState {
  const tag = slice.loadUint(3)
  switch (tag) {
    case 0b000:
    case 0b001:
      return {
        type: tag === 0b000 ? 'init' : 'close',
        signedA: slice.loadBit(),
        signedB: slice.loadBit(),
        firstA: slice.loadCoins(),
        firstB: slice.loadCoins(),
        expireAt: slice.loadUint(32),
        a: slice.loadCoins(),
        b: slice.loadCoins(),
      }
    case 0b010:
      return { type: 'payout', a: slice.loadCoins(), b: slice.loadCoins() }
  }
  throw new TlbError('ChanState', `tag ${tag}`)
}

/** A state as the reference's TL-B printer writes it, with a line break at its end. */
export function describeChannelState(state: ChannelState): string {
  const amount = (name: string, value: bigint) => {
    const length = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
    return `\n  ${name}:(nanograms\n    amount:(var_uint len:${length} value:${value}))`
  }
  const ends = `${amount('A', state.a)}${amount('B', state.b)})\n`
  if (state.type === 'payout') return `(chan_state_payout${ends}`
  const first = state.type === 'init' ? 'min' : 'promise'
  const signed = `signed_A:${Number(state.signedA)} signed_B:${Number(state.signedB)}`
  const amounts = `${amount(`${first}_A`, state.firstA)}${amount(`${first}_B`, state.firstB)}`
  return `(chan_state_${state.type} ${signed}${amounts} expire_at:${state.expireAt}${ends}`
}
