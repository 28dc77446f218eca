import { address, coins, grams, varUint16 } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import {
  bits256,
  bits512,
  bool,
  cell,
  type Fields,
  i64,
  int,
  maybe,
  maybeCell,
  record,
  rest,
  to,
  u8,
  u16,
  u24,
  u32,
  u48,
  u64,
  u256,
} from '../layout.ts'

const newStake = {
  validator_pubkey: u256,
  stake_at: u32,
  max_factor: u32,
  adnl_addr: u256,
  signature: to(bits512),
}
const loan = { min_loan: coins, max_loan: coins }
const controllerData = record('data', {
  controller_id: u32,
  validator: address,
  pool: address,
  governor: address,
  '': to(record(undefined, { approver: address, halter: address })),
})

/** Tonstakers: the liquid staking contract. */
const TONSTAKE = [
  query('tonstake_controller_recover_stake', 0xeb373a05),
  query('tonstake_controller_update_validator_hash', 0xf0fd2250),
  query('tonstake_controller_withdraw_validator', 0x8efed779, { value: coins }),
  query('tonstake_controller_validator_withdrawal', 0x30026327, { amount: coins }),
  query('tonstake_controller_new_stake', 0xe0505d0e, { value: coins, ...newStake }),
  query('tonstake_controller_send_request_loan', 0x6335b11a, { ...loan, max_interst: u24 }),
  query('tonstake_controller_return_unused_loan', 0xed7378a6),
  query('tonstake_controller_return_available_funds', 0x55c26cd5),
  query('tonstake_pool_request_loan', 0xe642c965, {
    ...loan,
    max_interest: u24,
    controller_data: to(controllerData),
  }),
  query('tonstake_pool_loan_repayment', 0xdfdca27b),
  query('tonstake_pool_deposit', 0x47d54391, { referral: rest }),
  query('tonstake_pool_touch', 0x4bc7c2df),
  query('tonstake_pool_set_governance_fee', 0x2aaa96a0, { governance_fee: u16 }),
  query('tonstake_pool_withdraw', 0x319b0cdc, {
    jetton_amount: coins,
    from_address: address,
    response_address: address,
  }),
  query('tonstake_pool_withdrawal', 0x0a77535c),
  query('tonstake_pool_set_roles', 0x5e517f36, {
    governor: maybe(address),
    interest_manager: maybe(address),
    halter: maybe(address),
  }),
  query('tonstake_pool_set_deposit_settings', 0x9bf5561c, {
    optimistic_deposit_withdrawals: bool,
    deposits_open: bool,
  }),
  body('tonstake_pool_deploy_controller', 0xb27edcad, { controller_id: u32, query_id: u64 }),
  query('tonstake_pool_prepare_governance_migration', 0x9971881c, { governor_update_after: u48 }),
  query('tonstake_controller_pool_send_message', 0x270695fb, { mode: u8, msg: cell }),
  query('tonstake_controller_pool_upgrade', 0x96e7f528, {
    data: maybeCell,
    code: maybeCell,
    after_upgrade: maybeCell,
  }),
  query('tonstake_controller_pool_set_sudoer', 0x79e7c016, { sudoer: address }),
  query('tonstake_controller_pool_unhalt', 0x7247e7a5),
  query('tonstake_controller_pool_halt', 0x139a1b4e),
  query('tonstake_imanager_set_interest', 0xc9f04485, { interest_rate: u16 }),
  query('tonstake_imanager_operation_fee', 0x54d37487),
  query('tonstake_imanager_request_notification', 0xb1ebae06, { ...loan, max_interest: u16 }),
  query('tonstake_imanager_stats', 0xc1344900, {
    borrowed: coins,
    expected: coins,
    returned: coins,
    profit_sign: int(1),
    profit: coins,
    total_balance: coins,
  }),
  query('tonstake_nft_burn', 0xf127fe4e),
  query('tonstake_nft_burn_notification', 0xed58b0b2, { amount: coins, owner: address, index: u64 }),
  query('tonstake_nft_init', 0x132f9a45, { owner: address, amount: coins, prev: address, next: address }),
  query('tonstake_nft_payout', 0xdb3b8abd),
  query('tonstake_payout_mint_jettons', 0x1674b0a0, {
    destination: address,
    amount: coins,
    notification: coins,
    forward: coins,
  }),
]

const BEMO = [
  query('bemo_stake', 0x4253c4d5, { forward_ton_amount: varUint16, forward_payload: maybeCell }),
  body('bemo_unstake', 0x492ab1b3, {
    index: u64,
    owner: address,
    ton_amount: varUint16,
    jetton_amount: varUint16,
    forward_payload: maybeCell,
  }),
  query('bemo_deploy_unstake_request', 0x10a1ce75, {
    owner_address: address,
    withdraw_ton_amount: varUint16,
    withdraw_jetton_amount: varUint16,
    forward_payload: maybeCell,
    lockup_timestamp: u32,
  }),
  query('bemo_unstake_notification', 0x90c80a07, { forward_payload: maybeCell }),
  body('bemo_return_unstake_request', 0x38633538, { lockup_timestamp: u32 }),
]

const minted: Fields = { tokens: varUint16, coins: varUint16, owner: address, round_since: u32 }
const HIPO = [
  query('hipo_finance_deposit_coins', 0x3d3761a6, {
    owner: address,
    coins: varUint16,
    ownership_assigned_amount: varUint16,
    referrer: address,
  }),
  query('hipo_finance_proxy_tokens_minted', 0x5be57626, minted),
  query('hipo_finance_tokens_minted', 0x5445efee, minted),
]

const signedQuery = { query_id: i64 }
const WHALES = [
  body('whales_nominators_withdraw', 0xda803efd, { ...signedQuery, gas: grams, amount: grams }),
  body('whales_nominators_deposit', 0x7bcd1fef, { ...signedQuery, gas: grams }),
  body('whales_nominators_force_kick', 0x1596920c, signedQuery),
  body('whales_nominators_stake_withdraw_delayed', 0x74bb3427, signedQuery),
  body('whales_nominators_stake_withdraw_completed', 0x23d421e1, signedQuery),
  query('whales_nominators_send_stake', 0xa2065f2c, {
    gas_limit: grams,
    stake: grams,
    ...newStake,
    validator_pubkey: bits256,
    adnl_addr: bits256,
  }),
  query('whales_nominators_withdraw_unowned', 0x251d6a98, { gas_limit: grams }),
  query('whales_nominators_withdraw_unowned_response', 0x1d1715bf),
  query('whales_nominators_accept_stake', 0x99a811fb, { members: rest }),
  query('whales_nominators_accept_withdraws', 0xa19fd934, { members: rest }),
]

/** Liquid staking (Tonstakers, bemo, Hipo) and nominator pools (Whales). */
export const STAKING = [...TONSTAKE, ...BEMO, ...HIPO, ...WHALES]
