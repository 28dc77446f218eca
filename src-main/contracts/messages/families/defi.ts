import { address, addressInt, coins, hashmapE, varUint16 } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import {
  bits,
  bits256,
  bool,
  cell,
  type Layout,
  maybe,
  maybeCell,
  maybeTo,
  named,
  oneOf,
  record,
  rest,
  to,
  u2,
  u8,
  u16,
  u32,
  u64,
  u256,
  uint,
} from '../layout.ts'

const nextPayload = maybeTo(record('next_payload', { recipient: address, payload: maybeCell }))
const moonSwap = record('swap_params', {
  min_out: varUint16,
  deadline: u64,
  excess: maybe(address),
  referral: maybe(address),
  next_fulfill: nextPayload,
  next_reject: nextPayload,
})
const moonOrder = record('order_data', { rate: u256, lock: u2, vesting_time: u64 })
const filled = { recipient: address, recipient_payload: maybeCell, reject_address: address }

export const MOON = [
  query('moon_swap', 0xb37a900b, { amount: varUint16, swap_params: moonSwap }),
  body('moon_swap_forward_payload', 0xb37a900b, { swap_params: moonSwap }),
  body('moon_swap_succeed', 0xcb7f38d6),
  body('moon_swap_failed', 0xc47c1f57),
  query('moon_deposit_liquidity', 0xb31db781, { min_lp_out: varUint16 }),
  body('moon_deposit_liquidity_forward_payload', 0xb31db781, { min_lp_out: varUint16 }),
  query('moon_boost_pool', 0x96aa1586),
  body('moon_boost_pool_forward_payload', 0x96aa1586),
  query('moon_create_order', 0xda067c19, { asset2_id: address, order_data: moonOrder }),
  body('moon_create_order_forward_payload', 0xda067c19, {
    asset1_id: address,
    asset2_id: address,
    order_data: moonOrder,
  }),
  query('moon_deploy_order', 0x983432e2, { order_fee: u8, order_data: moonOrder, pipes: cell }),
  query('moon_fill_order', 0x99b49842, filled),
  body('moon_fill_order_forward_payload', 0x99b49842, filled),
  query('moon_order_payout', 0x96612e37),
  query('moon_vesting_payout', 0xb4fc3916),
  query('moon_cancel_order', 0x1e8d79c4),
  query('moon_order_cancelled', 0x49f48ee9),
]

export const TEGRO = [
  query('tegro_swap_ton', 0x600c00fd, {
    extract: bool,
    max_in: coins,
    min_out: coins,
    destination: address,
    error_destination: address,
    ref: maybeTo(address),
  }),
  body('tegro_add_liquidity_forward_payload', 0x287e167a, { amount_a: varUint16, abount_b: varUint16 }),
  body('tegro_jetton_swap_forward_payload', 0x01fb7a25, {
    extract: bool,
    max_in: varUint16,
    min_out: varUint16,
    destination: address,
    error_destination: address,
    payload: maybeCell,
  }),
]

export const MEGATON = [
  query('megaton_wton_mint', 0x77a33521, { amount: coins }),
  body('megaton_update_mining_params', 0x56a8e920, {
    pool_addr: addressInt,
    last_mined: u256,
    last_index: u256,
    '': to(record(undefined, { last_mined: u256, last_index: u256 })),
  }),
]

const traded = {
  supply_delta: coins,
  new_supply: coins,
  collected_ton_liq: coins,
  refferal: rest,
}

