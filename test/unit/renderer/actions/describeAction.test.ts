import { describe, expect, it } from 'vitest'
import { ACTION_KINDS } from '../../../../src-renderer/actions/describe/actionLine.ts'
import {
  DESCRIBED_TYPES,
  describeAction,
  typesOfKind,
} from '../../../../src-renderer/actions/describe/describeAction.ts'
import { ownMoves, sentenceOf, withoutMoved } from '../../../../src-renderer/actions/sentence.ts'
import { accountKey } from '../../../../src-renderer/decode/accountKey.ts'
import { at, madeAction, withLetters } from './madeAction.ts'
import { plainSentence } from './plainSentence.ts'

type Given = Readonly<Record<string, unknown>>

function words(
  type: string,
  details: Given,
  { here, success = true }: { here?: string; success?: boolean } = {},
) {
  const line = describeAction(madeAction(type, details))
  return withLetters(
    plainSentence(sentenceOf(line, success, here === undefined ? undefined : accountKey(at(here)))),
  )
}

/** What an account gets (+) and gives (−). */
function moves(type: string, details: Given, here: string, success = true): string[] {
  return ownMoves(describeAction(madeAction(type, details)), success, accountKey(at(here))).map(
    ({ direction, value, asset }) =>
      withLetters(`${{ in: '+', out: '-', self: '=' }[direction]}${value} ${asset ?? 'TON'}`),
  )
}

const [A, B, C, I, J, K, M, P] = ['A', 'B', 'C', 'I', 'J', 'K', 'M', 'P'].map(at)
const LEG = { source: A, destination: P, source_jetton_wallet: null, destination_jetton_wallet: null }
const TON_LEG = { ...LEG, source: P, destination: A, asset: null, amount: '7' }
const PACKET = { src_eid: 30101, dst_eid: 30343, nonce: 162 }
const ITEM = { nft_item: I, nft_collection: C, nft_item_index: '3' }

