import { address, addressInt, coins, hashmapE } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import {
  bits512,
  cell,
  type Fields,
  i8,
  i16,
  i64,
  type Layout,
  maybeCell,
  maybeTo,
  named,
  oneOf,
  oneOfOpcodes,
  record,
  rest,
  to,
  u8,
  u16,
  u32,
  u64,
  u256,
} from '../layout.ts'

// EVAA's lending protocol (docs.evaa.finance). Its numbers are types of their own, which print with their names.

const amount = named('amount', u64)
const assetId = named('asset_id', u256)
const principal = named('principal', i64)
const rate = named('sb_rate', u64)
const balance = named('balance', u64)
const tracking = named('tracking_index', u64)
const flag = oneOf({ '11': record('bool_true', {}), '00': record('bool_false', {}) })
const nested = (fields: Fields): Layout => to(record(undefined, fields))

const response = { custom_response_payload: cell }
const forwarded = { forward_ton_amount: amount, ...response }
const forwardedCoins = { forward_ton_amount: coins, ...response }
const trackingIndices = { tracking_supply_index: tracking, tracking_borrow_index: tracking }

const assetConfig = record(undefined, {
  jw_address_hash: named('address_hash', u256),
  decimals: u8,
  params: nested({
    collateral_factor: u16,
    liquidation_threshold: u16,
    liquidation_bonus: u16,
    base_borrow_rate: u64,
    borrow_rate_slope_low: u64,
    borrow_rate_slope_high: u64,
    supply_rate_slope_low: u64,
    supply_rate_slope_high: u64,
    target_utilization: u64,
    origination_fee: u64,
    dust_value: u64,
    max_total_supply: u64,
    reserve_factor: u16,
    liquidation_reserve_factor: u16,
    min_principal_for_rewards: u64,
    base_tracking_supply_speed: u64,
    base_tracking_borrow_speed: u64,
  }),
})
const assetDynamics = record(undefined, {
  s_rate: rate,
  b_rate: rate,
  total_supply_principal: principal,
  total_borrow_principal: principal,
  last_accrual: named('timestamp', u32),
  token_balance: balance,
  ...trackingIndices,
  awaited_supply: balance,
})
const configs = record(undefined, { asset_configs: hashmapE(256, assetConfig) })
const dynamics = record(undefined, { asset_dynamics: hashmapE(256, assetDynamics) })
const collections = { asset_config_collection: configs, asset_dynamics_collection: dynamics }

const priceAssets: Layout = (slice, walk) =>
  record('price_assets', { id: u256, price: coins, next_asset: maybeTo(priceAssets) })(slice, walk)
const oraclesData: Layout = (slice, walk) =>
  record('price_oracles_data', {
    oracle_id: u32,
    proof: cell,
    signature: bits512,
    next_oracles_data: maybeTo(oraclesData),
  })(slice, walk)
const prices = to(record('prices_packed', { assets: to(priceAssets), oracles_data: to(oraclesData) }))
const masterConfig = to(
  record('master_config', {
    asset_config_collection: configs,
    if_active: i8,
    admin: addressInt,
    oracles_info: record('oracles_info', { total_oracles: u16, threshold: u16, oracles: cell }),
    tokens_keys: maybeCell,
    maybe_supervisor_address_cell: rest,
  }),
)

const repay = { subaccount_id: i16, return_repay_remainings_flag: flag }
const supplied = { include_user_code: flag, supply_amount: amount, recipient_address: addressInt }
const suppliedUser = {
  asset_id: assetId,
  supply_amount_current: amount,
  s_rate: rate,
  b_rate: rate,
  dust: u64,
  max_token_amount: u64,
  total_supply: principal,
  total_borrow: principal,
  ...trackingIndices,
}
const succeeded = {
  owner_address: addressInt,
  asset_id: assetId,
  amount_supplied: amount,
  user_new_principal: principal,
  repay_amount_principal: principal,
}
const failed = { owner_address: addressInt, asset_id: assetId, amount, ...forwarded }
const custom = { custom_payload_recipient: addressInt, custom_payload_saturation_flag: flag }

