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
  tonTransfer,
  transferRequest,
  walletFacts,
  walletOf,
} from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const PTON = 'pTON of TONCO'
const SWAPPED = 200
const BURNT = 201
const TOO_LITTLE = 242

const facts = walletFacts(
  ['A', 'B', PTON].flatMap((jetton) => [['user', jetton] as const, ['router', jetton] as const]),
)

const terms = (wanted: string, minOut: bigint, next?: Cell) =>
  beginCell()
    .storeUint(0xa7fb58f8, 32)
    .storeAddress(addressOf(walletOf('router', wanted)))
    .storeUint(0, 160)
    .storeCoins(minOut)
    .storeAddress(addressOf('user'))
    .storeMaybeRef(next)
    .endCell()

const swap = (pool: string, pay: Sent): Sent => ({
  to: pool,
  body: request(0xa7fb58f8).endCell(),
  sends: [pay],
})

type Side = readonly [jetton: string, amount: bigint]

function payTo(exitCode: number, sides: readonly [Side, Side], sends: readonly Sent[]): Sent {
  const amounts = beginCell()
  for (const [jetton, amount] of sides)
    amounts.storeCoins(amount).storeAddress(addressOf(walletOf('router', jetton)))
  const body = request(0xa1daa96d)
    .storeAddress(addressOf('user'))
    .storeAddress(addressOf('user'))
    .storeUint(exitCode, 32)
    .storeUint(1, 64)
    .storeMaybeRef(amounts.endCell())
    .storeMaybeRef(null)
    .endCell()
  return { to: 'router', body, sends }
}

const rowsOf = (sends: readonly Sent[]) => classifyTrace(traceOf({ to: 'user', sends }), facts).rows
const jettonsOut = (jetton: string, amount: bigint) =>
  jettonPayment({ jetton, from: 'router', to: 'user', amount })

describe('a swap on TONCO', () => {
  const paidA = (payload: Cell, reaction: readonly Sent[]) =>
    jettonPayment({ jetton: 'A', from: 'user', to: 'router', amount: 100n, payload, reaction })

  it('goes through TON to the next pool', () => {
    const next: Sent = {
      ...transferRequest({ jetton: PTON, from: 'router', to: 'router', amount: 40n }),
      sends: [
        tonPayment(PTON, {
          from: 'router',
          to: 'router',
          amount: 40n,
          reaction: [
            swap(
              'pool 2',
              payTo(
                SWAPPED,
                [
                  [PTON, 0n],
                  ['B', 9n],
                ],
                [jettonsOut('B', 9n)],
              ),
            ),
          ],
        }),
      ],
    }
    const rows = rowsOf([
      paidA(terms(PTON, 1n, terms('B', 1n)), [
        swap(
          'pool 1',
          payTo(
            SWAPPED,
            [
              ['A', 0n],
              [PTON, 40n],
            ],
            [next],
          ),
        ),
      ]),
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      type: 'jetton_swap',
      success: true,
      asset: masterOf('A'),
      asset2: masterOf('B'),
      jetton_swap_data: {
        min_out_amount: '9',
        peer_swaps: [
          { asset_in: masterOf('A'), amount_in: '100', asset_out: null, amount_out: '40' },
          { asset_in: null, amount_in: '40', asset_out: masterOf('B'), amount_out: '9' },
        ],
      },
    })
  })

  it('has the bought asset, and not the part that is paid back', () => {
    const sides = [
      ['A', 3n],
      ['B', 9n],
    ] as const
    const both = payTo(SWAPPED, sides, [jettonsOut('A', 3n), jettonsOut('B', 9n)])
    expect(rowsOf([paidA(terms('B', 1n), [swap('pool', both)])])).toMatchObject([
      {
        success: true,
        asset2: masterOf('B'),
        jetton_swap_data: { dex_outgoing_transfer: { asset: masterOf('B'), amount: '9' } },
      },
    ])
  })

  it.each([
    [
      'TON has the wanted minimum',
      tonPayment(PTON, {
        from: 'user',
        to: 'router',
        amount: 100n,
        payload: terms('B', 77n),
        reaction: [
          swap(
            'pool',
            payTo(
              TOO_LITTLE,
              [
                [PTON, 100n],
                ['B', 0n],
              ],
              [tonPayout(PTON, 'router', 'user', 100n)],
            ),
          ),
        ],
      }),
      { asset: null, minimum: '77' },
    ],
    [
      'jettons has the amount that is paid back',
      paidA(terms('B', 77n), [
        swap(
          'pool',
          payTo(
            TOO_LITTLE,
            [
              ['A', 100n],
              ['B', 0n],
            ],
            [jettonsOut('A', 100n)],
          ),
        ),
      ]),
      { asset: masterOf('A'), minimum: '100' },
    ],
  ])('that fails with %s', (_name, sent, { asset, minimum }) => {
    expect(rowsOf([sent])).toMatchObject([
      {
        success: false,
        asset2: masterOf('B'),
        jetton_swap_data: { min_out_amount: minimum, dex_outgoing_transfer: { asset, amount: '100' } },
      },
    ])
  })
})

