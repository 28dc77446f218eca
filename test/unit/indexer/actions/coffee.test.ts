import { type Builder, beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import { addressOf, jettonPayment, masterOf, request, walletFacts, walletOf } from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const facts = walletFacts([
  ['user', 'A'],
  ['user', 'LP'],
  ['vault', 'A'],
  ['protector', 'A'],
])

/** Writes an asset; undefined for TON. */
const storeAsset = (jetton: string | undefined) => (builder: Builder) =>
  jetton === undefined
    ? builder.storeUint(0, 2)
    : builder.storeUint(1, 2).storeInt(0, 8).storeBuffer(addressOf(jetton).hash)

const swapLog = (jetton: string | undefined, amountIn: number, amountOut: number): Sent => ({
  to: null,
  body: request(0xc0ffee30).store(storeAsset(jetton)).storeCoins(amountIn).storeCoins(amountOut).endCell(),
})
const payoutRequest = (amount: number, sent: Sent): Sent => ({
  to: 'vault',
  body: request(0xc0ffee21).storeAddress(addressOf('user')).storeCoins(amount).storeBit(false).endCell(),
  sends: [sent],
})
const tonPayout: Sent = { to: 'user', value: 95n, body: request(0xc0ffee32).endCell() }
const notification: Sent = { to: 'contract', value: 96n, body: request(0xc0ffee36).endCell() }
const jettonPayout = (amount: bigint) => jettonPayment({ jetton: 'A', from: 'vault', to: 'user', amount })

function actionsOf(sends: readonly Sent[]) {
  const { rows } = classifyTrace(traceOf({ to: 'user', sends }), facts)
  return rows
    .filter(({ parent_action_id }) => parent_action_id === null)
    .map((row) => {
      const details = ACTION_TYPES.find(({ name }) => name === row.type)?.details
      return { type: row.type, success: row.success, ...details?.(row) }
    })
}

describe('a swap of TON on swap.coffee', () => {
  const swap = (sent: Sent): Sent => ({
    to: 'TON vault',
    value: 120n,
    body: request(0xc0ffee00).storeCoins(100).endCell(),
    sends: [
      {
        to: 'first pool',
        body: request(0xc0ffee20).endCell(),
        sends: [
          swapLog(undefined, 100, 50),
          {
            to: 'second pool',
            body: request(0xc0ffee20).endCell(),
            sends: [swapLog('B', 50, 95), sent],
          },
        ],
      },
    ],
  })

  it('through two pools has both, and the payment of the last one', () => {
    expect(actionsOf([swap(payoutRequest(95, jettonPayout(95n)))])).toEqual([
      {
        type: 'jetton_swap',
        success: true,
        dex: 'coffee',
        sender: accountOf('user'),
        asset_in: null,
        asset_out: masterOf('A'),
        dex_incoming_transfer: {
          asset: null,
          source: accountOf('user'),
          destination: accountOf('TON vault'),
          source_jetton_wallet: null,
          destination_jetton_wallet: null,
          amount: '100',
        },
        dex_outgoing_transfer: {
          asset: masterOf('A'),
          source: accountOf('vault'),
          destination: accountOf('user'),
          source_jetton_wallet: accountOf(walletOf('vault', 'A')),
          destination_jetton_wallet: accountOf(walletOf('user', 'A')),
          amount: '95',
        },
        peer_swaps: [
          { asset_in: null, amount_in: '100', asset_out: masterOf('B'), amount_out: '50' },
          { asset_in: masterOf('B'), amount_in: '50', asset_out: masterOf('A'), amount_out: '95' },
        ],
      },
    ])
  })

  it.each([
    ['TON', tonPayout, { source: accountOf('second pool'), destination: accountOf('user'), amount: '95' }],
    [
      'a message',
      notification,
      { source: accountOf('vault'), destination: accountOf('contract'), amount: '96' },
    ],
  ])('that pays %s has its sender and receiver', (_name, sent, transfer) => {
    expect(actionsOf([swap(payoutRequest(95, sent))])).toMatchObject([
      { type: 'jetton_swap', asset_out: null, dex_outgoing_transfer: transfer },
    ])
  })
})

describe('a withdrawal from swap.coffee', () => {
  const log: Sent = {
    to: null,
    body: request(0xc0ffee35).storeCoins(95).storeCoins(40).storeCoins(7).endCell(),
  }
  const withdrawal = (...payouts: Sent[]): Sent => ({
    to: walletOf('user', 'LP'),
    body: request(0x595f07bc).storeCoins(7).endCell(),
    sends: [{ to: 'pool', body: request(0x7bdd97de).endCell(), sends: [...payouts, log] }],
  })
  const ton = payoutRequest(95, tonPayout)
  const jettons = payoutRequest(40, jettonPayout(40n))

  it.each([
    ['in the order of the pool', [ton, jettons]],
    ['in the other order', [jettons, ton]],
  ])('pairs payouts %s with their amounts', (_name, payouts) => {
    expect(actionsOf([withdrawal(...payouts)])).toMatchObject([
      {
        type: 'dex_withdraw_liquidity',
        pool: accountOf('pool'),
        asset_1: null,
        amount_1: '95',
        user_jetton_wallet_1: accountOf('user'),
        asset_2: masterOf('A'),
        amount_2: '40',
        user_jetton_wallet_2: accountOf(walletOf('user', 'A')),
        lp_tokens_burnt: '7',
      },
    ])
  })
})

describe('the protection of swaps on swap.coffee', () => {
  const payload = (opcode: number) => beginCell().storeUint(opcode, 32).endCell()
  const jettonsWith = (opcode: number) =>
    jettonPayment({ jetton: 'A', from: 'user', to: 'protector', amount: 8n, payload: payload(opcode) })

  it('holds jettons, with a separate fee', () => {
    const fee: Sent = { to: 'fees', value: 1n, body: payload(0xc0ffeea0) }
    expect(actionsOf([jettonsWith(0x6bc79e7e), fee])).toEqual([
      {
        type: 'coffee_mev_protect_hold_funds',
        success: true,
        source: accountOf('user'),
        source_jetton_wallet: accountOf(walletOf('user', 'A')),
        mev_contract: accountOf('protector'),
        mev_contract_jetton_wallet: null,
        asset: masterOf('A'),
        amount: '8',
      },
    ])
  })

  it('holds TON without a fee', () => {
    expect(actionsOf([{ to: 'protector', value: 9n, body: request(0x6bc79e7e).endCell() }])).toMatchObject([
      { type: 'coffee_mev_protect_hold_funds', asset: null, amount: '9' },
    ])
  })

  it('returns the held assets, without details', () => {
    const body = request(0xee51ce51).storeAddress(addressOf('user')).endCell()
    const failed = { type: 'coffee_mev_protect_failed_swap', success: true }
    expect(actionsOf([{ to: 'protector', body }])).toEqual([failed])
    expect(actionsOf([jettonsWith(0xee51ce51)])).toEqual([failed])
  })
})

describe('a new pool on swap.coffee', () => {
  const creation = beginCell().storeAddress(addressOf('recipient')).endCell()
  const creatorRequest = request(0xc0ffee23)
    .storeCoins(8)
    .store(storeAsset('A'))
    .store(storeAsset('B'))
    .storeUint(0, 3)
    .storeBit(false)
    .storeRef(creation)
    .endCell()
  const poolRequest = request(0xc0ffee25)
    .storeCoins(8)
    .storeCoins(3)
    .storeAddress(addressOf('other'))
    .endCell()
  const log: Sent = {
    to: null,
    body: request(0xc0ffee33).storeCoins(8).storeCoins(3).storeCoins(5).endCell(),
  }
  const deploy = (to: string, ...sends: Sent[]): Sent => ({
    to,
    body: beginCell().storeUint(0xc0ffee22, 32).endCell(),
    sends,
  })

  it('keeps the order of the sides if the first asset completes it', () => {
    const pool = deploy('pool', { to: 'LP wallet', body: request(0x178d4519).endCell() }, log)
    const factory: Sent = { to: 'factory', body: poolRequest, sends: [pool] }
    const payment = jettonPayment({
      jetton: 'A',
      from: 'user',
      to: 'vault',
      amount: 8n,
      payload: beginCell().storeUint(0xc0ffee11, 32).endCell(),
      reaction: [{ to: 'factory', body: creatorRequest, sends: [deploy('creator', factory)] }],
    })
    expect(actionsOf([payment])).toMatchObject([
      {
        type: 'coffee_create_pool',
        pool: accountOf('pool'),
        provided_asset: masterOf('A'),
        asset_1: masterOf('A'),
        asset_2: masterOf('B'),
        amount_1: '8',
        amount_2: '3',
        initiator_1: accountOf('user'),
        initiator_2: accountOf('other'),
        lp_tokens_minted: '5',
      },
    ])
  })

  it('is not an action for a currency other than TON and jettons', () => {
    const body = request(0xc0ffee06).storeUint(2, 2).storeUint(1, 32).endCell()
    const vault = { to: 'factory', body, sends: [deploy('vault')] }
    expect(actionsOf([vault]).map(({ type }) => type)).toEqual(['call_contract', 'call_contract'])
  })
})