/** Where an opcode is there more than once, contracts of several versions are in use: the longest is tried first. */
const SUPPLY = [
  query('evaa_supply_master', 0x00000001, { ...supplied, ...forwarded }),
  query('evaa_supply_master', 0x00000001, {
    ...supplied,
    ...response,
    supply_master_optional: record('sm_opt_data', { ...repay, ...custom }),
  }),
  query('evaa_supply_master', 0x00000001, { ...supplied, ...response, supply_master_optional: rest }),
  query('evaa_supply_user', 0x00000011, {
    ...suppliedUser,
    ...response,
    '': nested({ ...repay, ...custom, initial_sender: addressInt }),
  }),
  query('evaa_supply_user', 0x00000011, { ...suppliedUser, ...forwarded }),
  query('evaa_supply_success', 0x0000011a, {
    ...succeeded,
    supply_amount_principal: principal,
    ...response,
    ...repay,
    '': nested({ custom_payload_recipient: address }),
    custom_payload_saturation_flag: flag,
  }),
  query('evaa_supply_success', 0x0000011a, { ...succeeded, supply_amount_principal: principal, ...response }),
  query('evaa_supply_success', 0x0000011a, { ...succeeded, custom_response_payload: rest }),
  query('evaa_supply_fail', 0x0000011f, { ...failed, ...repay, '': nested({ initial_sender: addressInt }) }),
  query('evaa_supply_fail', 0x0000011f, failed),
  query('evaa_supply_excess_with_data', 0x000011ae, response),
  query('evaa_supply_excess', 0x000011ae),
  query('evaa_supply_fail_with_data', 0x00011ae1, response),
]

const collateralized = {
  owner_address: addressInt,
  asset_id: assetId,
  withdraw_amount_current: amount,
  user_new_principal: principal,
  borrow_amount_principal: principal,
}

const WITHDRAW = [
  query('evaa_withdraw_master', 0x00000002, {
    asset_id: assetId,
    amount,
    recipient_addr: addressInt,
    include_user_code: flag,
    ...forwarded,
    prices_with_signature_packed: prices,
  }),
  query('evaa_withdraw_user', 0x00000021, {
    asset_id: assetId,
    withdraw_amount_current: amount,
    s_rate: rate,
    b_rate: rate,
    recipient_address: addressInt,
    '': nested({ ...collections, prices_packed: prices, ...forwarded }),
  }),
  query('evaa_withdraw_collateralized', 0x00000211, {
    ...collateralized,
    reclaim_amount_principal: principal,
    '': nested({ recipient_address: addressInt, ...forwarded }),
  }),
  query('evaa_withdraw_collateralized', 0x00000211, {
    ...collateralized,
    reclaim_amount_principal_optional: rest,
  }),
  query('evaa_withdraw_success', 0x0000211a, {
    asset_id: assetId,
    principal_amount: principal,
    ...trackingIndices,
  }),
  query('evaa_withdraw_success_excess_with_data', 0x0000211a, response),
  query('evaa_withdraw_success_excess_with_data', 0x0000211a, { custom_response_payload: rest }),
  query('evaa_withdraw_fail', 0x0000211f, { asset_id: assetId, principal_amount: principal }),
  query('evaa_withdraw_locked_excess', 0x000021e6),
  query('evaa_withdraw_not_collateralized_excess', 0x000021e7),
  query('evaa_withdraw_no_funds_excess', 0x00211fe8),
  query('evaa_withdraw_missing_prices_excess', 0x000021e8),
  query('evaa_withdraw_execution_crashed', 0x000021ec),
]

const liquidating = {
  borrower_address: addressInt,
  liquidator_address: address,
  collateral_asset_id: assetId,
  min_collateral_amount: amount,
  include_user_code: flag,
  liquidate_incoming_amount: amount,
  '': nested(forwarded),
}
const liquidated = {
  owner_address: addressInt,
  liquidator_address: addressInt,
  transferred_asset_id: assetId,
}
const deltas = {
  transferred_asset_id: assetId,
  delta_loan_principal: principal,
}