describe('a deposit on TONCO', () => {
  const fund = (other: string) =>
    beginCell()
      .storeUint(0x4468de77, 32)
      .storeAddress(addressOf(walletOf('router', other)))
      .endCell()
  const funded = (amounts: readonly [bigint, bigint], sends: readonly Sent[]): Sent => ({
    to: 'pool',
    body: request(0x4468de77).endCell(),
    sends: [
      {
        to: 'account',
        body: request(0x3ebe5431)
          .storeCoins(amounts[0])
          .storeCoins(amounts[1])
          .storeCoins(60)
          .storeCoins(30)
          .storeUint(1_000, 128)
          .storeInt(-120, 24)
          .storeInt(60, 24)
          .endCell(),
        sends,
      },
    ],
  })
  const paidTon = (reaction: readonly Sent[]) =>
    tonPayment(PTON, { from: 'user', to: 'router', amount: 30n, payload: fund('A'), reaction })

  it('has no position after its first half', () => {
    const rows = rowsOf([paidTon([funded([0n, 30n], [])])])
    expect(rows).toMatchObject([
      {
        type: 'dex_deposit_liquidity',
        success: true,
        source: accountOf('user'),
        source_secondary: null,
        destination: accountOf('pool'),
        destination_secondary: accountOf('account'),
        dex_deposit_liquidity_data: {
          asset1: null,
          amount1: '30',
          target_asset_1: masterOf('A'),
          target_amount_1: '60',
          target_asset_2: null,
          target_amount_2: '30',
          lp_tokens_minted: null,
          nft_address: null,
          tick_lower: '-120',
          tick_upper: '60',
          vault_excesses: [],
        },
      },
    ])
  })

  it('has the position and the repayments when it is completed', () => {
    const position = request(0xd5ecca2a)
      .storeAddress(addressOf('user'))
      .storeRef(beginCell().storeUint(0, 256).storeUint(0, 256).storeUint(23, 64).endCell())
      .endCell()
    const refunds = payTo(
      0,
      [
        ['A', 1n],
        [PTON, 5n],
      ],
      [jettonsOut('A', 1n), tonPayout(PTON, 'router', 'user', 5n)],
    )
    const complete: Sent = {
      to: 'pool',
      body: request(0x81702ef8).endCell(),
      sends: [{ to: 'position', body: position }, refunds],
    }
    const rows = rowsOf([paidTon([funded([0n, 30n], [complete])])])
    expect(rows).toMatchObject([
      {
        dex_deposit_liquidity_data: {
          lp_tokens_minted: '1000',
          nft_address: accountOf('position'),
          nft_index: '23',
          vault_excesses: [
            { asset: masterOf('A'), amount: '1' },
            { asset: null, amount: '5' },
          ],
        },
      },
    ])
  })

  it('is a call with an unknown wallet', () => {
    const [first, ...others] = rowsOf([
      tonPayment(PTON, {
        from: 'user',
        to: 'router',
        amount: 30n,
        payload: fund('X'),
        reaction: [funded([0n, 30n], [])],
      }),
    ])
    expect(first?.type).toBe('call_contract')
    expect(others).not.toHaveLength(0)
  })
})

describe('a withdrawal on TONCO', () => {
  const burn = (exitCode: number) =>
    rowsOf([
      {
        to: 'pool',
        body: request(0x530b5f2c)
          .storeUint(23, 64)
          .storeUint(500, 128)
          .storeInt(-120, 24)
          .storeInt(60, 24)
          .endCell(),
        sends: [
          {
            to: 'position',
            body: request(0x46ca335a).storeAddress(addressOf('user')).endCell(),
            sends: [
              {
                to: 'pool',
                body: request(0xd73ac09d)
                  .storeAddress(addressOf('user'))
                  .storeUint(23, 64)
                  .storeUint(1_000, 128)
                  .storeInt(-120, 24)
                  .storeInt(60, 24)
                  .storeUint(500, 128)
                  .endCell(),
                sends: [
                  payTo(
                    exitCode,
                    [
                      [PTON, 5n],
                      ['A', 8n],
                    ],
                    [
                      jettonsOut('A', 8n),
                      {
                        ...transferRequest({ jetton: PTON, from: 'router', to: 'user', amount: 5n }),
                        sends: [tonTransfer('user', 'router', 5n)],
                      },
                    ],
                  ),
                ],
              },
            ],
          },
        ],
      },
    ])

  it('has its sides in the order of the pool', () => {
    expect(burn(BURNT)).toMatchObject([
      {
        type: 'dex_withdraw_liquidity',
        success: true,
        source: accountOf('user'),
        destination: accountOf('pool'),
        dex_withdraw_liquidity_data: {
          asset1_out: null,
          amount1: '5',
          user_jetton_wallet_1: null,
          asset2_out: masterOf('A'),
          amount2: '8',
          user_jetton_wallet_2: accountOf(walletOf('user', 'A')),
          lp_tokens_burnt: '500',
          burned_nft_address: accountOf('position'),
          burned_nft_index: '23',
        },
      },
    ])
  })

  it('fails with any other exit code', () => {
    expect(burn(TOO_LITTLE)).toMatchObject([{ type: 'dex_withdraw_liquidity', success: false }])
  })
})
