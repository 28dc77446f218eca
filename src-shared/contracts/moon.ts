import { body, type ContractDefinition, codes, query } from './contractDefinition.ts'
import { address, cell, maybe, maybeCell, maybeRef, record, u2, u8, u64, u256, varUint16 } from './layout.ts'

const nextPayload = maybeRef(record('next_payload', { recipient: address, payload: maybeCell }))
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

/** Moon: exchange pools and orders. */
export const MOON: ContractDefinition = {
  name: 'moon.cx',
  interfaces: [
    {
      name: 'moon_pool',
      codes: codes('KAgWUlMoah5P5j76ubo1SBE3qsCxoPntzLj2RC3eRsQ='),
      methods: ['get_jetton_data', 'get_reserves', 'get_assets', 'get_wallet_address'],
    },
    {
      name: 'moon_booster',
      codes: codes('zoTDgsi2rA0FISu6o00F5U4eMOLMkony2cnWRyahEqg='),
      methods: ['get_status', 'get_pool'],
    },
    {
      name: 'moon_order_factory',
      codes: codes('0Ec31vZ4EDqeRIwiEJkZ0PnL4F7xsag8XnuIZoOlRwQ='),
      methods: ['get_id', 'get_pipe'],
    },
    {
      name: 'moon_order',
      codes: codes(
        'iMONKVhrXXSLrbx7Tb/iOcJcuFypxFhqROBVB6bt9qY=',
        '7gcUCzzP4mHtKFgPYKFr2kxLnG19p64F9bfH4rHf4iY=',
      ),
      methods: ['get_status', 'get_order_amount', 'get_fill_out', 'get_vesting_data'],
    },
  ],
  messages: [
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
  ],
}
