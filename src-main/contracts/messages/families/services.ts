import { address, addressInt, coins, grams } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import {
  bits256,
  bits512,
  bool,
  cell,
  maybe,
  maybeCell,
  record,
  rest,
  to,
  u8,
  u32,
  u64,
  u128,
  u256,
  uint,
} from '../layout.ts'

const torrentInfo = record('torrent_info', {
  piece_size: u32,
  file_size: u64,
  root_hash: u256,
  header_size: u64,
  header_hash: u256,
  microchunk_hash: maybe(u256),
  description: rest,
})

/** Storage providers of TON Storage. */
export const STORAGE = [
  query('deploy_storage_contract', 0xe4748df1, {
    info: to(torrentInfo),
    merkle_hash: bits256,
    expected_rate: coins,
    expected_max_span: u32,
  }),
  query('update_pubkey', 0x53f34cd6, { new_pubkey: bits256 }),
  query('update_storage_params', 0x54cbf19b, {
    accept_new_contracts: bool,
    rate_per_mb_day: coins,
    max_span: u32,
    minimal_file_size: u64,
    maximal_file_size: u64,
  }),
  query('offer_storage_contract', 0x107c49ef),
  query('accept_storage_contract', 0x7a361688),
  body('storage_contract_confirmed', 0xd4caedcd, { cur_lt: u64, torrent_hash: bits256 }),
  query('close_storage_contract', 0x79f937ea),
  body('storage_contract_terminated', 0xb6236d63, { cur_lt: u64, torrent_hash: bits256 }),
  query('storage_withdraw', 0x46ed2e94),
  query('storage_reward_withdrawal', 0xa91baf56),
  query('proof_storage', 0x419d5d4d, { file_dict_proof: cell }),
]

export const CRON = [
  body('cron_trigger', 0x2114702d, { reward_address: address, salt: u32 }),
  body('cron_reward', 0x2e04891a),
  body('cron_notify', 0xd027efe5, { init_state_hash: u256, init_state_depth: uint(10) }),
  body('cron_init', 0x2e41d3ac),
  body('cron_destroyed', 0xbbe27821),
  body('w5_dns_renewal_calc_and_topup', 0x56f6110e, {
    first_call_time: u32,
    repeat_every: u32,
    salt: u32,
    reward: coins,
    owner_address: addressInt,
    renewal_actions_cell: cell,
    topup_amount: coins,
    msg_to_wallet_amount: coins,
  }),
]

/** Subscriptions v1 and v2. */
export const SUBSCRIPTIONS = [
  body('subscription_payment', 0x73756273),
  body('subscription_fallback', 0x756e6b77),
  query('subscription_deploy', 0xf71783cb, {
    first_charging_date: u32,
    payment_per_period: grams,
    period: u32,
    grace_period: u32,
    caller_fee: grams,
    withdraw_address: addressInt,
    withdraw_msg_body: cell,
    metadata: cell,
  }),
  query('subscription_reduce_payment', 0x508238ec, { new_payment: grams }),
]

/** Airdrops, proof of work of the givers, a QR game, Tonkeeper's relayer. */
export const SERVICES = [
  query('lock_and_claim', 0x3a86f1a0, { proof: maybeCell }),
  body('gram_submit_proof_of_work', 0x4d696e65, {
    flags: u8,
    expire: u32,
    whom: bits256,
    rdata1: bits256,
    rseed: u128,
    rdata2: bits256,
  }),
  body('nerd_qr_verify', 0xccc2c823, { item_id: u32, signature: bits512 }),
  body('tonkeeper_relayer_fee_forward_payload', 0x878da6e3),
]
