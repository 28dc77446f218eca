import { body, type ContractDefinition, query } from './contractDefinition.ts'
import {
  address,
  bool,
  coins,
  either,
  hashmapE,
  i32,
  maybeCell,
  maybeRef,
  record,
  u16,
  u32,
  u256,
  uint,
} from './layout.ts'

const slippage = either(coins, u256)
const liquidityDict = hashmapE(32, i32)
const ends = { reject_payload: maybeCell, forward_payload: maybeCell }
const additionalData = maybeRef(record('additional_data', { from_address: address, ref_address: address }))
const swap = {
  to_address: address,
  slippage,
  exact_out: coins,
  ref_address: address,
  additional_data: maybeCell,
  ...ends,
}
const internalSwap = {
  to_address: address,
  order: bool,
  is_x: bool,
  amount_in: coins,
  amount_out: coins,
  exact_out: coins,
  slippage,
}
const swapSuccess = {
  new_current_bin: i32,
  new_sqrt_price: u256,
  order: bool,
  amount_x: coins,
  amount_y: coins,
  is_x: bool,
  user_address: address,
}
const first = { ...internalSwap, ref_cell: maybeCell, additional_data: maybeCell, ...ends }
const second = { ...internalSwap, farming_cell: maybeCell, additional_data: additionalData, ...ends }
const provide = { deposit_type: uint(4), liquidity_dict: liquidityDict, ...ends }

/** Pools of Bidask; `_v2` since autumn 2025. */
export const BIDASK: ContractDefinition = {
  name: 'Bidask',
  interfaces: [
    { name: 'bidask_pool', methods: ['get_pool_info', 'get_current_bin', 'get_sqrt_p', 'get_active_range'] },
    { name: 'bidask_range', methods: ['get_pool_addr', 'get_lp_multitoken_wallet'] },
    { name: 'bidask_lp_multitoken', methods: ['get_bins_number', 'get_nft_data'] },
    { name: 'bidask_internal_liquidity_vault', methods: ['get_liquidity_data'] },
  ],
  messages: [
    query('bidask_swap', 0xf2ef6c1b, { native_amount: coins, ...swap }),
    body('bidask_swap_forward_payload', 0xf2ef6c1b, swap),
    query('bidask_provide', 0x96feef7b, provide),
    body('bidask_provide_forward_payload', 0x96feef7b, provide),
    body('bidask_provide_both_forward_payload', 0x3ea0bafc, { ton_amount: coins, ...provide }),
    query('bidask_swap_success', 0x520e4831, {
      ...swapSuccess,
      ref_cell: maybeCell,
      additional_data: maybeCell,
      ...ends,
    }),
    query('bidask_swap_success_v2', 0xd3a25890, {
      ...swapSuccess,
      dynamic_fee: u16,
      additional_data: additionalData,
      ...ends,
    }),
    query('bidask_provide_refund', 0x02422cbe, {
      first_range_bin: i32,
      x_excess: coins,
      y_excess: coins,
      user_address: address,
      reject_payload: maybeCell,
      order: bool,
    }),
    query('bidask_burn_payout', 0x42062d62, {
      first_range_bin: i32,
      amount_x: coins,
      amount_y: coins,
      user_address: address,
      forward_payload: maybeCell,
    }),
    query('bidask_internal_swap', 0x66210c65, first),
    query('bidask_internal_continue_swap', 0x59699475, first),
    query('bidask_internal_swap_v2', 0x87d36990, second),
    query('bidask_internal_continue_provide', 0x0c09445a, {
      amount_x: coins,
      amount_y: coins,
      excess_x: coins,
      excess_y: coins,
      user_address: address,
      first_bin: i32,
      number_of_bins: u32,
      liquidity_dict: liquidityDict,
      lp_tokens: liquidityDict,
      ...ends,
      order: bool,
    }),
    query('bidask_save_liquidity_info', 0x214ad1d2, {
      amount_x: coins,
      amount_y: coins,
      deposit_type: uint(3),
      liquidity_dict: liquidityDict,
      ...ends,
    }),
    query('bidask_adding_liquidity_notify', 0xaf31d23f, {
      user_address: address,
      amount_x: coins,
      amount_y: coins,
      deposit_type: uint(3),
      liquidity_dict: liquidityDict,
      ...ends,
    }),
    query('bidask_internal_burn', 0x16e09400, {
      owner_address: address,
      amount_x: coins,
      amount_y: coins,
      first_bin: i32,
      tokens_to_burn: liquidityDict,
      forward_payload: maybeCell,
    }),
    query('bidask_burn', 0x73403c43, { tokens_to_burn: liquidityDict, forward_payload: maybeCell }),
    query('bidask_burn_all', 0xebd6ec83, { forward_payload: maybeCell }),
    query('bidask_liquidity_added_notify', 0x0dc8bb28, { forward_payload: maybeCell }),
    query('bidask_native_transfer_notification', 0x6edd65f0, {
      native_amount: coins,
      forward_payload: maybeCell,
    }),
    { name: 'bidask_swap_fallback_v2', opcode: 0x1bba3896 },
    { name: 'bidask_multitoken_mint', opcode: 0x250ad226 },
    { name: 'bidask_internal_continue_swap_v2', opcode: 0x5a6a036f },
    { name: 'bidask_internal_provide', opcode: 0xd1b02ea5 },
  ],
}
