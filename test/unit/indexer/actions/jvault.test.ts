import { beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { ActionRow } from '../../../../src-main/indexer/actions/row.ts'
import { addressOf, jettonPayment, masterOf, request, walletFacts } from './jettonMessages.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

const stakeData = beginCell().storeAddress(addressOf('pool')).storeAddress(addressOf('minter')).endCell()
const poolData = beginCell()
  .storeUint(0, 33)
  .storeAddress(addressOf('admin'))
  .storeAddress(addressOf('creator'))
  .storeAddress(addressOf("pool's wallet of A"))
  .endCell()
const facts = {
  ...walletFacts([
    ['user', 'A'],
    ['pool', 'A'],
  ]),
  data: (address: string) =>
    new Map([
      [accountOf('stake'), stakeData],
      [accountOf('pool'), poolData],
    ]).get(address),
}

function detailsOf(rows: readonly ActionRow[], name: string) {
  const row = rows.find(({ type }) => type === name)
  return row && { success: row.success, ...ACTION_TYPES.find((type) => type.name === name)?.details?.(row) }
}
const classified = (sends: readonly Sent[]) => classifyTrace(traceOf({ to: 'user', sends }), facts).rows
const payout = jettonPayment({ jetton: 'A', from: 'pool', to: 'user', amount: 60n })
const update: Sent = { to: 'stake', body: request(0xae9307ce).endCell() }
const unstake = (opcode: number) => request(opcode).storeCoins(60).endCell()

it('a cancelled stake on JVault fails', () => {
  const payload = beginCell().storeUint(1, 32).storeUint(86_400, 32).endCell()
  const rows = classified([
    jettonPayment({
      jetton: 'A',
      from: 'user',
      to: 'pool',
      amount: 60n,
      payload,
      reaction: [
        {
          to: 'stake',
          body: request(0xd68a4ac1).endCell(),
          sends: [{ to: 'pool', body: request(0x9eada1d9).endCell(), sends: [payout] }],
        },
      ],
    }),
  ])
  expect(detailsOf(rows, 'jvault_stake')).toMatchObject({
    success: false,
    period: 86_400,
    stake_wallet: accountOf('stake'),
    pool: accountOf('pool'),
    asset: masterOf('A'),
    amount: '60',
  })
})

describe('an unstake on JVault', () => {
  it('is complete if the pool pays', () => {
    const pool: Sent = {
      to: 'pool',
      body: request(0xf5c5baa3).endCell(),
      sends: [
        { to: 'referrer', body: request(0x55c35b40).endCell() },
        { to: 'user', value: 1n },
        payout,
        update,
      ],
    }
    const rows = classified([{ to: 'stake', body: unstake(0x499a9262), sends: [pool] }])
    expect(detailsOf(rows, 'jvault_unstake')).toEqual({
      success: true,
      source: accountOf('user'),
      stake_wallet: accountOf('stake'),
      pool: accountOf('pool'),
      amount: '60',
      exit_code: null,
      asset: masterOf('A'),
      staking_asset: accountOf('minter'),
    })
    expect(rows.filter(({ parent_action_id }) => parent_action_id === null)).toHaveLength(1)
  })

  it('is a success with an exit code if the stake wallet refuses it', () => {
    const rows = classified([{ to: 'stake', body: unstake(0x499a9262), aborted: true }])
    expect(detailsOf(rows, 'jvault_unstake')).toMatchObject({ success: true, exit_code: 0 })
  })
})

it('a request to unstake fails if the stake wallet refuses it', () => {
  const rows = classified([{ to: 'stake', body: unstake(0x0168d4b7), aborted: true }])
  expect(detailsOf(rows, 'jvault_unstake_request')).toMatchObject({
    success: false,
    exit_code: 0,
    pool: accountOf('pool'),
  })
})

describe('a claim on JVault', () => {
  const claim = (dictionary: Cell) =>
    classified([
      {
        to: 'stake',
        body: request(0x78d9f109).storeBit(true).storeRef(dictionary).endCell(),
        sends: [{ to: 'pool', body: request(0x44bc1fe3).endCell(), sends: [payout, update] }],
      },
    ])

  /** A fork without labels whose branches are the same cell. */
  const fork = (branch: Cell) => beginCell().storeUint(0, 2).storeRef(branch).storeRef(branch).endCell()

  it('of several jettons has no amounts, for any number of jettons', () => {
    let dictionary = beginCell().storeUint(0, 2).storeBit(true).endCell()
    for (let bits = 0; bits < 267; bits++) dictionary = fork(dictionary)
    const rows = claim(dictionary)
    expect(detailsOf(rows, 'jvault_claim')).toMatchObject({ claimed_rewards: [], pool: accountOf('pool') })
  })

  it('is not an action without a valid dictionary', () => {
    expect(detailsOf(claim(Cell.EMPTY), 'jvault_claim')).toBeUndefined()
  })
})
