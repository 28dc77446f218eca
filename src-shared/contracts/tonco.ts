import { body, type ContractDefinition, codes, query } from './contractDefinition.ts'
import {
  address,
  bool,
  cell,
  i24,
  i256,
  maybeCell,
  maybeRef,
  record,
  ref,
  u16,
  u32,
  u64,
  u128,
  u160,
  u256,
  varUint16,
} from './layout.ts'

const ticks = { tick_lower: i24, tick_upper: i24 }
const liquidity = { liquidity: u128, ...ticks }
const enough = { enough0: varUint16, enough1: varUint16 }
const amounts = { amount0: varUint16, amount1: varUint16 }
const fees = { protocol_fee: u16, lp_fee_base: u16, lp_fee_current: u16 }
const contents = { nftv3_content: cell, nftv3item_content: cell }
const minters = { jetton0_minter: address, jetton1_minter: address }
const lastFees = { fee_growth_inside_0_last_x128: u256, fee_growth_inside_1_last_x128: u256 }
const currentFees = { fee_growth_inside_0_current_x128: u256, fee_growth_inside_1_current_x128: u256 }
const received = { reciever0: address, reciever1: address, exit_code: u32, seqno: u64 }
const coinsInfo = {
  amount0: varUint16,
  jetton0_address: address,
  amount1: varUint16,
  jetton1_address: address,
}
const paidPayloads = record(undefined, {
  payload_amount0: varUint16,
  payload_0: maybeCell,
  payload_amount1: varUint16,
  payload_1: maybeCell,
})

/** TONCO: pools with concentrated liquidity. */
export const TONCO: ContractDefinition = {
  name: 'TONCO',
  interfaces: [
    {
      name: 'tonco_pool',
      codes: codes('vJR9FjRsL9yEW3pEY4L1nIassHXiox2/qVbNDJ5UZ44='),
      methods: [
        'get_collection_data',
        'getIsActive',
        'getPoolStateAndConfiguration',
        'getChildContracts',
        'getAllTickInfos',
      ],
    },
    {
      name: 'tonco_router',
      codes: codes('m5iR6qfbe+zGzN2hvZqNJdw98oF9V+SyfsAD2vgaRDk='),
      methods: ['getRouterState', 'getPoolAddress', 'getChildContracts'],
    },
  ],
  messages: [
    query('tonco_pool_swap', 0xa7fb58f8, {
      owner_address: address,
      source_wallet: address,
      swap_params: ref(
        record(undefined, { amount: varUint16, sqrtPriceLimitX96: u160, minOutAmount: varUint16 }),
      ),
      swap_payloads: ref(
        record(undefined, {
          target_address: address,
          ok_forward_amount: varUint16,
          ok_forward_payload: maybeCell,
          ret_forward_amount: varUint16,
          ret_forward_payload: maybeCell,
        }),
      ),
    }),
    query('tonco_pool_mint', 0xb2c1b6e3, { owner_address: address, ...amounts, ...enough, ...liquidity }),
    query('tonco_pool_mint_and_refund', 0x81702ef8, {
      amount0_funded: varUint16,
      amount1_funded: varUint16,
      recipient: address,
      ...liquidity,
    }),
    query('tonco_pool_start_burn', 0x530b5f2c, { burned_index: u64, liquidity_to_burn: u128, ...ticks }),
    query('tonco_pool_burn', 0xd73ac09d, {
      recipient: address,
      burned_index: u64,
      ...liquidity,
      liquidity_to_burn: u128,
      old_fee_cell: ref(record(undefined, lastFees)),
      new_fee_cell: ref(record(undefined, currentFees)),
    }),
    query('tonco_pool_fund_account', 0x4468de77, {
      owner_address: address,
      ...amounts,
      ...enough,
      ...liquidity,
    }),
    body('tonco_pool_fund_account_payload', 0x4468de77, {
      other_jetton_wallet: address,
      ...amounts,
      ...liquidity,
    }),
    query('tonco_pool_init', 0x441c39ed, {
      from_admin: bool,
      has_admin: bool,
      admin_address: address,
      has_controller: bool,
      controller_address: address,
      set_spacing: bool,
      tick_spacing: i24,
      set_price: bool,
      initial_price_x96: u160,
      set_active: bool,
      pool_active: bool,
      ...fees,
      ...contents,
      minter_cell: maybeRef(record(undefined, minters)),
    }),
    query('tonco_router_create_pool', 0x2e3034ef, {
      jetton_wallet0: address,
      jetton_wallet1: address,
      tick_spacing: i24,
      initial_price_x96: u160,
      ...fees,
      ...contents,
      minter_cell: ref(record(undefined, { ...minters, controller_addr: address })),
    }),
    query('tonco_position_nft_init', 0xd5ecca2a, {
      user_address: address,
      ...liquidity,
      old_fee_cell: ref(
        record(undefined, {
          ...lastFees,
          nft_index: u64,
          jetton0_amount: varUint16,
          jetton1_amount: varUint16,
          tick: i24,
        }),
      ),
    }),
    query('tonco_position_nft_burn', 0x46ca335a, {
      nft_owner: address,
      liquidity_to_burn: u128,
      ...ticks,
      old_fee_cell: ref(record(undefined, lastFees)),
    }),
    query('tonco_account_add_liquidity', 0x3ebe5431, {
      new_amount0: varUint16,
      new_amount1: varUint16,
      new_enough0: varUint16,
      new_enough1: varUint16,
      ...liquidity,
    }),
    query('tonco_pool_lock', 0xb1b0b7e2),
    query('tonco_pool_unlock', 0x4e737e4d),
    query('tonco_pool_set_fee', 0x6bdcbeb8, fees),
    query('tonco_account_refund_me', 0x0bf3f447),
    query('tonco_reset_gas', 0x42a0fb43),
    query('tonco_router_pay_to_normal', 0xa1daa96d, {
      ...received,
      coinsinfo_cell: maybeRef(record(undefined, { ...coinsInfo, payload_cell: ref(paidPayloads) })),
      indexer_swap_info_cell: maybeRef(
        record(undefined, {
          liquidity: u128,
          price_sqrt: u160,
          tick: i24,
          fee_growth_global_0x128: i256,
          fee_growth_global_1x128: i256,
        }),
      ),
    }),
    // Sent with exit code 201, after a burn.
    query('tonco_router_pay_to_exit_code_201', 0xa1daa96d, {
      ...received,
      coinsinfo_cell: maybeRef(record(undefined, coinsInfo)),
      indexer_burn_info_cell: maybeRef(
        record(undefined, { nft_index: u64, liquidity_burned: u128, ...ticks, tick_burn: i24 }),
      ),
    }),
  ],
}