/** One case for each type of the contract: its details, and the sentence. */
const CASES: Readonly<Record<string, readonly [Given, string]>> = {
  ton_transfer: [
    { source: A, destination: B, value: '5', value_extra_currencies: {}, comment: 'hi', encrypted: false },
    'A sent 5 TON to B with the comment “hi”',
  ],
  extra_currency_transfer: [
    { source: A, destination: B, value: '0', value_extra_currencies: { '100': '9' } },
    'A sent 9 of currency 100 to B',
  ],
  jetton_transfer: [
    { asset: J, sender: A, receiver: B, amount: '8', comment: 'x', is_encrypted_comment: true },
    'A sent 8 J to B with an encrypted comment',
  ],
  jetton_burn: [{ owner: A, asset: J, amount: '8' }, 'A burned 8 J'],
  jetton_mint: [{ asset: J, receiver: B, amount: '8', ton_amount: '1' }, 'J minted 8 J to B'],
  call_contract: [
    { opcode: '0x12345678', source: A, destination: B, value: '4', extra_currencies: {} },
    'A called 0x12345678 on B with 4 TON',
  ],
  contract_deploy: [{ opcode: null, source: A, destination: B, value: '4' }, 'A deployed contract B'],
  tick_tock: [{}, 'Tick-tock transaction'],
  election_deposit: [{ stake_holder: A, amount: '9' }, 'A staked 9 TON in the validator elections'],
  election_recover: [{ stake_holder: A, amount: '9' }, 'A recovered 9 TON from the validator elections'],
  subscribe: [
    { subscriber: A, beneficiary: B, subscription: P, amount: '2' },
    'A subscribed to B for 2 TON by P',
  ],
  unsubscribe: [{ subscriber: A, beneficiary: B, subscription: P }, 'A unsubscribed from B'],
  nft_transfer: [
    { ...ITEM, old_owner: A, new_owner: B, is_purchase: false, comment: null },
    'A sent NFT I to B',
  ],
  nft_purchase: [
    {
      ...ITEM,
      old_owner: P,
      real_old_owner: A,
      new_owner: B,
      is_purchase: true,
      price: '50',
      marketplace: 'getgems',
    },
    'B bought NFT I from A for 50 TON on getgems',
  ],
  nft_mint: [{ ...ITEM, owner: A }, 'A minted NFT I in C'],
  nft_discovery: [{ ...ITEM, source: A }, 'A asked NFT I for its owner and collection'],
  nft_put_on_sale: [
    { ...ITEM, owner: A, full_price: '50', marketplace: null },
    'A listed NFT I for sale for 50 TON',
  ],
  nft_put_on_auction: [{ ...ITEM, owner: A, min_bid: '5' }, 'A started an auction of NFT I from 5 TON'],
  teleitem_start_auction: [{ ...ITEM, owner: A, min_bid: '5' }, 'A started an auction of NFT I from 5 TON'],
  nft_cancel_sale: [{ ...ITEM, owner: A }, 'A cancelled the sale of NFT I'],
  nft_cancel_auction: [{ ...ITEM, owner: A }, 'A cancelled the auction of NFT I'],
  teleitem_cancel_auction: [{ ...ITEM, owner: A }, 'A cancelled the auction of NFT I'],
  nft_finish_auction: [{ ...ITEM, owner: A }, 'A finished the auction of NFT I'],
  nft_update_sale: [
    { source: A, sale_contract: P, nft_address: I, full_price: '60' },
    'A changed the sale of NFT I to 60 TON',
  ],
  auction_bid: [{ ...ITEM, amount: '9', bidder: A, auction: P }, 'A bid 9 TON for NFT I'],
  auction_outbid: [
    { ...ITEM, auction_address: P, bidder: A, new_bidder: B, amount: '9' },
    'A got 9 TON back: outbid by B for NFT I',
  ],
  change_dns: [
    {
      key: 'e8d44050873dba865aa7c170ab4cce64d90839a34dcfd6cf71d14e0205443b1b',
      value: { sum_type: 'DNSSmcAddress', dns_smc_address: B, flags: 0 },
      source: A,
      asset: I,
    },
    'A changed the wallet record of I to B',
  ],
  delete_dns: [{ hash: 'ab'.repeat(32), source: A, asset: I }, `A removed record ${'ab'.repeat(32)} of I`],
  renew_dns: [{ source: A, asset: I }, 'A renewed domain I'],
  dns_release: [{ ...ITEM, source: A, value: '1' }, 'A released domain I'],
  dns_purchase: [{ ...ITEM, new_owner: B, price: '40' }, 'B bought domain I for 40 TON'],
  stake_deposit: [
    { provider: 'liquid_staking', stake_holder: A, pool: P, amount: '10', tokens_minted: '9', asset: J },
    'A staked 10 TON for 9 J in liquid staking',
  ],
  stake_withdrawal: [
    { provider: 'nominator', stake_holder: A, pool: P, amount: '10', tokens_burnt: null, asset: null },
    'A withdrew 10 TON from a nominator pool',
  ],
  stake_withdrawal_request: [
    { provider: 'liquid_staking', stake_holder: A, pool: P, asset: J, tokens_burnt: null },
    'A requested a withdrawal from liquid staking',
  ],
  multisig_create_order: [
    { order_seqno: '4', is_signed_by_creator: true, source: A, destination: M, destination_order: P },
    'A created order 4 P of multisig M and approved it',
  ],
  multisig_approve: [
    { signer_index: 1, exit_code: 0, source: A, destination: P },
    'A approved multisig order P',
  ],
  multisig_execute: [
    { order_seqno: '4', approvals_num: 2, source: P, destination: M },
    'M executed order 4 P with 2 approvals',
  ],
  vesting_send_message: [
    { source: A, vesting: P, destination: B, amount: '6' },
    'A sent 6 TON to B from vesting P',
  ],
  vesting_add_whitelist: [
    { accounts_added: [B], source: A, vesting: P },
    'A added B to the whitelist of vesting P',
  ],
  jetton_swap: [
    {
      dex: 'stonfi',
      sender: A,
      asset_in: J,
      asset_out: null,
      dex_incoming_transfer: { ...LEG, asset: J, amount: '10' },
      dex_outgoing_transfer: TON_LEG,
      peer_swaps: [],
    },
    'A swapped 10 J for 7 TON on STON.fi',
  ],
  dex_deposit_liquidity: [
    { dex: 'dedust', amount_1: '4', amount_2: '5', asset_1: null, asset_2: J, source: A, pool: P },
    'A deposited 4 TON and 5 J to pool P on DeDust',
  ],
  dex_withdraw_liquidity: [
    { dex: 'tonco', amount_1: '4', amount_2: null, asset_1: K, asset_2: null, source: A, pool: P },
    'A withdrew 4 K from pool P on TONCO',
  ],
  tonco_deploy_pool: [
    { source: A, pool: P, jetton_minter_1: J, jetton_minter_2: K },
    'A created pool P of J and K on TONCO',
  ],
  coffee_create_vault: [
    { source: A, vault: P, asset: J, value: '1' },
    'A created a vault for J on swap.coffee',
  ],
  coffee_create_pool_creator: [
    { source: A, asset_1: J, asset_2: K, amount: '3' },
    'A deposited 3 J for a new pool on swap.coffee',
  ],
  coffee_create_pool: [
    { source: A, pool: P, asset_1: J, asset_2: null, provided_asset: J, amount: '3' },
    'A created pool P of J and TON on swap.coffee',
  ],
  coffee_mev_protect_hold_funds: [
    { source: A, mev_contract: P, asset: null, amount: '3' },
    'A sent 3 TON to the MEV protection of swap.coffee',
  ],
  coffee_staking_deposit: [{ source: A, pool: P, asset: J, amount: '3' }, 'A staked 3 J on swap.coffee'],
  coffee_staking_withdraw: [{ source: A, pool: P, asset: J, amount: '3' }, 'A unstaked 3 J on swap.coffee'],
  coffee_staking_claim_rewards: [
    { recipient: A, pool: P, asset: J, amount: '3' },
    'A claimed a staking reward of 3 J on swap.coffee',
  ],
  evaa_supply: [
    { source: A, recipient: B, asset: J, is_ton: false, amount: '3' },
    'A supplied 3 J to EVAA for B',
  ],
  evaa_withdraw: [{ source: A, recipient: A, asset: J, amount: '3' }, 'A withdrew 3 J from EVAA'],
  evaa_liquidate: [
    { source: A, borrower: B, asset: J, is_known_asset: true, amount: '3' },
    'A liquidated the debt of B on EVAA for 3 J',
  ],
  jvault_stake: [{ source: A, pool: P, asset: J, amount: '3' }, 'A staked 3 J on JVault'],
  jvault_unstake: [
    { source: A, pool: P, asset: J, amount: '3', exit_code: null },
    'A unstaked 3 J on JVault',
  ],
  jvault_unstake_request: [
    { source: A, pool: P, asset: J, amount: '3', exit_code: null },
    'A requested unstaking of 3 J on JVault',
  ],
  jvault_claim: [
    {
      source: A,
      pool: P,
      claimed_rewards: [
        { jetton: J, amount: '3' },
        { jetton: K, amount: '4' },
      ],
    },
    'A claimed a staking reward of 3 J and 4 K on JVault',
  ],
  tgbtc_mint: [
    { source: A, destination: A, amount: '3', asset: J, bitcoin_tx_id: 'ff' },
    'A minted 3 J for bitcoin transaction ff',
  ],
  tgbtc_mint_fallback: [{ source: A, destination: B, amount: '3', asset: null }, 'A minted tgBTC to B'],
  tgbtc_burn: [{ source: A, amount: '3', asset: J }, 'A burned 3 J to withdraw bitcoin'],
  tgbtc_burn_fallback: [{ source: null, amount: '3', asset: null }, 'Burned tgBTC to withdraw bitcoin'],
  tgbtc_new_key: [
    { source: A, pubkey: 'aa', coordinator: P },
    'A published a new tgBTC key aa of coordinator P',
  ],
  tgbtc_new_key_fallback: [{ source: A, pubkey: 'aa', coordinator: null }, 'A published a new tgBTC key aa'],
  tgbtc_dkg_log_fallback: [{ coordinator: P, pubkey: 'aa' }, 'P published a distributed tgBTC key aa'],
  layerzero_send: [
    { initiator: A, layerzero_packet_data: PACKET },
    'A sent a message to TON by LayerZero (packet 162)',
  ],
  layerzero_send_tokens: [
    { sender: A, oapp: P, asset: J, amount: '3', layerzero_packet_data: { dst_eid: 30101, nonce: 1 } },
    'A sent 3 J to Ethereum by LayerZero (packet 1)',
  ],
  layerzero_receive: [
    { sender: A, oapp: P, layerzero_packet_data: PACKET },
    'P received a message from Ethereum by LayerZero (packet 162)',
  ],
  layerzero_commit_packet: [
    { sender: A, layerzero_packet_data: PACKET },
    'A committed a packet from Ethereum by LayerZero (packet 162)',
  ],
  layerzero_dvn_verify: [
    { initiator: A, nonce: 125, status: 'succeeded', dvn: P },
    'A verified LayerZero packet 125 as verifier P',
  ],
  cocoon_worker_payout: [
    { payout_type: 'last', source: A, destination: B, amount: '3' },
    'A paid 3 TON to B for the last time, for work on Cocoon',
  ],
  cocoon_proxy_payout: [{ source: A, destination: B }, 'A paid B as a proxy on Cocoon'],
  cocoon_proxy_charge: [{ source: A, destination: B }, 'A charged B for work on Cocoon'],
  cocoon_client_top_up: [{ source: A, destination: B, amount: '3' }, 'A topped up B with 3 TON on Cocoon'],
  cocoon_register_proxy: [{ query_id: '0', destination: B }, 'Registered a proxy on Cocoon with B'],
  cocoon_unregister_proxy: [{ seqno: 1, destination: B }, 'Unregistered proxy 1 of Cocoon with B'],
  cocoon_client_register: [{ source: A, destination: B }, 'A registered as a client on Cocoon with B'],
  cocoon_client_change_secret_hash: [
    { source: A, destination: B, new_secret_hash: 'aa' },
    'A changed the secret of Cocoon client B to hash aa',
  ],
  cocoon_client_request_refund: [{ source: A, destination: B }, 'A requested a refund from Cocoon client B'],
  cocoon_grant_refund: [
    { source: A, destination: B, amount: '3' },
    'A granted a refund of 3 TON to B on Cocoon',
  ],
  cocoon_client_increase_stake: [
    { source: A, destination: B, new_stake: '9', amount: '9' },
    'A increased the stake of Cocoon client B to 9 TON',
  ],
  cocoon_client_withdraw: [
    { source: A, destination: B, withdraw_amount: '3', amount: '3' },
    'A withdrew 3 TON from Cocoon client B',
  ],
}