/** Launchpads: Blum's memepad and Gas Pump. */
export const LAUNCHPADS = [
  query('blum_memepad_buy', 0xaf750d34, { min_recieve: coins, receiver: address, refferal: rest }),
  query('blum_memepad_sell', 0x742b36d8, { amount: coins, min_recieve: coins, refferal: rest }),
  query('blum_memepad_unlock_wallet', 0xf0fd50bb),
  body('blum_memepad_buy_log', 0xceac8af4, { buyer_address: address, tons_consumed: coins, ...traded }),
  body('blum_memepad_sell_log', 0xef2e2def, { seller_address: address, ton_value: coins, ...traded }),
  body('blum_memepad_send_liq_log', 0x30c7219b, { ton_liq_amount: coins, jetton_liq_amount: coins }),
  body('gas_pump_buy_log', 0x67617302, {
    buyer_address: address,
    input_ton_amount: coins,
    ton_amount: coins,
    jetton_amount: coins,
    fee_ton_amount: coins,
    bonding_curve_overflow: bool,
  }),
  body('gas_pump_sell_log', 0x67617303, {
    seller_address: address,
    ton_amount: coins,
    jetton_amount: coins,
    fee_ton_amount: coins,
  }),
  body('gas_pump_send_to_pool_log', 0x67617305, {
    ton_amount: coins,
    jetton_amount: coins,
    fee_ton_amount: coins,
  }),
  body('gas_pump_change_trade_state_log', 0x67617306, { old_trade_state: u16, new_trade_state: u16 }),
]

/** A set of addresses: 267 bits are an addr_std. */
const addresses = hashmapE(267, named('bit', uint(1)))

export const JVAULT = [
  query('jvault_receive_jettons', 0xd68a4ac1, {
    min_deposit: coins,
    max_deposit: coins,
    unstake_commission: u16,
    unstake_fee: coins,
    whitelist: addresses,
    received_jettons: coins,
  }),
  query('jvault_unstake_jettons', 0x499a9262, { jettons_to_unstake: coins, force_unstake: bool }),
  query('jvault_unstake_request', 0x0168d4b7, { jettons_to_unstake: coins }),
  query('jvault_claim_rewards_msg', 0x78d9f109, { jettons_to_claim: addresses }),
  body('jvault_send_claimed_rewards', 0x44bc1fe3),
  body('jvault_request_update_rewards', 0xf5c5baa3),
  body('jvault_update_rewards', 0xae9307ce),
  body('jvault_request_update_referrer', 0x55c35b40),
  body('jvault_update_referrer', 0x076ee4e0),
  body('jvault_set_data', 0x383411ea),
]

/** tgBTC's logs. */
export const TGBTC = [
  body('tgbtc_mint_event', 0x77a80ef3, { amount: coins, recipient_address: address, bitcoin_txid: u256 }),
  body('tgbtc_burn_event', 0xca444ce6, { amount: coins, sender_address: address, pegout_address: address }),
  body('tgbtc_new_key_event', 0x27756729, {
    amount: coins,
    new_internal_pubkey: u256,
    pegout_address: address,
  }),
  body('tgbtc_dkg_completed_event', 0x453443a6, { timestamp: u64, internal_pubkey: u256 }),
]

const guardians: Layout = to(
  record(undefined, { version: u8, guardian_set_index: u32, signatures_length: u8, rest_signatures: rest }),
)
const feeds = { update_data: cell, price_ids: cell }
const answered = { target_address: address, custom_payload: cell }

/** Pyth's price feeds. */
export const PYTH = [
  body('pyth_update_guardian_set', 0x00000001, { '': guardians }),
  body('pyth_parse_price_feed_updates', 0x00000005, {
    ...feeds,
    min_publish_time: u64,
    max_publish_time: u64,
    ...answered,
  }),
  body('pyth_parse_unique_price_feed_updates', 0x00000006, {
    ...feeds,
    publish_time: u64,
    max_staleness: u64,
    ...answered,
  }),
  body('pyth_parse_unique_price_feed_updates', 0x00000006, {
    number_of_price_feeds: u8,
    price_feeds: cell,
    sender_address: address,
    custom_payload: rest,
  }),
  body('pyth_response_success', 0x00010001, { result: cell, original_custom_payload: cell }),
  body('pyth_response_error', 0x00010002, {
    error_code: u32,
    original_op_code: u32,
    original_custom_payload: cell,
  }),
]

/** DAOLama, invoices. */
export const PAYMENTS = [
  body('daolama_vault_supply', 0x5c11ada9, { amount: coins }),
  body('invoice_payload', 0x7aa23eb5, {
    id: bits(128),
    url: oneOf({ '00000000': record('none', {}), '00000001': record('tonsite', { address: bits256 }) }),
  }),
]
