import { addressInt, coins, currencies, hashmapE, message, outList, stateInit } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import {
  bits256,
  bits512,
  bool,
  cell,
  type DecodedValue,
  i8,
  isConsumed,
  type Layout,
  maybe,
  maybeTo,
  oneOfOpcodes,
  record,
  to,
  u8,
  u16,
  u32,
  u64,
  uint,
} from '../layout.ts'

// W5 (wallet v5 r1): actions as an OutList, then a chain of its own.

const extendedAction = oneOfOpcodes({
  '02': record('add_extension', { addr: addressInt }),
  '03': record('delete_extension', { addr: addressInt }),
  '04': record('set_signature_auth_allowed', { allowed: bool }),
})

const extendedActions: Layout = (slice, walk) => {
  const action = extendedAction(slice, walk)
  // What follows in the same cell are the request's own fields, what is behind a reference is the next action.
  return slice.remainingRefs === 0
    ? { '@type': 'extended_list_last', action }
    : { '@type': 'extended_list_action', action, prev: to(extendedActions)(slice, walk) }
}

const w5Actions = record('w5_actions_request', {
  out_actions: maybeTo(outList),
  extended_actions: maybe(extendedActions),
})
const w5Signed = record('w5_signed_request', {
  wallet_id: u32,
  valid_until: u32,
  msg_seqno: u32,
  inner: w5Actions,
  signature: bits512,
})

/** Bodies of wallets with an opcode. */
export const WALLETS = [
  body('w5_external_signed_request', 0x7369676e, { request: w5Signed }),
  body('w5_internal_signed_request', 0x73696e74, { request: w5Signed }),
  query('w5_extension_action_request', 0x6578746e, { request: w5Actions }),
  query('highload_v3_internal_request', 0xae42e5a4, { actions: to(outList) }),

  query('wallet_plugin_installation_notification', 0x6e6f7465),
  query('wallet_plugin_destruct', 0x64737472),
  query('wallet_plugin_destruct_response', 0xe4737472),
  query('payment_request', 0x706c7567, { amount: currencies }),
  query('payment_confirmed', 0xf06c7567),
]

const sending = record(undefined, { mode: u8, msg: to(message) })

/** One message for each reference, the modes one after the other. */
const messages: Layout = (slice, walk) => {
  const decoded: Record<string, DecodedValue> = { '@type': `msgs_${slice.remainingRefs}` }
  for (let i = 1; slice.remainingRefs > 0; i++) decoded[`msg_${i}`] = sending(slice, walk)
  return decoded
}

const plugin = { plugin_workchain: i8, plugin_address: bits256, amount: coins, query_id: u64 }
const walletV4Op = oneOfOpcodes({
  '00': record('simple_send', { msgs: messages }),
  '01': record('w4_deploy_install_plugin', {
    plugin_workchain: i8,
    plugin_balance: coins,
    state_init: to(stateInit),
    body: cell,
  }),
  '02': record('w4_install_plugin', plugin),
  '03': record('remove_plugin', plugin),
})

const dated = { signature: bits512, subwallet_id: u32, valid_until: u32, msg_seqno: u32 }
const highloadQueryId = record('query_id', { shift: uint(13), bit_number: uint(10) })

const SIGNATURE_BITS = 512
/** Of `dated`. */
const DATED_BITS = SIGNATURE_BITS + 3 * 32
const TAG_BITS = 8
/** The least that a wallet's operations have after their tag, those on plugins. */
const PLUGIN_BITS = 12
const MODE_BITS = 8

type Signed = {
  /** False for sizes that the layout can't have: trying it would cost more than asking. */
  readonly fits: (bits: number, refs: number) => boolean
  readonly layout: Layout
}

/** In the order in which they are tried: what begins with a signature has no opcode to tell it by. */
const SIGNED: readonly Signed[] = [
  {
    fits: (bits, refs) => bits === SIGNATURE_BITS && refs === 1,
    layout: record('preprocessed_wallet_signed_v2', {
      signature: bits512,
      msg: to(whole(record('msg_inner', { valid_until: u64, seq_no: u16, actions: to(outList) }))),
    }),
  },
  {
    fits: (bits, refs) => bits === SIGNATURE_BITS && refs === 1,
    layout: record('highload_wallet_signed_v3', {
      signature: bits512,
      msg: to(
        whole(
          record('msg_inner', {
            subwallet_id: u32,
            message_to_send: to(message),
            send_mode: u8,
            query_id: highloadQueryId,
            created_at: u64,
            timeout: uint(22),
          }),
        ),
      ),
    }),
  },
  // Highload v1 has the same bits (its query id is valid_until and seqno), so this is what it decodes to.
  {
    fits: (bits, refs) => bits === DATED_BITS + 1 && refs <= 1,
    layout: record('highload_wallet_signed_v2', {
      signature: bits512,
      subwallet_id: u32,
      query_id: u64,
      payload: hashmapE(16, sending),
    }),
  },
  {
    fits: (bits, refs) =>
      bits === DATED_BITS + TAG_BITS + MODE_BITS * refs || bits >= DATED_BITS + TAG_BITS + PLUGIN_BITS,
    layout: record('wallet_signed_v4', { ...dated, op: walletV4Op }),
  },
  {
    fits: (bits, refs) => bits === DATED_BITS + MODE_BITS * refs,
    layout: record('wallet_signed_v3', { ...dated, msgs: messages }),
  },
  {
    fits: (bits, refs) => bits === SIGNATURE_BITS + 2 * 32 + MODE_BITS * refs,
    layout: record('wallet_signed_v2', {
      signature: bits512,
      msg_seqno: u32,
      valid_until: u32,
      msgs: messages,
    }),
  },
  {
    fits: (bits, refs) => bits === SIGNATURE_BITS + 32 + MODE_BITS * refs,
    layout: record('wallet_signed_v1', { signature: bits512, msg_seqno: u32, msgs: messages }),
  },
]

/** Nothing may be left over. */
function whole(layout: Layout): Layout {
  return (slice, walk) => {
    const decoded = layout(slice, walk)
    if (!isConsumed(slice)) throw new Error('something is left over')
    return decoded
  }
}

const SIGNED_WHOLE = SIGNED.map(({ fits, layout }) => ({ fits, layout: whole(layout) }))

/** The layouts of external messages of the wallets before W5 that a body of this size may have: each takes it whole. */
export function signedBodies(bits: number, refs: number): readonly Layout[] {
  return SIGNED_WHOLE.filter(({ fits }) => fits(bits, refs)).map(({ layout }) => layout)
}
