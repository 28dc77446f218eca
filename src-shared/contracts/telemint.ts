import { body, type ContractDefinition, method } from './contractDefinition.ts'
import {
  address,
  addressInt,
  bits512,
  cell,
  grams,
  i64,
  type Layout,
  maybe,
  maybeRef,
  record,
  ref,
  u8,
  u16,
  u32,
} from './layout.ts'

const telemintText: Layout = {
  kind: 'sizedBytes',
  name: 'telemint_text',
  lengthName: 'len',
  lengthBits: 8,
  valueName: 'text',
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
  auction_config: ref(auctionConfig),
  royalty_params: maybeRef(royaltyParams),
}

/** Telegram usernames and numbers (TelegramMessenger/telemint). */
export const TELEMINT: ContractDefinition = {
  name: 'Telemint',
  interfaces: [
    {
      name: 'teleitem',
      methods: ['get_telemint_auction_state', 'get_telemint_auction_config', 'get_telemint_token_name'],
    },
  ],
  methods: [
    method('get_telemint_token_name', {}, { name: 'slice' }),
    method(
      'get_telemint_auction_state',
      {},
      { bidder: 'address?', bid: 'number', 'bid at': 'number', 'min bid': 'number', 'end time': 'number' },
    ),
    method(
      'get_telemint_auction_config',
      {},
      {
        beneficiary: 'address?',
        'initial min bid': 'number',
        'max bid': 'number',
        'min bid step': 'number',
        'min extend time': 'number',
        duration: 'number',
      },
    ),
  ],
  messages: [
    body('teleitem_bid_info', 0x38127de1, { bid: grams, bid_ts: u32 }),
    body('teleitem_return_bid', 0xa43227e1, { query_id: i64 }),
    body('teleitem_ok', 0xa37a0983, { query_id: i64 }),
    body('teleitem_msg_deploy', 0x299a3e15, {
      sender_address: addressInt,
      bid: grams,
      token_info: ref(tokenInfo),
      nft_content: cell,
      auction_config: ref(auctionConfig),
      royalty_params: ref(royaltyParams),
    }),
    body('teleitem_msg_deploy_head', 0x299a3e15, { sender_address: addressInt, bid: grams }),
    body('teleitem_msg_start_auction', 0x487a8e81, { query_id: i64, auction_config: ref(auctionConfig) }),
    body('teleitem_msg_cancel_auction', 0x371638ae, { query_id: i64 }),
    body('telemint_msg_deploy', 0x4637289a, {
      sig: bits512,
      msg: record('telemint_unsigned_deploy', unsignedDeploy),
    }),
    body('telemint_msg_deploy_v2', 0x4637289b, {
      sig: bits512,
      msg: record('telemint_unsigned_deploy_v2', { ...unsignedDeploy, restrictions: maybeRef(restrictions) }),
    }),
  ],
}
