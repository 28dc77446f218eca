import { address, addressInt, coins, grams, varUint16 } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import { dnsRecord } from '../dnsTypes.ts'
import {
  bits,
  bits256,
  bits512,
  bool,
  cell,
  i64,
  type Layout,
  maybe,
  maybeCell,
  maybeTo,
  payload,
  record,
  to,
  u8,
  u16,
  u32,
  u64,
  u256,
} from '../layout.ts'

const proof = { dest: address, forward_payload: cell, with_content: bool }

/** TEP-62, TEP-66, TEP-85; DNS (TEP-81) and its auctions; sales. */
export const NFTS = [
  query('nft_transfer', 0x5fcc3d14, {
    new_owner: address,
    response_destination: address,
    custom_payload: maybeCell,
    forward_amount: varUint16,
    forward_payload: payload,
  }),
  query('nft_ownership_assigned', 0x05138d91, { prev_owner: address, forward_payload: payload }),
  query('get_static_data', 0x2fcb26a2),
  query('report_static_data', 0x8b771735, { index: u256, collection: address }),
  query('get_royalty_params', 0x693d3950),
  query('report_royalty_params', 0xa8cb00ad, { numerator: u16, denominator: u16, destination: address }),
  query('prove_ownership', 0x04ded148, proof),
  query('ownership_proof', 0x0524c7ae, {
    item_id: u256,
    owner: address,
    data: cell,
    revoked_at: u64,
    content: maybeCell,
  }),
  query('sbt_request_owner', 0xd0c3bfea, proof),
  query('sbt_owner_info', 0x0dd607e3, {
    item_id: u256,
    initiator: address,
    owner: address,
    data: cell,
    revoked_at: u64,
    content: maybeCell,
  }),
  query('sbt_destroy', 0x1f04537a),
  query('sbt_revoke', 0x6f89f5e3),

  query('dns_balance_release', 0x4ed14b65),
  query('change_dns_record', 0x4eb1f0f9, { key: bits256, value: to(dnsRecord) }),
  query('delete_dns_record', 0x4eb1f0f9, { key: bits256 }),
  query('process_governance_decision', 0x44beae41),
  query('auction_fill_up', 0x370fec51),
  query('outbid_notification', 0x557cea20),

  query('sale_update_message', 0x6c6c2080, {
    new_full_price: coins,
    new_mp_fee: coins,
    new_royalty_amount: coins,
  }),
]

const telemintText: Layout = (slice, walk) => {
  const length = slice.loadUint(8)
  return { '@type': 'telemint_text', len: length.toString(), text: bits(length * 8)(slice, walk) }
}
const tokenInfo = record('telemint_token_info', { name: telemintText, domain: telemintText })
const auctionConfig = record('teleitem_auction_config', {
  beneficiary_address: addressInt,
  initial_min_bid: grams,
  max_bid: grams,
  min_bid_step: u8,
  min_extend_time: u32,
  duration: u32,
})
const royaltyParams = record('nft_royalty_params', { numerator: u16, denominator: u16, destination: address })
const restrictions = record('telemint_restrictions', {
  force_sender_address: maybe(addressInt),
  rewrite_sender_address: maybe(addressInt),
})
const unsignedDeploy = {
  subwallet_id: u32,
  valid_since: u32,
  valid_till: u32,
  token_name: telemintText,
  content: cell,
  auction_config: to(auctionConfig),
  royalty_params: maybeTo(royaltyParams),
}

/** Usernames and numbers of Telegram (telemint). */
export const TELEMINT = [
  body('teleitem_bid_info', 0x38127de1, { bid: grams, bid_ts: u32 }),
  body('teleitem_return_bid', 0xa43227e1, { query_id: i64 }),
  body('teleitem_ok', 0xa37a0983, { query_id: i64 }),
  body('teleitem_msg_deploy', 0x299a3e15, {
    sender_address: addressInt,
    bid: grams,
    token_info: to(tokenInfo),
    nft_content: cell,
    auction_config: to(auctionConfig),
    royalty_params: to(royaltyParams),
  }),
  body('teleitem_msg_deploy_head', 0x299a3e15, { sender_address: addressInt, bid: grams }),
  body('teleitem_msg_start_auction', 0x487a8e81, { query_id: i64, auction_config: to(auctionConfig) }),
  body('teleitem_msg_cancel_auction', 0x371638ae, { query_id: i64 }),
  body('telemint_msg_deploy', 0x4637289a, {
    sig: bits512,
    msg: record('telemint_unsigned_deploy', unsignedDeploy),
  }),
  body('telemint_msg_deploy_v2', 0x4637289b, {
    sig: bits512,
    msg: record('telemint_unsigned_deploy_v2', { ...unsignedDeploy, restrictions: maybeTo(restrictions) }),
  }),
]
