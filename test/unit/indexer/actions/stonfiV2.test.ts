import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import {
  addressOf,
  jettonPayment,
  masterOf,
  request,
  tonPayment,
  tonPayout,
  walletFacts,
  walletOf,
} from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const SWAPPED = 0xc64370e5
const REFUNDED = 0x38976e9b
const PTON = 'pTON v2'

const facts = walletFacts([
  ...['A', 'B', 'C', PTON].flatMap((jetton) => [['user', jetton] as const, ['router', jetton] as const]),
  ['user', 'LP'],
])

/** A router's request to a pool, or the payload of a payment. */
function swapTerms(wanted: string, next?: Cell): Cell {
  return beginCell()
    .storeUint(0x6664de2a, 32)
    .storeAddress(addressOf(walletOf('router', wanted)))
    .storeAddress(addressOf('user'))
    .storeAddress(addressOf('user'))
    .storeUint(1, 64)
    .storeRef(
      beginCell()
        .storeCoins(1)
        .storeAddress(addressOf('user'))
        .storeCoins(2)
        .storeMaybeRef(next)
        .storeCoins(0)
        .storeMaybeRef(null)
        .storeUint(10, 16)
        .storeAddress(null)
        .endCell(),
    )
    .endCell()
}

const swapRequest = (terms: Cell) =>
  request(0x6664de2a).storeAddress(addressOf('user')).storeCoins(100).storeCoins(0).storeRef(terms).endCell()

type Side = readonly [jetton: string, amount: bigint]

function payTo(exitCode: number, sides: readonly [Side, Side], sends: readonly Sent[]): Sent {
  const amounts = beginCell().storeCoins(3)
  for (const [jetton, amount] of sides)
    amounts.storeCoins(amount).storeAddress(addressOf(walletOf('router', jetton)))
  const body = request(0x657b54f5)
    .storeAddress(addressOf('user'))
    .storeAddress(addressOf('user'))
    .storeAddress(addressOf('user'))
    .storeUint(exitCode, 32)
    .storeMaybeRef(null)
    .storeRef(amounts)
    .endCell()
  return { to: 'router', body, sends }
}

const jettonPayout = (jetton: string, amount: bigint) =>
  jettonPayment({ jetton, from: 'router', to: 'user', amount })

const rowsOf = (sends: readonly Sent[], type: string) =>
  classifyTrace(traceOf({ to: 'user', sends }), facts).rows.filter((row) => row.type === type)

describe('a swap on STON.fi v2', () => {
  const paidA = (terms: Cell, sends: readonly Sent[]) =>
    jettonPayment({
      jetton: 'A',
      from: 'user',
      to: 'router',
      amount: 100n,
      payload: terms,
      reaction: [{ to: 'pool', body: swapRequest(terms), sends }],
    })

  it('pays TON through pTON and contains its message', () => {
    const sides = [
      ['A', 0n],
      [PTON, 90n],
    ] as const
    const rows = classifyTrace(
      traceOf({
        to: 'user',
        sends: [paidA(swapTerms(PTON), [payTo(SWAPPED, sides, [tonPayout(PTON, 'router', 'user', 90n)])])],
      }),
      facts,
    ).rows
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      success: true,
      asset: masterOf('A'),
      asset2: null,
      destination: accountOf('user'),
      destination_secondary: null,
      jetton_swap_data: {
        peer_swaps: [],
        dex_outgoing_transfer: {
          asset: null,
          amount: '90',
          source: accountOf('router'),
          source_jetton_wallet: null,
        },
      },
    })
  })

  it('takes TON that is sent to a wallet of pTON', () => {
    const terms = swapTerms('B')
    const pay = payTo(
      SWAPPED,
      [
        [PTON, 0n],
        ['B', 5n],
      ],
      [jettonPayout('B', 5n)],
    )
    const [row] = rowsOf(
      [
        tonPayment(PTON, {
          from: 'user',
          to: 'router',
          amount: 100n,
          payload: terms,
          reaction: [{ to: 'pool', body: swapRequest(terms), sends: [pay] }],
        }),
      ],
      'jetton_swap',
    )
    expect(row).toMatchObject({
      source: accountOf('user'),
      source_secondary: null,
      asset: null,
      asset2: masterOf('B'),
      jetton_swap_data: {
        dex_incoming_transfer: {
          amount: '100',
          destination: accountOf('router'),
          destination_jetton_wallet: accountOf(walletOf('router', PTON)),
        },
      },
    })
  })

  it('goes through two pools of one router', () => {
    const terms = swapTerms('B', swapTerms('C'))
    const second = { to: 'pool 2', body: swapRequest(swapTerms('C')) }
    const last = payTo(
      SWAPPED,
      [
        ['B', 0n],
        ['C', 7n],
      ],
      [jettonPayout('C', 7n)],
    )
    const [row] = rowsOf(
      [
        paidA(terms, [
          payTo(
            SWAPPED,
            [
              ['A', 0n],
              ['B', 30n],
            ],
            [{ ...second, sends: [last] }],
          ),
        ]),
      ],
      'jetton_swap',
    )
    expect(row).toMatchObject({
      success: true,
      asset2: masterOf('C'),
      jetton_swap_data: {
        peer_swaps: [
          { asset_in: masterOf('A'), amount_in: '100', asset_out: masterOf('B'), amount_out: '30' },
          { asset_in: masterOf('B'), amount_in: '30', asset_out: masterOf('C'), amount_out: '7' },
        ],
      },
    })
  })

  it('has the asset at the end of the route if it fails', () => {
    const back = payTo(
      REFUNDED,
      [
        ['A', 100n],
        ['B', 0n],
      ],
      [jettonPayout('A', 100n)],
    )
    const [row] = rowsOf([paidA(swapTerms('B', swapTerms('C')), [back])], 'jetton_swap')
    expect(row).toMatchObject({
      success: false,
      asset2: masterOf('C'),
      jetton_swap_data: { peer_swaps: [], dex_outgoing_transfer: { asset: masterOf('A'), amount: '100' } },
    })
  })
})

