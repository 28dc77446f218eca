import { type Builder, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { FactsSource } from '../../../../src-main/indexer/actions/factsSource.ts'
import { addressOf, jettonPayment, masterOf, request, walletFacts, walletOf } from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const TON = null
const POOLS = new Map([
  [accountOf('pool A-TON'), { assets: [masterOf('A'), TON] }],
  [accountOf('pool B-TON'), { assets: [TON, masterOf('B')] }],
])
const facts: FactsSource = {
  ...walletFacts([
    ...['A', 'B', 'LP'].flatMap((jetton) => [
      ['user', jetton] as const,
      [`vault ${jetton}`, jetton] as const,
    ]),
  ]),
  dedustPool: (address) => POOLS.get(address),
}

function storeAsset(builder: Builder, jetton: string | null): Builder {
  if (jetton === null) return builder.storeUint(0, 4)
  return builder.storeUint(1, 4).storeInt(0, 8).storeBuffer(addressOf(jetton).hash)
}

const PROOF = beginCell().endCell()

/** Steps of a request: pools in order. */
function storeStep(builder: Builder, [pool = '', ...rest]: readonly string[]): Builder {
  builder.storeAddress(addressOf(pool)).storeBit(false).storeCoins(1)
  return builder.storeMaybeRef(rest.length > 0 ? storeStep(beginCell(), rest).endCell() : null)
}

const jettonRequest = (pools: readonly string[]) =>
  storeStep(beginCell().storeUint(0xe3a0d482, 32), pools).endCell()

const log = (assetIn: string | null, assetOut: string | null, amounts: readonly [bigint, bigint]): Sent => ({
  to: null,
  body: storeAsset(storeAsset(beginCell().storeUint(0x9c610de3, 32), assetIn), assetOut)
    .storeCoins(amounts[0])
    .storeCoins(amounts[1])
    .endCell(),
})

const paidOut = (vault: string, amount: bigint, sends: readonly Sent[]): Sent => ({
  to: vault,
  body: request(0xad4eb6f5).storeRef(PROOF).storeCoins(amount).endCell(),
  sends,
})
const jettonsOut = (jetton: string, amount: bigint) =>
  paidOut(`vault ${jetton}`, amount, [jettonPayment({ jetton, from: `vault ${jetton}`, to: 'user', amount })])
const tonOut = (amount: bigint) =>
  paidOut('vault TON', amount, [{ to: 'user', value: amount - 1n, body: request(0x474f86cf).endCell() }])

const rowsOf = (sends: readonly Sent[]) => classifyTrace(traceOf({ to: 'user', sends }), facts).rows

describe('a swap on DeDust', () => {
  const paidA = (pools: readonly string[], sends: readonly Sent[]) =>
    jettonPayment({
      jetton: 'A',
      from: 'user',
      to: 'vault A',
      amount: 100n,
      payload: jettonRequest(pools),
      reaction: [{ to: pools[0] ?? null, body: request(0x61ee542d).endCell(), sends }],
    })

  it('pays TON', () => {
    const rows = rowsOf([paidA(['pool A-TON'], [log('A', TON, [100n, 40n]), tonOut(40n)])])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      type: 'jetton_swap',
      success: true,
      asset: masterOf('A'),
      asset2: null,
      source_secondary: accountOf(walletOf('user', 'A')),
      destination: accountOf('user'),
      jetton_swap_data: {
        peer_swaps: [],
        dex_incoming_transfer: { destination: accountOf('vault A'), amount: '100' },
        dex_outgoing_transfer: { source: accountOf('vault TON'), asset: null, amount: '40' },
      },
    })
  })

  it('takes TON', () => {
    const body = storeStep(request(0xea06185d).storeCoins(50), ['pool B-TON']).endCell()
    const [row] = rowsOf([
      {
        to: 'vault TON',
        value: 60n,
        body,
        sends: [
          {
            to: 'pool B-TON',
            body: request(0x61ee542d).endCell(),
            sends: [log(TON, 'B', [50n, 9n]), jettonsOut('B', 9n)],
          },
        ],
      },
    ])
    expect(row).toMatchObject({
      type: 'jetton_swap',
      source: accountOf('user'),
      source_secondary: null,
      asset: null,
      asset2: masterOf('B'),
      jetton_swap_data: {
        dex_incoming_transfer: { destination: accountOf('vault TON'), amount: '50', asset: null },
      },
    })
  })

  it('has the wanted asset if it stops on the way', () => {
    const [row] = rowsOf([
      paidA(
        ['pool A-TON', 'pool B-TON'],
        [
          log('A', TON, [100n, 40n]),
          { to: 'pool B-TON', body: request(0x72aca8aa).endCell(), sends: [tonOut(40n)] },
        ],
      ),
    ])
    expect(row).toMatchObject({
      success: false,
      asset: masterOf('A'),
      asset2: masterOf('B'),
      jetton_swap_data: { peer_swaps: [], dex_outgoing_transfer: { asset: null, amount: '40' } },
    })
  })

  it('pays the jettons back if it fails in its only pool', () => {
    const [row] = rowsOf([paidA(['pool A-TON'], [jettonsOut('A', 100n)])])
    expect(row).toMatchObject({
      success: false,
      asset2: null,
      jetton_swap_data: {
        dex_incoming_transfer: { asset: masterOf('A'), amount: '100' },
        dex_outgoing_transfer: { asset: masterOf('A'), amount: '100' },
      },
    })
  })
})

