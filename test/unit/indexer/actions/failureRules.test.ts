import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { FactsSource } from '../../../../src-main/indexer/actions/factsSource.ts'
import { addressOf, jettonPayment, request, walletFacts, walletOf } from './jettonMessages.ts'
import { accountOf, NO_FACTS, type Sent, traceOf } from './nestedTrace.ts'

/** Which aborted transactions make an action fail (docs/actions §9, §11, §12). */

const TRANSFER = 0x0f8a7ea5
const INTERNAL_TRANSFER = 0x178d4519
const NOTIFICATION = 0x7362d09c
const BURN = 0x595f07bc

const message = (to: string, opcode: number, sends: readonly Sent[] = []): Sent => ({
  to,
  body: request(opcode).endCell(),
  sends,
})
const withAmount = (to: string, opcode: number, sends: readonly Sent[] = []): Sent => ({
  to,
  body: request(opcode).storeCoins(60).storeAddress(null).storeAddress(null).storeCoins(0).endCell(),
  sends,
})

const update = message('stake', 0xae9307ce)
const stakeOnJvault = jettonPayment({
  jetton: 'A',
  from: 'user',
  to: 'pool',
  amount: 60n,
  payload: beginCell().storeUint(1, 32).storeUint(86_400, 32).endCell(),
  reaction: [
    message('stake', 0xd68a4ac1, [
      message('pool', 0xf5c5baa3, [message('referrer', 0x55c35b40), update]),
      message('stake', 0x383411ea),
    ]),
  ],
})
const unstakeOnJvault = withAmount('stake', 0x0168d4b7, [message('pool', 0xf5c5baa3, [update])])

const burnOf = (outcome: Sent) =>
  withAmount(walletOf('user', 'staked'), BURN, [
    message('staked', 0x7bdd97de, [message('pool', 0x319b0cdc, [outcome])]),
  ])
const payoutNft: Sent = { ...message('payout item', 0x132f9a45), status: ['nonexist', 'active'] }

const deployOnTonco: Sent = {
  to: 'router',
  body: request(0x2e3034ef)
    .storeAddress(addressOf('wallet 0'))
    .storeAddress(addressOf('wallet 1'))
    .storeUint(0, 24 + 160 + 48)
    .storeRef(beginCell().endCell())
    .storeRef(beginCell().endCell())
    .storeRef(beginCell().storeAddress(addressOf('minter 0')).storeAddress(addressOf('minter 1')).endCell())
    .endCell(),
  sends: [
    {
      to: 'pool',
      body: request(0x441c39ed)
        .storeUint(3, 2)
        .storeAddress(addressOf('admin'))
        .storeBit(true)
        .storeAddress(addressOf('controller'))
        .storeUint(0, 1 + 24 + 1 + 160 + 1)
        .storeBit(true)
        .endCell(),
    },
  ],
}

const mint = (to: string): Sent => ({
  to: 'A',
  body: request(0x642b7d07).storeAddress(addressOf(to)).storeCoins(1).endCell(),
  sends: [withAmount(walletOf(to, 'A'), INTERNAL_TRANSFER)],
})

type Case = {
  readonly name: string
  readonly type: string
  readonly sent: Sent
  readonly facts?: FactsSource
  /** Opcodes of messages whose transaction, if it is aborted, makes the action fail. */
  readonly fails: readonly number[]
  /** Opcodes of messages whose transaction makes no difference. */
  readonly survives: readonly number[]
}