describe('the sentence of an action', () => {
  it('exists for every type that has details, and every one is tried here', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(DESCRIBED_TYPES.toSorted())
  })

  it.each(Object.entries(CASES))('of %s reads as expected', (type, [details, sentence]) => {
    expect(words(type, details)).toBe(sentence)
  })

  it.each(Object.keys(CASES))('of %s without any details still reads', (type) => {
    expect(words(type, {})).toMatch(/^\S+/)
    expect(words(type, {})).not.toMatch(/undefined|null|NaN/)
  })

  it('names an unknown type, and one without details', () => {
    expect(words('moon_landing', {})).toBe('Action “moon landing”')
    expect(words('constructor', {})).toBe('Action “constructor”')
    expect(words('coffee_mev_protect_failed_swap', { error: 'unsupported' })).toBe(
      'Failed MEV-protected swap on swap.coffee',
    )
  })

  it('names a trace without messages by its first transaction', () => {
    const details = { error: "unsupported action type: 'unknown'" }
    const sentence = (rest: object) =>
      plainSentence(sentenceOf(describeAction(madeAction('unknown', details, rest)), true))
    expect(sentence({ trace_external_hash: 'X' })).toBe('External message')
    expect(sentence({})).toBe('Transaction')
  })

  it('leaves out the account whose page it is, for the sender as for the receiver', () => {
    const [details] = CASES.ton_transfer ?? [{}]
    expect(words('ton_transfer', details, { here: 'A' })).toBe('Sent 5 TON to B with the comment “hi”')
    expect(words('ton_transfer', details, { here: 'B' })).toBe('Received 5 TON from A with the comment “hi”')
    expect(words('ton_transfer', details, { here: 'C' })).toBe('A sent 5 TON to B with the comment “hi”')
  })

  it("describes a failure from the sender's side", () => {
    const [details] = CASES.jetton_swap ?? [{}]
    expect(words('jetton_swap', details, { success: false })).toBe(
      'A failed to swap 10 J for 7 TON on STON.fi',
    )
    expect(words('jetton_swap', details, { success: false, here: 'A' })).toBe(
      'Failed to swap 10 J for 7 TON on STON.fi',
    )
  })

  it('names the requested amount of a failed swap, not the returned one', () => {
    const back = { ...TON_LEG, asset: J, amount: '10' }
    const [details] = CASES.jetton_swap ?? [{}]
    expect(words('jetton_swap', { ...details, dex_outgoing_transfer: back }, { success: false })).toBe(
      'A failed to swap 10 J for TON on STON.fi',
    )
  })
})

