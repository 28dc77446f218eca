import { body, type ContractDefinition, query } from './contractDefinition.ts'
import {
  address,
  addressInt,
  bits512,
  cell,
  coins,
  type Fields,
  hashmapE,
  i8,
  i16,
  i64,
  type Layout,
  lazy,
  maybeCell,
  maybeRef,
  named,
  oneOf,
  oneOfOpcodes,
  record,
  ref,
  rest,
  u8,
  u16,
  u32,
  u64,
  u256,
} from './layout.ts'

// EVAA's numbers are separate types, which v3 prints with their names.

const amount = named('amount', u64)
const assetId = named('asset_id', u256)
const principal = named('principal', i64)
const rate = named('sb_rate', u64)
const balance = named('balance', u64)
const tracking = named('tracking_index', u64)
const flag = oneOf({ '11': record('bool_true', {}), '00': record('bool_false', {}) })
const nested = (fields: Fields): Layout => ref(record(undefined, fields))
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
const priceAssets: Layout = lazy(() =>
  record('price_assets', { id: u256, price: coins, next_asset: maybeRef(priceAssets) }),
)
const oraclesData: Layout = lazy(() =>
  record('price_oracles_data', {
    oracle_id: u32,
    proof: cell,
    signature: bits512,
    next_oracles_data: maybeRef(oraclesData),
  }),
)
const prices = ref(record('prices_packed', { assets: ref(priceAssets), oracles_data: ref(oraclesData) }))
const masterConfig = ref(
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
const collateralized = {
  owner_address: addressInt,
  asset_id: assetId,
  withdraw_amount_current: amount,
  user_new_principal: principal,
  borrow_amount_principal: principal,
}
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

/** EVAA's lending protocol (docs.evaa.finance). */
export const EVAA: ContractDefinition = {
  name: 'EVAA',
  // Contracts of several versions share opcodes: the longest layout is tried first.
  messages: [
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
    query('evaa_supply_success', 0x0000011a, {
      ...succeeded,
      supply_amount_principal: principal,
      ...response,
    }),
    query('evaa_supply_success', 0x0000011a, { ...succeeded, custom_response_payload: rest }),
    query('evaa_supply_fail', 0x0000011f, {
      ...failed,
      ...repay,
      '': nested({ initial_sender: addressInt }),
    }),
    query('evaa_supply_fail', 0x0000011f, failed),
    query('evaa_supply_excess_with_data', 0x000011ae, response),
    query('evaa_supply_excess', 0x000011ae),
    query('evaa_supply_fail_with_data', 0x00011ae1, response),
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
    body('evaa_user_execute_action', 0x107e0000, { extra: rest }),
    query('evaa_revert_call', 0x0000000f, { owner_address: addressInt, revert_body: cell }),
    query('evaa_idle_master', 0x00000008, { target_address: addressInt }),
    query('evaa_idle_user', 0x00000081, { tokens_keys: maybeCell, originator_address: addressInt }),
    query('evaa_idle_excess', 0x0000081e),
    query('evaa_do_data_checks', 0x0000d001),
    query('evaa_get_store_request', 0x00009998, { body_data: cell }),
    body('evaa_add_to_reserve', 0x00000a99),
    query('evaa_init_master', 0x000000a1, {
      new_asset_config_collection: ref(configs),
      packed_data: nested({ new_asset_dynamics_collection: ref(dynamics), tokens_keys: cell }),
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
      new_asset_config: ref(assetConfig),
      new_asset_dynamics: ref(assetDynamics),
    }),
    query('evaa_force_enable', 0x000000e1),
    query('evaa_force_disable_contract', 0x000000e9),
    query('evaa_debug_principals_edit_user', 0x00000d21, { new_principals: hashmapE(256, principal) }),
    { name: 'evaa_supply_withdraw_user', opcode: 0x00000041 },
    { name: 'evaa_supply_withdraw_master_jetton', opcode: 0x00000042 },
    { name: 'evaa_supply_withdraw_master_without_prices', opcode: 0x00000401 },
    { name: 'evaa_supply_withdraw_satisfied', opcode: 0x00000411 },
    { name: 'evaa_supply_withdraw_unsatisfied', opcode: 0x0000041f },
    { name: 'evaa_supply_withdraw_success', opcode: 0x0000411a },
    { name: 'evaa_supply_withdraw_fail', opcode: 0x0000411f },
    { name: 'evaa_get_store_response', opcode: 0x00009999 },
  ],
}

/** Jetton masters by EVAA's asset id (hexadecimal), on mainnet. */
export const EVAA_ASSETS: Readonly<Record<string, string>> = {
  b387968236197958ca4ac55e9b5be38e688c7631af84c86756431f49a878ef33:
    '0:729c13b6df2c07cbf0a06ab63d34af454f3d320ec1bcd8fb5c6d24d0806a17c2',
  '83d916c68510802104d1f75aa6ce30eb1e477aede0d380eee2188e0e56581fc6':
    '0:7e30fc2b7751ba58a3642f3fd59d5e96a810ddd78d8a310bfe8353bef10500df',
  '495668e908644f30322b997de8faaafc21f05aa52f8982f042dac1fe0b4d09d0':
    '0:cd872fa7c5816052acdf5332260443faec9aacc8c21cca4d92e7f47034d11892',
  '3313e2f57ba870af34480350c789b0987d15b43a53172bfce294de21e7d724e7':
    '0:bdf3fa8098d129b54b4f73b5bac5d1e1fd91eb054169c3916dfc8ccd536d1000',
  ca9006bd3fb03d355daeeff93b24be90afaa6e3ca0073ff5720f8a852c933278:
    '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
  e025e6a575f174da6d62577c1fe204ccaa5d1e47c55c6b20c67daee56c357b60:
    '0:3e5ffca8ddfcf36c36c9ff46f31562aab51b9914845ad6c26cbde649d58a5588',
  '9c77a4d798a8f500dcfb877a07227c4ca9d6782504cdc7ce2ad0051e5641c032':
    '0:8d636010dd90d8c0902ac7f9f397d8bd5e177f131ee2cca24ce894f15d19ceea',
  '6bfa124cc1343d14ba57ded299f6f514f5f26777099e3c378922ce4081ecbf91':
    '0:aea78c710ae94270dc263a870cf47b4360f53cc5ed38e3db502e9e9afb904b11',
  e08b1f092e7240fb61bf8249d71aa635102acdd50122138105c35dd2896b5331:
    '0:fe72f474373e97032441bdb873f9a6d3ad10bab08e6dbc7befa5e42b695f5400',
  '70930360b81e5f4ef2e06d2bf64978b44d4b87fb85d78788e001cdf8812d13d1':
    '0:afc49cb8786f21c87045b19ede78fc6b46c51048513f8e9a6d44060199c1bf0c',
  '8be3365cabaa6a0f90d2e64f03fa78268c135fe0b0758b576b447e9b2068d75d':
    '0:2f956143c461769579baef2e32cc2d7bc18283f40d20bb03e432cd603ac33ffc',
  b372eaca5210612d285f3fdd30e87a0c3a443f1bb7578e16da72563241997ca1:
    '0:1f1798f724c2296652e6002bfb51bed11fb5a689532e5788af7203581ef367a8',
  b8a51f42ccbb912d973e58a22dda26decc7dfc83718c325c24432045ad78dc5a:
    '0:e8cb571401b1aadb9defc1fa0f72a4a5a0e0d5016903067891d763c91541e72b',
  c585bac25948a5feea8f2a9e052eb45995882b15dfb784b37cd271cc163f3aea:
    '0:5ee20b5240cc4ce51a4c60baf8c9d358ef617c26463e89c6571b534972c8eef1',
  d9496f9b279a4e26c49eb65d5c47c79b6dfdea16c9baefa9158a7dfbbbcac04a:
    '0:086fa2a675f74347b08dd4606a549b8fdb98829cb282bc1949d3b12fbaed9dcc',
  '4a4bae807cc87355de2ead44b21a739d9d35e9bba9a217f5cc9c0108197ad137':
    '0:d0e545323c7acb7102653c073377f7e3c67f122eb94d430a250739f109d4a57d',
}
