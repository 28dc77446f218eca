import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { NEW_STAKE } from './elector.ts'
import {
  address,
  bool,
  cell,
  coins,
  int,
  maybe,
  maybeCell,
  record,
  ref,
  rest,
  u8,
  u16,
  u24,
  u32,
  u48,
  u64,
  u256,
} from './layout.ts'

const newStake = { ...NEW_STAKE, validator_pubkey: u256, adnl_addr: u256 }
const loan = { min_loan: coins, max_loan: coins }
const controllerData = record('data', {
  controller_id: u32,
  validator: address,
  pool: address,
  governor: address,
  '': ref(record(undefined, { approver: address, halter: address })),
})

/** The liquid staking contract that Tonstakers uses. */
export const TONSTAKERS: ContractDefinition = {
  name: 'Tonstakers',
  interfaces: [
    { name: 'tonstake_pool', methods: ['get_pool_full_data'] },
    { name: 'validator_controller', methods: ['get_validator_controller_data'] },
  ],
  messages: [
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
      controller_data: ref(controllerData),
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
    // Starts the payouts of a round: the first payout NFT is asked to burn.
    { ...query('tonstake_start_distribution', 0x1140a64f), isUnlisted: true },
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
  ],
}