const CASES: readonly Case[] = [
  {
    name: 'a stake on JVault',
    type: 'jvault_stake',
    sent: stakeOnJvault,
    facts: walletFacts([
      ['user', 'A'],
      ['pool', 'A'],
    ]),
    fails: [0xd68a4ac1, 0xf5c5baa3],
    survives: [TRANSFER, INTERNAL_TRANSFER, NOTIFICATION, 0x55c35b40, 0xae9307ce, 0x383411ea],
  },
  {
    name: 'a request to unstake on JVault',
    type: 'jvault_unstake_request',
    sent: unstakeOnJvault,
    fails: [0x0168d4b7, 0xf5c5baa3],
    survives: [0xae9307ce],
  },
  {
    name: 'an unstake on JVault',
    type: 'jvault_unstake',
    sent: withAmount('stake', 0x499a9262),
    fails: [],
    survives: [0x499a9262],
  },
  {
    name: 'an immediate withdrawal from liquid staking',
    type: 'stake_withdrawal',
    sent: burnOf(message('user', 0x0a77535c)),
    fails: [BURN],
    survives: [0x7bdd97de, 0x319b0cdc, 0x0a77535c],
  },
  {
    name: 'a request to withdraw from liquid staking',
    type: 'stake_withdrawal_request',
    sent: burnOf(message('payouts', 0x1674b0a0, [payoutNft])),
    fails: [BURN],
    survives: [0x7bdd97de, 0x319b0cdc, 0x1674b0a0, 0x132f9a45],
  },
  {
    name: 'a payout of liquid staking',
    type: 'stake_withdrawal',
    sent: message('payout item', 0xf127fe4e, [
      withAmount('payouts', 0xed58b0b2, [message('user', 0xdb3b8abd)]),
    ]),
    fails: [],
    survives: [0xf127fe4e, 0xed58b0b2, 0xdb3b8abd],
  },
  {
    name: 'a deposit into liquid staking',
    type: 'stake_deposit',
    sent: message('pool', 0x47d54391, [
      message('minter', 0x1674b0a0, [
        withAmount(walletOf('user', 'staked'), INTERNAL_TRANSFER, [message('user', NOTIFICATION)]),
      ]),
    ]),
    fails: [0x47d54391],
    survives: [0x1674b0a0, INTERNAL_TRANSFER, NOTIFICATION],
  },
  {
    name: 'the deployment of a pool on TONCO',
    type: 'tonco_deploy_pool',
    sent: deployOnTonco,
    fails: [],
    survives: [0x2e3034ef, 0x441c39ed],
  },
  {
    name: 'a mint of jettons',
    type: 'jetton_mint',
    sent: mint('user'),
    facts: walletFacts([['user', 'A']]),
    fails: [0x642b7d07, INTERNAL_TRANSFER],
    survives: [],
  },
  {
    name: 'a transfer of jettons',
    type: 'jetton_transfer',
    sent: jettonPayment({ jetton: 'A', from: 'user', to: 'friend', amount: 60n }),
    facts: walletFacts([['friend', 'A']]),
    fails: [TRANSFER, INTERNAL_TRANSFER],
    survives: [NOTIFICATION],
  },
]

/** Gives every message a value, and aborts the transactions that receive this opcode. */
function aborting(opcode: number | undefined, sent: Sent): Sent {
  const own = sent.body && sent.body.bits.length >= 32 ? sent.body.beginParse().preloadUint(32) : 0
  return {
    ...sent,
    value: sent.value ?? 2_000_000_000n,
    aborted: own === opcode,
    sends: (sent.sends ?? []).map((child) => aborting(opcode, child)),
  }
}

function rowsOf(sent: Sent, facts: FactsSource = NO_FACTS) {
  return classifyTrace(traceOf({ to: 'user', sends: [sent] }), facts)
}

describe.each(CASES)('$name', ({ type, sent, facts, fails, survives }) => {
  const successOf = (opcode: number | undefined) => {
    const rows = rowsOf(aborting(opcode, sent), facts).rows.filter((row) => row.type === type)
    expect(rows).toHaveLength(1)
    return rows[0]?.success
  }

  it('is a success', () => {
    expect(successOf(undefined)).toBe(true)
  })

  it.each(fails.map((opcode) => ({ opcode, hex: opcode.toString(16) })))(
    'fails if the transaction of $hex is aborted',
    ({ opcode }) => expect(successOf(opcode)).toBe(false),
  )

  it.each(survives.map((opcode) => ({ opcode, hex: opcode.toString(16) })))(
    'is a success if the transaction of $hex is aborted',
    ({ opcode }) => expect(successOf(opcode)).toBe(true),
  )
})

it('a failed deposit into liquid staking has minted no jettons', () => {
  const [deposit] = CASES.filter(({ type }) => type === 'stake_deposit')
  const { rows } = rowsOf(aborting(0x47d54391, deposit?.sent as Sent))
  expect(rows[0]?.staking_data).toMatchObject({ tokens_minted: null })
})

it('a mint that was aborted is a call if its receiver is no address of TON', () => {
  const toOutside: Sent = {
    ...mint('user'),
    body: request(0x642b7d07).storeUint(1, 2).storeUint(8, 9).storeUint(7, 8).storeCoins(1).endCell(),
  }
  const types = rowsOf(aborting(0x642b7d07, toOutside), walletFacts([['user', 'A']])).rows.map(
    ({ type, success }) => [type, success],
  )
  expect(types).toContainEqual(['call_contract', false])
  expect(types.flat()).not.toContain('jetton_mint')
})

describe('a trace with a wallet that is not known', () => {
  it('is classified without an error, as calls', () => {
    const { state, rows } = rowsOf(jettonPayment({ jetton: 'A', from: 'user', to: 'friend', amount: 60n }))
    expect(state).toBe('ok')
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['call_contract']))
    expect(rows.map(({ destination }) => destination)).toContain(accountOf(walletOf('friend', 'A')))
  })
})
