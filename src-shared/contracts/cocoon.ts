import { body, type ContractDefinition, type MessageFacts, query } from './contractDefinition.ts'
import {
  address,
  bits512,
  cell,
  coins,
  type Fields,
  maybeCell,
  record,
  ref,
  rest,
  u2,
  u32,
  u64,
  u256,
} from './layout.ts'

const excesses = { send_excesses_to: address }
/** The signed part of a participant's message, which has the same opcode as the signed cell. */
function signed(name: string, opcode: number, fields: Fields): MessageFacts[] {
  return [
    query(name, opcode, { ...excesses, signature: bits512, signed_data: cell }),
    query(name, opcode, fields),
  ]
}
const closing = { expected_my_address: address }
const tokens = { new_tokens_used: u64, expected_my_address: address }
const payout = { new_tokens: u64, expected_my_address: address }
const refund = { coins, ...excesses }
const clientState = record(undefined, {
  state: u2,
  balance: coins,
  stake: coins,
  tokens_used: u64,
  secret_hash: u256,
})
const prices = { price_per_token: coins, worker_fee_per_token: coins }

/** Cocoon (TelegramMessenger/cocoon-contracts, messages.tolk). */
export const COCOON: ContractDefinition = {
  name: 'Cocoon',
  messages: [
    query('cocoon_return_excesses_back', 0x2565934c),
    query('cocoon_payout', 0xc59a7cd3),
    query('cocoon_worker_proxy_request', 0x4d725d2c, {
      owner_address: address,
      state: u2,
      tokens: u64,
      payload: maybeCell,
    }),
    body('cocoon_worker_proxy_payout_request', 0x08e7d036, {
      worker_part: coins,
      proxy_part: coins,
      ...excesses,
    }),
    query('cocoon_client_proxy_request', 0x65448ff4, {
      owner_address: address,
      state_data: ref(clientState),
      payload: maybeCell,
    }),
    body('cocoon_client_proxy_top_up', 0x5cfc6b87, { top_up_coins: coins, ...excesses }),
    body('cocoon_client_proxy_register', 0xa35cb580, { nonce: u64 }),
    body('cocoon_client_proxy_refund_granted', 0xc68ebc7b, refund),
    body('cocoon_client_proxy_refund_force', 0xf4c354c9, refund),
    ...signed('cocoon_payout_payload', 0xa040ad28, payout),
    ...signed('cocoon_last_payout_payload', 0xf5f26a36, payout),
    ...signed('cocoon_close_request_payload', 0x636a4391, closing),
    ...signed('cocoon_close_complete_request_payload', 0xe511abc7, closing),
    ...signed('cocoon_charge_payload', 0xbb63ff93, tokens),
    ...signed('cocoon_grant_refund_payload', 0xefd711e1, tokens),
    query('cocoon_add_worker_type', 0xe34b1c60, { worker_hash: u256 }),
    query('cocoon_del_worker_type', 0x8d94a79a, { worker_hash: u256 }),
    query('cocoon_add_model_type', 0xc146134d, { model_hash: u256 }),
    query('cocoon_del_model_type', 0x92b11c18, { model_hash: u256 }),
    query('cocoon_add_proxy_type', 0x71860e80, { proxy_hash: u256 }),
    query('cocoon_del_proxy_type', 0x3c41d0b2, { proxy_hash: u256 }),
    query('cocoon_register_proxy', 0x927c7cb5, { proxy_info: rest }),
    query('cocoon_unregister_proxy', 0x6d49eaf2, { seqno: u32 }),
    query('cocoon_update_proxy', 0x9c7924ba, { seqno: u32, proxy_addr: rest }),
    query('cocoon_change_fees', 0xc52ed8d4, prices),
    query('cocoon_change_params', 0x022fa189, {
      ...prices,
      proxy_delay_before_close: u32,
      client_delay_before_close: u32,
      min_proxy_stake: coins,
      min_client_stake: coins,
    }),
    query('cocoon_upgrade_contracts', 0xa2370f61, { proxy_code: cell, worker_code: cell, client_code: cell }),
    query('cocoon_upgrade_code', 0x11aefd51, { new_code: cell }),
    query('cocoon_reset_root', 0x563c1d96),
    query('cocoon_upgrade_full', 0x4f7c5789, { new_data: cell, new_code: cell }),
    query('cocoon_change_owner', 0xc4a1ae54, { new_owner_address: address }),
    query('cocoon_owner_worker_register', 0x26ed7f65, excesses),
    query('cocoon_ext_proxy_payout_request', 0x7610e6eb, excesses),
    query('cocoon_ext_proxy_increase_stake', 0x9713f187, { grams: coins, ...excesses }),
    query('cocoon_owner_proxy_close', 0xb51d5a01, excesses),
    query('cocoon_ext_client_top_up', 0xf172e6c2, { top_up_amount: coins, ...excesses }),
    query('cocoon_owner_client_change_secret_hash_and_top_up', 0x8473b408, {
      top_up_amount: coins,
      new_secret_hash: u256,
      ...excesses,
    }),
    query('cocoon_owner_client_register', 0xc45f9f3b, { nonce: u64, ...excesses }),
    query('cocoon_owner_client_change_secret_hash', 0xa9357034, { new_secret_hash: u256, ...excesses }),
    query('cocoon_owner_client_increase_stake', 0x6a1f6a60, { new_stake: coins, ...excesses }),
    query('cocoon_owner_client_withdraw', 0xda068e78, excesses),
    query('cocoon_owner_client_request_refund', 0xfafa6cc1, excesses),
    { name: 'cocoon_wallet_request', opcode: 0x9c69f376, isUnlisted: true },
  ],
}
