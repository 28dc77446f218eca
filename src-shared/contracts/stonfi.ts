import { body, type ContractDefinition, method, query } from './contractDefinition.ts'
import {
  address,
  bool,
  coins,
  either,
  maybe,
  maybeCell,
  record,
  ref,
  u16,
  u32,
  u64,
  uint,
  varUint16,
  wrappedRef,
} from './layout.ts'

const tokensOut = {
  amount0_out: varUint16,
  token0_address: address,
  amount1_out: varUint16,
  token1_address: address,
}
const payToParams = record('pay_to_params', tokensOut)
const swapFields = {
  min_out: varUint16,
  receiver: address,
  fwd_gas: coins,
  custom_payload: maybeCell,
  refund_fwd_gas: coins,
  refund_payload: maybeCell,
  ref_fee: u16,
  ref_address: address,
}
const provideFields = {
  min_lp_out: varUint16,
  to_address: address,
  both_positive: uint(1),
  fwd_amount: coins,
  custom_payload: maybeCell,
}
const dexFields = {
  token_wallet1: address,
  refund_address: address,
  excesses_address: address,
  tx_deadline: u64,
}
const amounts = { from_user: address, left_amount: varUint16, right_amount: varUint16 }

/** STON.fi v1 and v2 (docs.ston.fi). */
export const STONFI: ContractDefinition = {
  name: 'STON.fi',
  interfaces: [
    {
      name: 'stonfi_pool',
      methods: [
        'get_pool_data',
        'get_expected_outputs',
        'get_expected_tokens',
        'get_expected_liquidity',
        'get_lp_account_address',
      ],
    },
    {
      name: 'stonfi_pool_v2',
      methods: [
        'get_pool_data',
        'get_pool_type',
        'get_lp_account_address',
        'get_jetton_data',
        'get_wallet_address',
      ],
    },
    {
      name: 'stonfi_router_v2',
      methods: ['get_vault_address', 'get_pool_address', 'get_router_data', 'get_router_version'],
    },
    { name: 'stonfi_router', methods: ['get_router_data', 'get_pool_address'] },
    { name: 'stonfi_lp_account_v2', methods: ['get_lp_account_data'] },
    { name: 'stonfi_vault_v2', methods: ['get_vault_data'] },
  ],
  methods: [
    // Routers take two jetton wallets, DeDust's factory a pool type and two assets.
    method('get_pool_address', { first: 'address', second: 'address' }, { pool: 'address' }),
    method('get_pool_data'),
    method('get_expected_outputs', { amount: 'number', wallet: 'address' }),
    method('get_lp_account_address', { user: 'address' }, { account: 'address' }),
  ],
  messages: [
    query('stonfi_swap', 0x25938561, {
      to_address: address,
      sender_address: address,
      jetton_amount: varUint16,
      min_out: varUint16,
      has_ref_address: bool,
      addrs: ref(record('swap_addresses', { from_user: address })),
    }),
    // Sent in the payload of a jetton transfer.
    body('stonfi_swap_forward_payload', 0x25938561, {
      token_wallet: address,
      min_out: varUint16,
      to_address: address,
      referral_address: maybe(address),
    }),
    query('stonfi_payment_request', 0xf93bb43f, {
      owner: address,
      exit_code: u32,
      params: either(payToParams, wrappedRef(payToParams)),
    }),
    body('stonfi_provide_liquidity_forward_payload', 0xfcf9e58f, {
      token_wallet: address,
      min_lp_out: varUint16,
    }),
    body('stonfi_swap_ok_forward_payload', 0xc64370e5),
    body('stonfi_swap_ok_ref_forward_payload', 0x45078540),
    query('stonfi_cb_add_liquidity_v2', 0x06ecd527, {
      tot_am0: varUint16,
      tot_am1: varUint16,
      user_address: address,
      min_lp_out: varUint16,
      fwd_amount: coins,
      custom_payload_cs: maybeCell,
      '': ref(
        record('additional_fields', {
          to_user_address: address,
          refund_address: address,
          excess_address: address,
        }),
      ),
    }),
    query('stonfi_provide_lp_v2', 0x37c096df, {
      ...amounts,
      '': ref(
        record('dex_payload_provide_lp_v2', {
          transferred_op: u32,
          ...dexFields,
          '': ref(record('provide_lp_body_v2', provideFields)),
        }),
      ),
    }),
    body('stonfi_provide_lp_v2_forward_payload', 0x37c096df, {
      ...dexFields,
      '': ref(record('cross_provide_lp_body', provideFields)),
    }),
    query('stonfi_add_liquidity_v2', 0x50c6a654, {
      new_amount0: varUint16,
      new_amount1: varUint16,
      min_lp_out: varUint16,
      fwd_amount: coins,
      both_positive: uint(1),
      to_user: address,
      custom_payload_cs: maybeCell,
      '': ref(
        record('additional_fields_add_liquidity_v2', { refund_address: address, excess_address: address }),
      ),
    }),
    query('stonfi_pay_to_v2', 0x657b54f5, {
      to_address: address,
      excesses_address: address,
      original_caller: address,
      exit_code: u32,
      custom_payload: maybeCell,
      '': ref(record('additional_info_pay_to_v2', { fwd_ton_amount: coins, ...tokensOut })),
    }),
    query('stonfi_swap_v2', 0x6664de2a, {
      ...amounts,
      '': ref(
        record('dex_payload', {
          transferred_op: u32,
          ...dexFields,
          '': ref(record('swap_body', swapFields)),
        }),
      ),
    }),
    body('stonfi_swap_v2_forward_payload', 0x6664de2a, {
      ...dexFields,
      '': ref(record('cross_swap_body', swapFields)),
    }),
    query('stonfi_withdraw_fee_v2', 0x354bcdf4),
    query('stonfi_deposit_ref_fee_v2', 0x0490f09b, { jetton_amount: varUint16, excesses_address: address }),
    query('stonfi_vault_pay_to_v2', 0x2100c922, {
      amount_out: varUint16,
      token_address: address,
      to_address: address,
    }),
    query('stonfi_pay_vault_v2', 0x63381632, {
      owner: address,
      excesses_address: address,
      '': ref(record('additional_info_pay_vault_v2', tokensOut)),
    }),
    query('stonfi_burn_notification_ext_v2', 0x297437cf, {
      jetton_amount: varUint16,
      from_address: address,
      response_address: address,
      maybe_custom_payload: maybeCell,
    }),
    {
      name: 'stonfi_cross_swap_v2',
      opcode: 0x69cf1a5b,
      title: 'STON.fi swap in another pool',
      isUnlisted: true,
    },
    { name: 'stonfi_refund_me_v2', opcode: 0x132b9a2c, title: 'STON.fi deposit refund', isUnlisted: true },
    {
      name: 'stonfi_cb_refund_me_v2',
      opcode: 0x0f98e2b8,
      title: 'STON.fi deposit refunded',
      isUnlisted: true,
    },
  ],
}
