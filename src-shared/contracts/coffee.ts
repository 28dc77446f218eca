import { body, type ContractDefinition, codes, query } from './contractDefinition.ts'
import {
  addressInt,
  cell,
  coins,
  type Fields,
  int,
  type Layout,
  lazy,
  maybe,
  maybeCell,
  maybeRef,
  oneOf,
  record,
  ref,
  u8,
  u16,
  u32,
  u64,
  u256,
  uint,
} from './layout.ts'

const asset = oneOf({
  '00': record('native', {}),
  '01': record('jetton', { chain: u8, hash: u256 }),
  '10': record('extra', { id: u32 }),
})
const amm = oneOf({ '000': record('constant_product', {}), '001': record('curve_fi_stable', {}) })
const ratio = { denominator: u16, min_nominator: u16, max_nominator: u16 }
const depositCondition = oneOf({
  '00': record('none', {}),
  '01': record('lp_quantity', { min_lp_amount: coins }),
  '10': record('reserves_ratio', ratio),
  '11': record('complex', { min_lp_amount: coins, ...ratio }),
})
const poolParams = record('pool_params', {
  first: asset,
  second: asset,
  amm,
  amm_settings: maybeCell,
})
const creationParams = record('pool_creation_params', {
  public: record('public_pool_creation_params', {
    recipient: addressInt,
    use_recipient_on_failure: int(1),
    notification_data: maybeCell,
  }),
  private: record('private_pool_creation_params', { is_active: uint(1), extra_settings: maybeCell }),
})
const notification = maybeRef(
  record('notification_data_single', { receiver: addressInt, fwd_gas: coins, payload: cell }),
)
const notifications = maybeRef(
  record('notification_data', { on_success: notification, on_failure: notification }),
)
const swapParams = ref(
  record('swap_params', {
    deadline: u32,
    recipient: addressInt,
    referral: addressInt,
    notification_data: notifications,
  }),
)
const stepParams: Layout = lazy(() =>
  record('swap_step_params', {
    pool_address_hash: u256,
    min_output_amount: coins,
    next: maybeRef(stepParams),
  }),
)
const internalStepParams = record('swap_step_internal_params', {
  previous_amount: coins,
  previous_asset_hint: maybe(asset),
  min_output_amount: coins,
  next: maybeRef(stepParams),
})
const reserves = record('pool_reserves', { input_reserve: coins, output_reserve: coins })
const trimmedParams = ref(
  record('deposit_liquidity_params_trimmed', {
    recipient: addressInt,
    use_recipient_on_failure: int(1),
    referral: addressInt,
    deadline: u32,
    condition: depositCondition,
    extra_settings: maybeCell,
    notification_data: notifications,
  }),
)
const depositParams = record('deposit_liquidity_params', {
  params: trimmedParams,
  pool_params: ref(poolParams),
})
const update = record('contract_update', { code: maybeCell, data: maybeCell })
const amounts = { amount1: coins, amount2: coins }
const initiated = { ...amounts, tx_initiator: addressInt }
const recipient = { recipient: addressInt }
const liquidity: Fields = { ...amounts, lp_amount: coins, total_supply: reserves, reserves }
const reward = { jetton_wallet: addressInt, jetton_amount: coins }
const stakingPosition = record('staking_position_data', {
  user_points: coins,
  additional_points: coins,
  start_timestamp: u64,
  end_timestamp: u64,
  period_id: u32,
})

