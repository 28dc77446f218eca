import { type Builder, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { EVAA_TON_ID } from '#shared/contracts/evaaCoin.ts'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { ActionRow } from '../../../../src-main/indexer/actions/row.ts'
import { addressOf, jettonPayment, masterOf, request, walletFacts, walletOf } from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const TON = BigInt(`0x${EVAA_TON_ID}`)
const USDT = 0xca9006bd3fb03d355daeeff93b24be90afaa6e3ca0073ff5720f8a852c933278n
const USDT_MASTER = '0:B113A994B5024A16719F69139328EB759596C38A25F59028B146FECDC3621DFE'
const facts = walletFacts([
  ['user', 'A'],
  ['master', 'A'],
])

/** A message of the master to a user's contract: the opcode comes after a header. */
const fromMaster = (opcode: number): Builder =>
  beginCell()
    .storeCoins(7)
    .storeMaybeRef(beginCell().endCell())
    .storeInt(-1, 2)
    .storeUint(opcode, 32)
    .storeUint(7, 64)

function detailsOf(rows: readonly ActionRow[], name: string) {
  const row = rows.find(({ type }) => type === name)
  return row && { success: row.success, ...ACTION_TYPES.find((type) => type.name === name)?.details?.(row) }
}

const classified = (sends: readonly Sent[]) => classifyTrace(traceOf({ to: 'user', sends }), facts).rows

const supplyRequest = request(1)
  .storeInt(-1, 2)
  .storeUint(100, 64)
  .storeAddress(addressOf('recipient'))
  .endCell()
const supplyUser = fromMaster(0x11).storeUint(TON, 256).storeUint(100, 64).endCell()

describe('a supply of TON to EVAA', () => {
  const supply = (answer: Sent) =>
    classified([
      { to: 'master', body: supplyRequest, sends: [{ to: 'contract', body: supplyUser, sends: [answer] }] },
    ])

  it('has the credited amount', () => {
    const body = request(0x11a)
      .storeAddress(addressOf('recipient'))
      .storeUint(TON, 256)
      .storeUint(98, 64)
      .endCell()
    const rows = supply({ to: 'master', body, sends: [{ to: 'user', value: 1n }] })
    expect(detailsOf(rows, 'evaa_supply')).toEqual({
      success: true,
      sender_jetton_wallet: null,
      recipient_jetton_wallet: null,
      master_jetton_wallet: null,
      master: accountOf('master'),
      asset_id: `0x${EVAA_TON_ID}`,
      is_ton: true,
      source: accountOf('user'),
      source_wallet: null,
      recipient: accountOf('recipient'),
      recipient_contract: accountOf('contract'),
      asset: null,
      amount: '98',
    })
    expect(rows.filter(({ parent_action_id }) => parent_action_id === null)).toHaveLength(1)
  })

  it('fails with the sent amount', () => {
    const rows = supply({ to: 'master', body: request(0x11f).endCell() })
    expect(detailsOf(rows, 'evaa_supply')).toMatchObject({ success: false, amount: '100' })
  })

  it('is not an action without an answer', () => {
    const rows = classified([
      { to: 'master', body: supplyRequest, sends: [{ to: 'contract', body: supplyUser }] },
    ])
    expect(rows.map(({ type }) => type)).toEqual(['call_contract', 'call_contract'])
  })
})

it('a supply of jettons for another user has the wallet of the refund', () => {
  const payload = beginCell().storeUint(1, 32).storeInt(-1, 2).storeAddress(addressOf('recipient')).endCell()
  const back = jettonPayment({ jetton: 'A', from: 'master', to: 'user', amount: 5n })
  const rows = classified([
    jettonPayment({
      jetton: 'A',
      from: 'user',
      to: 'master',
      amount: 5n,
      payload,
      reaction: [
        {
          to: 'contract',
          body: fromMaster(0x11).storeUint(USDT, 256).storeUint(5, 64).endCell(),
          sends: [back],
        },
      ],
    }),
  ])
  expect(detailsOf(rows, 'evaa_supply')).toMatchObject({
    success: false,
    is_ton: false,
    asset: masterOf('A'),
    source_wallet: accountOf(walletOf('user', 'A')),
    master_jetton_wallet: accountOf(walletOf('master', 'A')),
    recipient_jetton_wallet: accountOf(walletOf('user', 'A')),
    amount: '5',
  })
})

describe('a withdrawal from EVAA', () => {
  const all = 2n ** 64n - 1n
  const body = request(2)
    .storeUint(USDT, 256)
    .storeUint(all, 64)
    .storeAddress(addressOf('recipient'))
    .endCell()
  const withdrawal = (...answers: Sent[]) =>
    classified([
      { to: 'master', body, sends: [{ to: 'contract', body: fromMaster(0x21).endCell(), sends: answers }] },
    ])

  it.each([
    [0x21e6, 'withdraw_locked_excess'],
    [0x21e7, 'withdraw_not_collateralized_excess'],
    [0x21e8, 'withdraw_missing_prices_excess'],
    [0x21ec, 'withdraw_execution_crashed'],
  ])('fails with the answer %i: %s', (opcode, reason) => {
    const rows = withdrawal({ to: 'user', body: request(opcode).endCell() })
    expect(detailsOf(rows, 'evaa_withdraw')).toMatchObject({
      success: false,
      fail_reason: reason,
      amount: all.toString(),
      asset: null,
    })
  })

  it('is not an action with two answers', () => {
    const refusal = { to: 'user', body: request(0x21e6).endCell() }
    expect(detailsOf(withdrawal(refusal, refusal), 'evaa_withdraw')).toBeUndefined()
  })
})

describe('a liquidation on EVAA', () => {
  const liquidate = request(3)
    .storeAddress(addressOf('borrower'))
    .storeAddress(addressOf('user'))
    .storeUint(USDT, 256)
    .storeUint(1, 64)
    .storeInt(-1, 2)
    .storeUint(40, 64)
    .endCell()
  const liquidation = (...sends: Sent[]) => classified([{ to: 'master', body: liquidate, sends }])
  const answered = (answer: Sent) =>
    liquidation({ to: 'contract', body: fromMaster(0x31).endCell(), sends: [answer] })

  const result = beginCell()
    .storeUint(1, 64)
    .storeUint(39, 64)
    .storeUint(0, 128)
    .storeUint(USDT, 256)
    .storeUint(0, 64)
    .storeUint(55, 64)
    .endCell()
  const satisfied = request(0x311)
    .storeAddress(addressOf('owner'))
    .storeAddress(addressOf('user'))
    .storeUint(TON, 256)
    .storeRef(result)
    .endCell()

  it('has the paid debt and the collateral', () => {
    const rows = answered({
      to: 'master',
      body: satisfied,
      sends: [
        { to: 'contract', body: fromMaster(0x311a).endCell() },
        { to: 'user', value: 1n, body: beginCell().storeUint(0x311d, 32).endCell() },
      ],
    })
    expect(detailsOf(rows, 'evaa_liquidate')).toEqual({
      success: true,
      fail_reason: null,
      debt_amount: '39',
      source: accountOf('user'),
      borrower: accountOf('owner'),
      borrower_contract: accountOf('contract'),
      collateral: USDT.toString(),
      asset_id: `0x${USDT.toString(16)}`,
      asset: USDT_MASTER,
      is_known_asset: true,
      amount: '55',
    })
  })

  it('fails if the master has too little', () => {
    const rows = answered({
      to: 'master',
      body: satisfied,
      sends: [{ to: 'contract', body: fromMaster(0x311f).endCell() }],
    })
    expect(detailsOf(rows, 'evaa_liquidate')).toMatchObject({
      success: false,
      fail_reason: 'master_not_enough_liquidity',
      debt_amount: '40',
      amount: '0',
      borrower: accountOf('borrower'),
    })
  })

  const unsatisfied = (error: number): Cell => {
    const fields = beginCell()
      .storeUint(40, 64)
      .storeUint(USDT, 256)
      .storeUint(1, 64)
      .storeUint(1, 64)
      .storeRef(beginCell().endCell())
      .storeUint(error, 32)
      .endCell()
    return request(0x31f)
      .storeAddress(addressOf('owner'))
      .storeAddress(addressOf('user'))
      .storeUint(TON, 256)
      .storeRef(fields)
      .endCell()
  }

  it.each([
    [0xe003, 'not_liquidatable'],
    [0xe007, 'user_liquidating_too_much'],
    [0xeeee, 'unknown'],
  ])('fails with the error %i: %s', (error, reason) => {
    const rows = answered({
      to: 'master',
      body: unsatisfied(error),
      sends: [{ to: 'user', value: 40n }],
    })
    expect(detailsOf(rows, 'evaa_liquidate')).toMatchObject({
      success: false,
      fail_reason: reason,
      borrower_contract: accountOf('contract'),
    })
  })

  it('fails if the master refuses it immediately', () => {
    const bounced = beginCell().storeUint(0xffffffff, 32).endCell()
    const rows = liquidation({ to: 'user', value: 1n, body: bounced })
    expect(detailsOf(rows, 'evaa_liquidate')).toMatchObject({
      success: false,
      fail_reason: 'immediate_rejection',
      borrower_contract: null,
      debt_amount: '40',
    })
  })

  it('fails if the jettons are sent back', () => {
    const payload = beginCell()
      .storeUint(3, 32)
      .storeAddress(addressOf('borrower'))
      .storeAddress(addressOf('user'))
      .storeUint(TON, 256)
      .storeUint(1, 64)
      .storeInt(-1, 2)
      .endCell()
    const back = jettonPayment({ jetton: 'A', from: 'master', to: 'user', amount: 40n })
    const rows = classified([
      jettonPayment({ jetton: 'A', from: 'user', to: 'master', amount: 40n, payload, reaction: [back] }),
    ])
    expect(detailsOf(rows, 'evaa_liquidate')).toMatchObject({
      success: false,
      fail_reason: 'immediate_rejection',
      debt_amount: '40',
      asset: null,
      is_known_asset: true,
    })
  })
})
