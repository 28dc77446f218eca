import { body, type ContractDefinition, codes, method, query } from './contractDefinition.ts'
import {
  address,
  addressInt,
  bits256,
  bool,
  cell,
  coins,
  type Fields,
  i8,
  i32,
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
  uint,
} from './layout.ts'

const asset = oneOf({
  '0000': record('native', {}),
  '0001': record('jetton', { workchain_id: i8, address: bits256 }),
  '0010': record('extra_currency', { currency_id: i32 }),
})
const poolFields = { is_stable: bool, asset0: asset, asset1: asset }
const poolParams = record('pool_params', poolFields)
const version = named('version', u16)
const timestamp = named('timestamp', u32)
const contractType = oneOfOpcodes({
  '01': record('vault', {}),
  '02': record('pool', {}),
  '03': record('liquidity_deposit', {}),
  '04': record('operator', {}),
})
const role = oneOfOpcodes({
  '01': record('code_installer', {}),
  '02': record('code_updater', {}),
  '03': record('fee_collector', {}),
  '04': record('fee_configurator', {}),
  '05': record('stable_pool_factory', {}),
  '06': record('legacy_vault_factory', {}),
  '07': record('quote_synchronizer', {}),
  '08': record('quote_configurator', {}),
})
/** Identifies the contract of the protocol that sends the message. */
const proofOf = (params: Layout): Layout =>
  ref(named('proof', record('proof', { factory_addr: addressInt, contract_type: contractType, params })))
const vaultProof = proofOf(asset)
const poolProof = proofOf(poolParams)
const depositProof = proofOf(ref(record(undefined, { owner_addr: addressInt, pool_params: poolParams })))
const payloads = { fulfill_payload: maybeCell, reject_payload: maybeCell }
const swapParams = ref(
  record('swap_params', {
    deadline: timestamp,
    recipient_addr: address,
    referral_addr: address,
    ...payloads,
  }),
)
const stepParams: Layout = lazy(() =>
  record('step_params', { kind: bool, limit: coins, next: maybeRef(step) }),
)
const step = record('step', { pool_addr: addressInt, params: stepParams })
const targets = { asset0_target_balance: coins, asset1_target_balance: coins }
const depositParams = { min_lp_amount: coins, ...targets }
const sentStep: Fields = {
  amount: coins,
  sender_addr: addressInt,
  current: stepParams,
  swap_params: swapParams,
}
const versionOfCode = { code_version: version, code: cell }

/** Opcodes in payloads of jetton transfers. With TON, the same requests are messages with other opcodes. */
export const DEDUST_PAYLOADS = { swap: 0xe3a0d482, deposit: 0x40e108d6 } as const

