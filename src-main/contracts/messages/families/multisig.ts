import { addressInt, coins, hashmap, hashmapE, message } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import {
  bits256,
  bits512,
  bool,
  cell,
  maybe,
  maybeTo,
  oneOfOpcodes,
  record,
  rest,
  to,
  u8,
  u32,
  u48,
  u64,
  u128,
  u256,
} from '../layout.ts'

const multisigAction = oneOfOpcodes({
  f1381e5b: record('send_message', { mode: u8, message: to(message) }),
  '1d0cfbd3': record('update_multisig_param', {
    threshold: u8,
    signers: to(hashmap(8, addressInt)),
    proposers: hashmapE(8, addressInt),
  }),
})
const order = to(hashmap(8, to(multisigAction)))

/** Multisig v2. The opcode table misspells the first. */
export const MULTISIG = [
  query('mulisig_new_order', 0xf718510f, {
    order_seqno: u256,
    signer: bool,
    index: u8,
    expiration_date: u48,
    order,
  }),
  query('multisig_execute', 0x75097f5d, {
    order_seqno: u256,
    expiration_date: u48,
    approvals_num: u8,
    signers_hash: bits256,
    order,
  }),
  query('multisig_execute_internal', 0xa32c59bf, { order }),
  query('multisig_order_init', 0x9c73fba2, {
    threshold: u8,
    signers: to(hashmap(8, addressInt)),
    expiration_date: u48,
    order,
    signer_index: maybe(u8),
  }),
  query('multisig_approve', 0xa762230f, { signer_index: u8 }),
  query('multisig_approve_accepted', 0x82609bf6),
  query('multisig_approve_rejected', 0xafaf283e, { exit_code: u32 }),
]

/** The vesting wallet of ton-blockchain. */
export const VESTING = [
  query('vesting_send_message', 0xa7733acd, { send_mode: u8, message: to(message) }),
  query('vesting_send_message_response', 0xf7733acd),
  query('vesting_add_white_list', 0x7258a69b, { addresses_ref_snake: rest }),
  query('vesting_add_white_list_response', 0xf258a69b),
]

const certificate = record('certificate', {
  data: record('certificate_data', { valid_until: u64, pubkey: bits256 }),
  signature: bits512,
})
const dated = { seqno: u32, valid_until: u64 }

/** Tonkeeper's second factor. */
export const SECOND_FACTOR = [
  body('tonkeeper_2fa_signed', 0x53684037, {
    ref_with_certificate: to(certificate),
    ref_seed_signature: to(record(undefined, { seed_signature: bits512 })),
    payload: oneOfOpcodes({
      b15f2c8c: record('send_actions', { ...dated, msg: cell, mode: u8 }),
      '9d8084d6': record('remove_extension', dated),
      '23d9c15c': record('delegation', { ...dated, new_state_init: cell, forward_amount: coins }),
      de82b501: record('cancel_delegation', dated),
    }),
    certificate_signature: bits512,
  }),
]

const conditional = record('cp', { amount: coins, condition: rest })
const semiChannel = record('sc_body', { seqno: u64, sent: coins, conditionals: hashmapE(32, conditional) })
const signedSemiChannel = record('signed_schs', {
  signature: bits512,
  state: oneOfOpcodes({
    '43685374': record('semichannel_state', {
      channel_id: u128,
      data: semiChannel,
      counterparty_data: maybeTo(semiChannel),
    }),
  }),
})
const balances = { balance_A: coins, balance_B: coins }
const seqnos = { seqno_A: u64, seqno_B: u64 }
const signatures = { sig_A: to(bits512), sig_B: to(bits512), tag: u32, channel_id: u128 }
const signed = { signature: bits512, tag: u32, channel_id: u128 }
const states = { sch_A: to(signedSemiChannel), sch_B: to(signedSemiChannel) }

/** Payment channels of ton-blockchain. */
export const PAYMENT_CHANNELS = [
  body('top_up_channel_balance', 0x67c7d281, { add_A: coins, add_B: coins }),
  body('init_payment_channel', 0x0e0620c2, { is_A: bool, ...signed, ...balances }),
  body('channel_cooperative_close', 0x5577587e, { ...signatures, ...balances, ...seqnos }),
  body('channel_cooperative_commit', 0x79a126ef, { ...signatures, ...seqnos }),
  body('start_uncooperative_channel_close', 0x1f151acf, { signed_by_A: bool, ...signed, ...states }),
  body('challenge_quarantined_channel_state', 0x088eaa32, { challenged_by_A: bool, ...signed, ...states }),
  body('settle_channel_conditionals', 0x66f6f069, {
    from_A: bool,
    ...signed,
    conditionals_to_settle: hashmapE(32, rest),
  }),
  body('finish_uncooperative_channel_close', 0x25432a91),
  body('channel_closed', 0xdddc88ba, { channel_id: u128 }),
]