const LIQUIDATE = [
  query('evaa_liquidate_master', 0x00000003, { ...liquidating, prices_with_signature_packed: prices }),
  query('evaa_liquidate_master', 0x00000003, liquidating),
  query('evaa_liquidate_user', 0x00000031, {
    ...collections,
    '': nested({
      prices_packed: prices,
      collateral_asset_id: assetId,
      min_collateral_amount: amount,
      liquidator_address: addressInt,
      transferred_asset_id: assetId,
      transfered_amount: amount,
      ...forwardedCoins,
    }),
  }),
  query('evaa_liquidate_unsatisfied', 0x0000031f, {
    ...liquidated,
    '': nested({
      transferred_amount: amount,
      collateral_asset_id: assetId,
      min_collateral_amount: amount,
      ...forwardedCoins,
      error: oneOfOpcodes({
        '000031f0': record('user_withdraw_in_progress', {}),
        '000031f2': record('not_liquidatable', {}),
        '000031f7': record('liquidation_prices_missing', {}),
        '000031f3': record('min_collateral_not_satisfied', { collateral_amount: amount }),
        '000031f4': record('user_not_enough_collateral', { collateral_present: amount }),
        '000031f5': record('user_liquidating_too_much', { max_not_too_much: amount }),
        '000031fe': record('liqudation_execution_crashed', {}),
      }),
    }),
  }),
  query('evaa_liquidate_satisfied', 0x00000311, {
    ...liquidated,
    '': nested({
      delta_loan_principal: principal,
      liquidatable_amount: amount,
      protocol_gift: amount,
      new_user_loan_principal: principal,
      collateral_asset_id: assetId,
      delta_collateral_principal: principal,
      collateral_reward: amount,
      min_collateral_amount: amount,
      new_user_collateral_principal: principal,
      ...forwardedCoins,
    }),
  }),
  query('evaa_liquidate_success', 0x0000311a, {
    ...deltas,
    loan_tracking_supply_index: tracking,
    loan_tracking_borrow_index: tracking,
    collateral_asset_id: assetId,
    delta_collateral_principal: principal,
    collateral_tracking_supply_index: tracking,
    collateral_tracking_borrow_index: tracking,
  }),
  query('evaa_liquidate_fail', 0x0000311f, {
    ...deltas,
    collateral_asset_id: assetId,
    delta_collateral_principal: principal,
  }),
  body('evaa_liquidate_success_report', 0x0000311d, {
    transferred_asset_id: assetId,
    transferred_amount: amount,
    collateral_asset_id: assetId,
    collateral_reward: amount,
    ...response,
  }),
]

const GOVERN = [
  body('evaa_user_execute_action', 0x107e0000, { extra: rest }),
  query('evaa_revert_call', 0x0000000f, { owner_address: addressInt, revert_body: cell }),
  query('evaa_idle_master', 0x00000008, { target_address: addressInt }),
  query('evaa_idle_user', 0x00000081, { tokens_keys: maybeCell, originator_address: addressInt }),
  query('evaa_idle_excess', 0x0000081e),
  query('evaa_do_data_checks', 0x0000d001),
  query('evaa_get_store_request', 0x00009998, { body_data: cell }),
  body('evaa_add_to_reserve', 0x00000a99),
  query('evaa_init_master', 0x000000a1, {
    new_asset_config_collection: to(configs),
    packed_data: nested({ new_asset_dynamics_collection: to(dynamics), tokens_keys: cell }),
  }),
  query('evaa_claim_asset_reserves', 0x000000a2, {
    target_address: addressInt,
    asset_id: assetId,
    amount_to_claim: amount,
  }),
  query('evaa_disable_contract_for_upgrade', 0x000000e8),
  query('evaa_init_upgrade', 0x000000c1, { new_master_code: maybeCell, new_user_code: maybeCell }),
  query('evaa_submit_upgrade', 0x000000c2),
  query('evaa_cancel_upgrade', 0x000000c3),
  query('evaa_update_config', 0x000000e4, { new_meta: cell, new_config: masterConfig }),
  query('evaa_add_new_token', 0x00000a32, {
    asset_key: assetId,
    new_asset_config: to(assetConfig),
    new_asset_dynamics: to(assetDynamics),
  }),
  query('evaa_force_enable', 0x000000e1),
  query('evaa_force_disable_contract', 0x000000e9),
  query('evaa_debug_principals_edit_user', 0x00000d21, { new_principals: hashmapE(256, principal) }),
]

export const EVAA = [...SUPPLY, ...WITHDRAW, ...LIQUIDATE, ...GOVERN]
