import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import { addressOf, jettonPayment, masterOf, request, walletFacts, walletOf } from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const SWAPPED = 0xc64370e5
const REFERRAL = 0x45078540
const NO_LIQUIDITY = 0x5ffe1295

const facts = walletFacts([
  ['user', 'A'],
  ['router', 'A'],
  ['router', 'B'],
  ['user', 'B'],
  ['referrer', 'B'],
])

const wanted = beginCell()
  .storeUint(0x25938561, 32)
  .storeAddress(addressOf(walletOf('router', 'B')))
  .storeCoins(90)
  .storeAddress(addressOf('user'))
  .endCell()

const swapBody = request(0x25938561)
  .storeAddress(addressOf('user'))
  .storeAddress(addressOf(walletOf('router', 'A')))
  .storeCoins(100)
  .storeCoins(90)
  .storeBit(true)
  .storeRef(beginCell().storeAddress(addressOf('user')).endCell())
  .endCell()

function paymentRequest(owner: string, exitCode: number, amounts: readonly [bigint, bigint]): Cell {
  const sides = beginCell()
    .storeCoins(amounts[0])
    .storeAddress(addressOf(walletOf('router', 'A')))
    .storeCoins(amounts[1])
    .storeAddress(addressOf(walletOf('router', 'B')))
    .endCell()
  return request(0xf93bb43f).storeAddress(addressOf(owner)).storeUint(exitCode, 32).storeRef(sides).endCell()
}

const swap = (requests: readonly Sent[]) =>
  traceOf({
    to: 'user',
    sends: [
      jettonPayment({
        jetton: 'A',
        from: 'user',
        to: 'router',
        amount: 100n,
        payload: wanted,
        reaction: [{ to: 'pool', body: swapBody, sends: requests }],
      }),
    ],
  })

const payout = (to: string, jetton: string, amount: bigint) =>
  jettonPayment({ jetton, from: 'router', to, amount })

describe('a swap on STON.fi v1', () => {
  it('does not contain the payout of a referral', () => {
    const trace = swap([
      {
        to: 'router',
        body: paymentRequest('referrer', REFERRAL, [0n, 1_000n]),
        sends: [payout('referrer', 'B', 1_000n)],
      },
      { to: 'router', body: paymentRequest('user', SWAPPED, [0n, 95n]), sends: [payout('user', 'B', 95n)] },
    ])
    const { rows } = classifyTrace(trace, facts)
    expect(rows.map(({ type }) => type).sort()).toEqual(['call_contract', 'jetton_swap', 'jetton_transfer'])
    expect(rows.find(({ type }) => type === 'jetton_swap')).toMatchObject({
      success: true,
      source: accountOf('user'),
      source_secondary: accountOf(walletOf('user', 'A')),
      destination_secondary: accountOf(walletOf('router', 'B')),
      asset: masterOf('A'),
      asset2: masterOf('B'),
      jetton_swap_data: { dex_outgoing_transfer: { amount: '95', destination: accountOf('user') } },
    })
  })

  it('fails if the pool pays its input back', () => {
    const trace = swap([
      {
        to: 'router',
        body: paymentRequest('user', NO_LIQUIDITY, [100n, 0n]),
        sends: [payout('user', 'A', 100n)],
      },
    ])
    const row = classifyTrace(trace, facts).rows.find(({ type }) => type === 'jetton_swap')
    expect(row).toMatchObject({
      success: false,
      asset2: masterOf('B'),
      jetton_swap_data: { dex_outgoing_transfer: { asset: masterOf('A'), amount: '100' } },
    })
  })

  it('is a transfer if the router does not swap', () => {
    const types = classifyTrace(swap([]), facts).rows.map(({ type }) => type)
    expect(types).toContain('jetton_transfer')
    expect(types).not.toContain('jetton_swap')
  })
})