describe('a deposit on STON.fi v2', () => {
  const provide = (amounts: readonly [bigint, bigint], sends: readonly Sent[]): Sent => ({
    to: 'pool',
    body: request(0x37c096df)
      .storeAddress(addressOf('user'))
      .storeCoins(amounts[0])
      .storeCoins(amounts[1])
      .endCell(),
    sends: [{ to: 'account', body: request(0x50c6a654).endCell(), sends }],
  })
  const paid = (jetton: string, amount: bigint, reaction: readonly Sent[]) =>
    jettonPayment({ jetton, from: 'user', to: 'router', amount, reaction })
  const completed = (sends: readonly Sent[]) => [{ to: 'pool', body: request(0x06ecd527).endCell(), sends }]
  const minted: Sent = {
    to: walletOf('user', 'LP'),
    body: request(0x178d4519)
      .storeCoins(55)
      .storeAddress(null)
      .storeAddress(null)
      .storeCoins(0)
      .storeMaybeRef(null)
      .endCell(),
  }

  it('joins both payments of a sender, with the earlier one as side 2', () => {
    const rows = rowsOf(
      [paid('A', 10n, [provide([10n, 0n], [])]), paid('B', 20n, [provide([0n, 20n], completed([minted]))])],
      'dex_deposit_liquidity',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      success: true,
      source: accountOf('user'),
      destination: accountOf('pool'),
      dex_deposit_liquidity_data: {
        dex: 'stonfi_v2',
        asset1: masterOf('B'),
        amount1: '20',
        user_jetton_wallet_1: accountOf(walletOf('user', 'B')),
        asset2: masterOf('A'),
        amount2: '10',
        user_jetton_wallet_2: accountOf(walletOf('user', 'A')),
        lp_tokens_minted: '55',
      },
    })
  })

  it('does not join payments of which none completed the deposit', () => {
    const rows = rowsOf(
      [paid('A', 10n, [provide([10n, 0n], [])]), paid('B', 20n, [provide([0n, 20n], [])])],
      'dex_deposit_liquidity',
    )
    expect(rows.map(({ success }) => success)).toEqual([true, true])
  })

  it('fails if the pool returns the payment to the account', () => {
    const refund = completed([{ to: 'account', body: request(0x50c6a654).endCell() }])
    const payment = tonPayment(PTON, {
      from: 'user',
      to: 'router',
      amount: 20n,
      reaction: [provide([0n, 20n], refund)],
    })
    const [row] = rowsOf([payment], 'dex_deposit_liquidity')
    expect(row).toMatchObject({
      success: false,
      dex_deposit_liquidity_data: { asset1: null, amount1: '20', lp_tokens_minted: null },
    })
  })
})

describe('a withdrawal on STON.fi v2', () => {
  const bothPaid = [
    payTo(
      1,
      [
        ['A', 10n],
        ['B', 0n],
      ],
      [jettonPayout('A', 10n)],
    ),
    payTo(
      1,
      [
        ['A', 0n],
        [PTON, 20n],
      ],
      [tonPayout(PTON, 'router', 'user', 20n)],
    ),
  ]

  it("contains the burnt LP tokens and the router's payments of both sides", () => {
    const burn: Sent = {
      to: walletOf('user', 'LP'),
      body: request(0x595f07bc).storeCoins(55).storeAddress(null).storeMaybeRef(null).endCell(),
      sends: [{ to: 'pool', body: request(0x297437cf).endCell(), sends: bothPaid }],
    }
    const { rows } = classifyTrace(traceOf({ to: 'user', sends: [burn] }), facts)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      type: 'dex_withdraw_liquidity',
      success: true,
      source: accountOf('user'),
      source_secondary: accountOf(walletOf('user', 'LP')),
      destination: accountOf('pool'),
      asset: masterOf('LP'),
      dex_withdraw_liquidity_data: {
        dex: 'stonfi_v2',
        lp_tokens_burnt: '55',
        asset1_out: masterOf('A'),
        amount1: '10',
        user_jetton_wallet_1: accountOf(walletOf('user', 'A')),
        dex_jetton_wallet_1: accountOf(walletOf('router', 'A')),
        asset2_out: null,
        amount2: '20',
        user_jetton_wallet_2: null,
      },
    })
  })

  it('takes back a deposit that was not completed', () => {
    const refund: Sent = {
      to: 'account',
      body: request(0x132b9a2c).endCell(),
      sends: [{ to: 'pool', body: request(0x0f98e2b8).endCell(), sends: bothPaid.slice(0, 1) }],
    }
    const { rows } = classifyTrace(traceOf({ to: 'user', sends: [refund] }), facts)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      source: accountOf('user'),
      source_secondary: null,
      destination: accountOf('pool'),
      dex_withdraw_liquidity_data: { lp_tokens_burnt: null, amount1: '10', amount2: null },
    })
  })
})