/** swap.coffee: exchange, staking, protection of swaps. */
export const COFFEE: ContractDefinition = {
  name: 'swap.coffee',
  interfaces: [
    { name: 'coffee_mev_protector', codes: codes('WPvC26JoTTi4C/zj3Fqf/OAK+bRkx7TcIc9X46rhHxw=') },
    { name: 'coffee_cross_dex', codes: codes('/qnGoe9eqyxcqU1r7x4zmUxXhqvrUmR2DhUNozv7Nnc=') },
    {
      name: 'coffee_staking_master',
      methods: ['get_stored_data', 'get_collection_data', 'get_nft_address_by_index', 'get_nft_content'],
    },
    { name: 'coffee_staking_vault', methods: ['get_stored_data', 'get_master_address'] },
    { name: 'coffee_staking_item', methods: ['get_stored_data', 'get_nft_data'] },
    {
      name: 'coffee_factory',
      methods: [
        'get_vault_address',
        'get_pool_address',
        'get_pool_address_no_settings',
        'get_pool_creator_address',
        'get_pool_creator_address_no_settings',
        'get_liquidity_depository_address',
        'get_liquidity_depository_address_no_settings',
        'get_admin_address',
        'get_code',
      ],
    },
    { name: 'coffee_vault', methods: ['get_asset', 'is_active'] },
    {
      name: 'coffee_pool',
      methods: [
        'get_jetton_data',
        'get_wallet_address',
        'get_pool_data',
        'estimate_swap_amount',
        'estimate_liquidity_withdraw_amount',
        'estimate_liquidity_deposit_amount',
      ],
    },
    { name: 'jetton_wallet_coffee_lp', codes: codes('18OPqZSoKCZXIJ+T68Xf6Qil8G0uQfDAhekXvE9UorM=') },
  ],
  messages: [
    query('coffee_swap', 0xc0ffee00, { amount: coins, '': stepParams, params: swapParams }),
    query('coffee_swap_extra', 0xc0ffee01, { '': stepParams, params: swapParams }),
    query('coffee_create_pool', 0xc0ffee02, {
      amount: coins,
      params: poolParams,
      creation_params: creationParams,
    }),
    query('coffee_create_pool_extra', 0xc0ffee03, { params: poolParams, creation_params: creationParams }),
    query('coffee_deposit_liquidity', 0xc0ffee04, { input_amount: coins, params: depositParams }),
    query('coffee_deposit_liquidity_extra', 0xc0ffee05, { params: depositParams }),
    query('coffee_create_vault', 0xc0ffee06, { asset }),
    query('coffee_withdraw_deposit', 0xc0ffee07),
    body('coffee_swap_forward_payload', 0xc0ffee10, { '': stepParams, params: swapParams }),
    body('coffee_create_pool_forward_payload', 0xc0ffee11, {
      params: poolParams,
      creation_params: creationParams,
    }),
    body('coffee_deposit_liquidity_forward_payload', 0xc0ffee12, { params: depositParams }),
    query('coffee_swap_internal', 0xc0ffee20, { '': internalStepParams, params: swapParams, proof: cell }),
    query('coffee_payout_internal', 0xc0ffee21, {
      ...recipient,
      amount: coins,
      notification_data: notification,
      proof: maybeCell,
    }),
    body('coffee_deploy', 0xc0ffee22, { code: cell, data: cell, action: maybeCell }),
    query('coffee_create_pool_creator_request', 0xc0ffee23, {
      amount: coins,
      params: poolParams,
      creation_params: ref(creationParams),
      sender: addressInt,
      proof: cell,
    }),
    query('coffee_create_pool_creator_internal', 0xc0ffee24, {
      asset,
      amount: coins,
      creation_params: ref(creationParams),
    }),
    query('coffee_create_pool_request', 0xc0ffee25, {
      ...initiated,
      creation_params: ref(creationParams),
      proof: cell,
    }),
    query('coffee_create_pool_internal', 0xc0ffee26, {
      ...initiated,
      ...recipient,
      use_recipient_on_failure: int(1),
      extra_settings: maybeCell,
      notification_data: notifications,
    }),
    query('coffee_create_liquidity_depository_request', 0xc0ffee27, {
      amount: coins,
      params: depositParams,
      sender: addressInt,
      proof: cell,
    }),
    query('coffee_create_liquidity_depository_internal', 0xc0ffee28, {
      asset,
      amount: coins,
      params: trimmedParams,
    }),
    query('coffee_deposit_liquidity_internal', 0xc0ffee29, {
      ...initiated,
      params: trimmedParams,
      proof: cell,
    }),
    query('coffee_create_vault_internal', 0xc0ffee2a),
    query('coffee_activate_vault_internal', 0xc0ffee2c, { wallet: addressInt }),
    query('coffee_withdraw_internal', 0xc0ffee2d, { asset, amount: coins, receiver: addressInt }),
    query('coffee_update_contract_internal', 0xc0ffee2e, { excesses_receiver: addressInt, '': update }),
    query('coffee_swap_succeeded', 0xc0ffee30, {
      input: asset,
      input_amount: coins,
      output_amount: coins,
      reserves,
      protocol_fee: coins,
    }),
    query('coffee_swap_failed', 0xc0ffee31, {
      input: asset,
      input_amount: coins,
      reserves: maybeRef(reserves),
    }),
    query('coffee_payout', 0xc0ffee32),
    query('coffee_deposit_liquidity_succeeded', 0xc0ffee33, liquidity),
    query('coffee_deposit_liquidity_failed', 0xc0ffee34, {
      ...amounts,
      min_lp_amount: coins,
      total_supply: coins,
      reserves,
    }),
    query('coffee_withdraw_liquidity_succeeded', 0xc0ffee35, liquidity),
    query('coffee_notification', 0xc0ffee36, { body: cell }),
    query('coffee_update_admin', 0xc0ffee40, { address: addressInt }),
    query('coffee_activate_vault', 0xc0ffee42, { asset, wallet: addressInt }),
    query('coffee_withdraw', 0xc0ffee43, {
      pool_address: addressInt,
      asset,
      amount: coins,
      receiver: addressInt,
    }),
    query('coffee_update_code_cells', 0xc0ffee44, { first: cell, second: cell }),
    query('coffee_update_contract', 0xc0ffee45, { contract_address: addressInt, '': update }),
    query('coffee_update_withdrawer', 0xc0ffee46, { address: addressInt }),
    query('coffee_staking_init', 0xbe5a7595, {
      owner: addressInt,
      jetton_data: ref(record('staking_asset_data', { wallet: addressInt, amount: coins })),
      position_data: ref(stakingPosition),
      periods: cell,
    }),
    query('coffee_staking_deposit', 0xf9471134, {
      sender: addressInt,
      jetton_amount: coins,
      from_user: addressInt,
      period_id: u32,
    }),
    query('coffee_staking_update_rewards', 0x0a9577f0, { ...reward, duration: u64 }),
    query('coffee_staking_rewards_updated', 0x0a9577f0, {
      jetton_wallet: addressInt,
      duration: u64,
      finish_at: u64,
      rewards_rate: coins,
    }),
    query('coffee_staking_claim_rewards', 0xb30c7310, {
      ...reward,
      receiver: addressInt,
      payload: maybeRef(record('staking_forward_data', { gas: coins, payload: cell })),
    }),
    // The log of the same opcode ends before the payload.
    query('coffee_staking_rewards_claimed', 0xb30c7310, {
      jetton_wallet: addressInt,
      amount: coins,
      receiver: addressInt,
    }),
    body('coffee_staking_lock_forward_payload', 0x0c0ffede, { period_id: u32 }),
    query('coffee_mev_protect_hold_funds', 0x6bc79e7e),
    query('coffee_mev_protect_failed_swap', 0xee51ce51, recipient),
    query('coffee_cross_dex_resend', 0x200f9086, {
      next_recipient: addressInt,
      next: cell,
      total_gas: coins,
      next_gas: coins,
    }),
    query('coffee_cross_dex_failure', 0xb902e61a, recipient),
    body('coffee_cross_dex_resend_forward_payload', 0x4ee9b106, { next: cell }),
    { name: 'coffee_mev_protect_fee', opcode: 0xc0ffeea0, isUnlisted: true },
    { name: 'coffee_staking_withdraw', opcode: 0xcb03bfaf, isUnlisted: true },
    { name: 'coffee_notification_body', opcode: 0xb216d31f, isUnlisted: true },
  ],
}