describe('what an action moves for an account', () => {
  it('has a sign for each side, and nothing for others', () => {
    const [details] = CASES.jetton_swap ?? [{}]
    expect(moves('jetton_swap', details, 'A')).toEqual(['-10 J', '+7 TON'])
    expect(moves('jetton_swap', details, 'B')).toEqual([])
    const [transfer] = CASES.jetton_transfer ?? [{}]
    expect(moves('jetton_transfer', transfer, 'A')).toEqual(['-8 J'])
    expect(moves('jetton_transfer', transfer, 'B')).toEqual(['+8 J'])
    expect(moves('jetton_transfer', { ...transfer, receiver: A }, 'A')).toEqual(['=8 J'])
  })

  it('is nothing where it failed', () => {
    const [transfer] = CASES.jetton_transfer ?? [{}]
    expect(moves('jetton_transfer', transfer, 'A', false)).toEqual([])
  })

  it('is exact beyond 2^53', () => {
    const details = { source: A, destination: B, value: '123456789012345678901' }
    expect(moves('ton_transfer', details, 'A')).toEqual(['-123456789012345678901 TON'])
  })
})

describe('beside its amounts', () => {
  const own = (type: string, details: Given) => {
    const line = describeAction(madeAction(type, details))
    const here = accountKey(A ?? '')
    return withLetters(plainSentence(withoutMoved(sentenceOf(line, true, here), ownMoves(line, true, here))))
  }

  it('a sentence names assets alone, and a call nothing', () => {
    const [swap] = CASES.jetton_swap ?? [{}]
    expect(own('jetton_swap', swap)).toBe('Swapped J for TON on STON.fi')
    const [call] = CASES.call_contract ?? [{}]
    expect(own('call_contract', call)).toBe('Called 0x12345678 on B')
  })

  it('a sentence keeps amounts that the account has no part in', () => {
    const [purchase] = CASES.nft_purchase ?? [{}]
    expect(own('nft_purchase', { ...purchase, payout_amount: '45' })).toBe(
      'Received TON for NFT I on getgems',
    )
    const [order] = CASES.nft_put_on_sale ?? [{}]
    expect(own('nft_put_on_sale', order)).toBe('Listed NFT I for sale for 50 TON')
  })
})

describe('kinds of actions', () => {
  it('hold every type once, and no kind is empty', () => {
    const all = ACTION_KINDS.flatMap(typesOfKind)
    expect(ACTION_KINDS.filter((kind) => typesOfKind(kind).length === 0)).toEqual([])
    expect(all.toSorted()).toEqual(
      DESCRIBED_TYPES.filter((type) => type !== 'extra_currency_transfer').toSorted(),
    )
  })

  it.each(Object.entries(CASES))('the kind of %s is the one of its sentence', (type, [details]) => {
    if (type === 'extra_currency_transfer') return
    expect(typesOfKind(describeAction(madeAction(type, details)).kind)).toContain(type)
  })
})