describe('a deposit on DeDust', () => {
  const targets = (builder: Builder, [first, second]: readonly [string | null, string | null]) =>
    storeAsset(storeAsset(builder.storeBit(false), first), second)
  const toFactory = (asset: string | null, amount: bigint, sends: readonly Sent[] = []): Sent => ({
    to: 'factory',
    body: request(0xf04ec526).endCell(),
    sends: [
      { to: 'deposit', body: request(0x9b3aa3fa).endCell() },
      {
        to: 'deposit',
        body: storeAsset(request(0x54240fe5), asset).storeCoins(amount).endCell(),
        sends,
      },
    ],
  })
  const amounts = (builder: Builder) => builder.storeCoins(1).storeCoins(100).storeCoins(50)
  const tonRequest = (assets: readonly [string | null, string | null], isApart: boolean): Cell => {
    const body = targets(request(0xd55e4686).storeCoins(50), assets)
    if (isApart) body.storeRef(amounts(beginCell()))
    else amounts(body)
    return body.storeMaybeRef(null).storeMaybeRef(null).endCell()
  }
  const tonHalf = (assets: readonly [string | null, string | null] = ['A', TON], isApart = true): Sent => ({
    to: 'vault TON',
    value: 60n,
    body: tonRequest(assets, isApart),
    sends: [toFactory(TON, 50n)],
  })
  const completed = (from = 'user'): Sent => ({
    to: 'pool A-TON',
    body: request(0xb56b9598)
      .storeRef(PROOF)
      .storeAddress(addressOf(from))
      .storeCoins(1)
      .storeRef(storeAsset(storeAsset(beginCell(), 'A').storeCoins(100), TON).storeCoins(50))
      .endCell(),
    sends: [
      {
        to: walletOf('user', 'LP'),
        body: request(0x178d4519)
          .storeCoins(70)
          .storeAddress(null)
          .storeAddress(null)
          .storeCoins(0)
          .storeMaybeRef(null)
          .endCell(),
      },
    ],
  })
  const finalHalf = (from?: string): Sent =>
    jettonPayment({
      jetton: 'A',
      from: 'user',
      to: 'vault A',
      amount: 100n,
      payload: amounts(targets(beginCell().storeUint(0x40e108d6, 32), ['A', TON])).endCell(),
      reaction: [toFactory('A', 100n, [completed(from)])],
    })

  it.each([true, false])(
    'has the targets of its request after its first half (in a separate cell: %s)',
    (isApart) => {
      const [row] = rowsOf([tonHalf(['A', TON], isApart)])
      expect(row).toMatchObject({
        type: 'dex_deposit_liquidity',
        success: true,
        source: accountOf('user'),
        destination: null,
        destination_secondary: accountOf('deposit'),
        dex_deposit_liquidity_data: {
          asset1: null,
          amount1: '50',
          target_asset_1: masterOf('A'),
          target_amount_1: '100',
          target_asset_2: null,
          target_amount_2: '50',
          lp_tokens_minted: null,
        },
      })
    },
  )

  it('is one action if both halves are in one trace', () => {
    const rows = rowsOf([tonHalf(), finalHalf()])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      destination: accountOf('pool A-TON'),
      dex_deposit_liquidity_data: {
        asset1: null,
        amount1: '50',
        user_jetton_wallet_1: null,
        asset2: masterOf('A'),
        amount2: '100',
        user_jetton_wallet_2: accountOf(walletOf('user', 'A')),
        target_asset_1: null,
        target_amount_1: '100',
        target_asset_2: masterOf('A'),
        target_amount_2: '50',
        lp_tokens_minted: '70',
      },
    })
  })

  it.each([
    ['targets differ', [tonHalf(['B', TON]), finalHalf()]],
    ['users differ', [tonHalf(), finalHalf('another user')]],
    ['the deposit contract has three', [tonHalf(), tonHalf(), finalHalf()]],
  ])('stays separate if %s', (_name, sends) => {
    const rows = rowsOf(sends).filter(({ type }) => type === 'dex_deposit_liquidity')
    expect(rows).toHaveLength(sends.length)
  })
})

describe('a withdrawal on DeDust', () => {
  it('contains the burnt LP tokens and the payments of two vaults', () => {
    const rows = rowsOf([
      {
        to: walletOf('user', 'LP'),
        body: request(0x595f07bc).storeCoins(70).storeAddress(null).storeMaybeRef(null).endCell(),
        sends: [
          {
            to: 'pool A-TON',
            body: request(0x7bdd97de).endCell(),
            sends: [jettonsOut('A', 100n), tonOut(50n)],
          },
        ],
      },
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      type: 'dex_withdraw_liquidity',
      success: true,
      source: accountOf('user'),
      source_secondary: accountOf(walletOf('user', 'LP')),
      destination: accountOf('pool A-TON'),
      asset: masterOf('LP'),
      dex_withdraw_liquidity_data: {
        dex: 'dedust',
        lp_tokens_burnt: '70',
        asset1_out: masterOf('A'),
        amount1: '100',
        user_jetton_wallet_1: accountOf(walletOf('user', 'A')),
        asset2_out: null,
        amount2: '50',
        user_jetton_wallet_2: null,
      },
    })
  })
})