/** DeDust v2 (docs.dedust.io). */
export const DEDUST: ContractDefinition = {
  name: 'DeDust',
  interfaces: [
    {
      name: 'dedust_factory',
      methods: ['get_vault_address', 'get_pool_address', 'get_liquidity_deposit_address'],
    },
    { name: 'dedust_liquidity_deposit ', methods: ['get_balances', 'get_target_balances'] },
    {
      name: 'dedust_pool',
      methods: [
        'get_reserves',
        'get_assets',
        'get_jetton_data',
        'is_stable',
        'get_trade_fee',
        'estimate_swap_out',
      ],
    },
    { name: 'dedust_vault', methods: ['get_asset'] },
  ],
  // Codes of pools.
  codes: codes(
    'EnUJW22jkRKSQG9PQ4b554AJm4VMbe6e4old3OcJJ8E=',
    'd48NP+ZILFCIiXDfXnh/QPOkqyghcMA1pZIIdwWMmdM=',
    'wPnRT7yOFPDXLLoiFBZe7jWDarF0EwkSuvnb+kPq1WI=',
  ),
  accounts: [
    {
      network: 'mainnet',
      address: '0:5f0564fb5f604783db57031ce1cf668a88d4d4d6da6de4db222b4b920d6fd800',
      title: 'DeDust factory',
    },
  ],
  methods: [
    method('get_assets', {}, { 'first asset': 'slice', 'second asset': 'slice' }),
    method('get_reserves', {}, { 'first reserve': 'number', 'second reserve': 'number' }),
    method('is_stable', {}, { stable: 'bool' }),
    method('get_trade_fee', {}, { numerator: 'number', denominator: 'number' }),
    method(
      'estimate_swap_out',
      { asset_in: 'slice', amount_in: 'number' },
      { 'asset out': 'slice', 'amount out': 'number', fee: 'number' },
    ),
  ],
  messages: [
    query('dedust_transfer_ownership', 0xca61554e, { new_owner_addr: address }),
    query('dedust_accept_ownership', 0xdee60404),
    query('dedust_cancel_ownership_transfer', 0x16cb7fc2),
    query('dedust_install_vault_code', 0xbc3f26f6, {
      asset_type: named('asset_type', uint(4)),
      ...versionOfCode,
    }),
    query('dedust_create_vault', 0x21cfe02b, { asset }),
    query('dedust_create_legacy_jetton_vault', 0xc9a5752d, {
      minter_addr: addressInt,
      resolver_addr: addressInt,
    }),
    query('dedust_upgrade_vault', 0x25d66911, { asset }),
    query('dedust_upgrade', 0xdf4a27aa, versionOfCode),
    query('dedust_reset_gas', 0x9f3f0937),
    query('dedust_deploy_operator', 0xb9d29997, { role, user_addr: addressInt }),
    query('dedust_change_operator_user_addr', 0x1be6df93, { role, user_addr: addressInt }),
    query('dedust_install_operator_code', 0xe505d21a, versionOfCode),
    query('dedust_upgrade_operator', 0x0085f5a3, { role }),
    query('dedust_install_pool_code', 0xa3e45df1, versionOfCode),
    query('dedust_create_volatile_pool', 0x97d51f2f, { asset0: asset, asset1: asset }),
    query('dedust_create_stable_pool', 0x7c40ac87, {
      asset0: asset,
      asset0_decimals: u8,
      asset1: asset,
      asset1_decimals: u8,
    }),
    query('dedust_upgrade_pool', 0x53e252ae, { pool_params: poolParams }),
    query('dedust_sync_fee_collector_addr', 0x817462a9, { pool_addr: addressInt }),
    query('dedust_configure_pool_asset_quote_provider', 0xa805f43e, {
      pool_addr: addressInt,
      asset,
      quote_provider_addr: address,
    }),
    query('dedust_sync_pool_asset_quote', 0x59317e9a, { pool_addr: addressInt, asset }),
    query('dedust_install_liquidity_deposit_code', 0x99a84311, versionOfCode),
    query('dedust_create_liquidity_deposit', 0xf04ec526, {
      proof: vaultProof,
      owner_addr: addressInt,
      pool_params: poolParams,
      '': ref(
        record(undefined, { ...targets, deposit_asset: asset, deposit_amount: coins, min_lp_amount: coins }),
      ),
      ...payloads,
    }),
    query('dedust_destroy_non_ready_vault', 0x8a518d0d, { asset }),
    query('dedust_install', 0x9b3aa3fa, { blank_code: cell, ...versionOfCode, extra_params: rest }),
    query('dedust_pay_out_from_deposit', 0x6b0b787f, {
      proof: depositProof,
      amount: coins,
      payload: maybeCell,
    }),
    query('dedust_pay_out_from_pool', 0xad4eb6f5, {
      proof: poolProof,
      amount: coins,
      recipient_addr: address,
      payload: maybeCell,
    }),
    query('dedust_provide_vault_state', 0xe93405b9),
    query('dedust_take_vault_state', 0xa913dc0d, { is_ready: bool }),
    // The form with the parameters in a separate cell is tried first.
    query('dedust_deposit_liquidity', 0xd55e4686, {
      amount: coins,
      pool_params: poolParams,
      deposit_params: ref(record(undefined, depositParams)),
      ...payloads,
    }),
    query('dedust_deposit_liquidity', 0xd55e4686, {
      amount: coins,
      pool_params: poolParams,
      ...depositParams,
      ...payloads,
    }),
    query('dedust_payout', 0x474f86cf, { payload: maybeCell }),
    query('dedust_swap', 0xea06185d, { amount: coins, '': step, swap_params: swapParams }),
    body('dedust_deposit_liquidity', DEDUST_PAYLOADS.deposit, {
      pool_params: poolParams,
      ...depositParams,
      ...payloads,
    }),
    body('dedust_swap', DEDUST_PAYLOADS.swap, { '': step, swap_params: swapParams }),
    query('dedust_destroy_non_ready', 0x9d65482b),
    query('dedust_deposit_liquidity_all', 0xb56b9598, {
      proof: depositProof,
      owner_addr: addressInt,
      min_lp_amount: coins,
      '': ref(
        record(undefined, { asset0: asset, asset0_amount: coins, asset1: asset, asset1_amount: coins }),
      ),
      ...payloads,
    }),
    query('dedust_swap_external', 0x61ee542d, { proof: vaultProof, ...sentStep }),
    query('dedust_swap_peer', 0x72aca8aa, { proof: poolProof, asset, ...sentStep }),
    // An outbound external message.
    { name: 'dedust_swapped', opcode: 0x9c610de3, title: 'DeDust swap', isUnlisted: true },
    query('dedust_collect_fees', 0x0b429f52, {
      asset0_amount: coins,
      asset0_destination: addressInt,
      asset0_payload: maybeCell,
      asset1_amount: coins,
      asset1_destination: address,
      asset1_payload: maybeCell,
    }),
    query('dedust_configure_fee_collector_addr', 0xeda15922, { fee_collector_addr: addressInt }),
    query('dedust_configure_quote_provider', 0xabb46b3d, { asset, quote_provider_addr: address }),
    query('dedust_sync_asset_quote', 0x6873c90c, { asset }),
    query('dedust_provide_pool_state', 0x6e24728d, { include_assets: bool }),
    query('dedust_take_pool_state', 0xbddd4954, {
      reserve0: coins,
      reserve1: coins,
      total_supply: coins,
      assets: maybeRef(record(undefined, { asset0: asset, asset1: asset })),
    }),
    query('dedust_configure_start_time', 0x7ed7f6ce, { start_at: timestamp }),
    query('dedust_deposit_asset', 0x54240fe5, { asset, amount: coins }),
    query('dedust_fulfill_deposit', 0xaae79256, {
      proof: poolProof,
      asset0_deposit: coins,
      asset1_deposit: coins,
    }),
    query('dedust_reject_deposit', 0xe1a36cd4, { proof: poolProof, payload: maybeCell }),
    query('dedust_cancel_deposit', 0x166cedee, { payload: maybeCell }),
    query('dedust_configure_trade_fee', 0xc015297f, { trade_fee: u16 }),
    query('dedust_reset_gas_v2', 0x26c63ab7, { response_destination: addressInt }),
    query('dedust_set_user_addr', 0x48e5a95d, { user_addr: address }),
    query('dedust_forward', 0xf1989255, { destination: addressInt, body: cell }),
  ],
}
