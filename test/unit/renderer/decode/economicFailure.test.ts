import { Address, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { economicFailure } from '../../../../src-renderer/decode/economicFailure.ts'
import { buildTrace } from '../../../../src-renderer/decode/traceModel.ts'
import { accountOf, madeMessage, madeTransaction } from '../trace/madeTrace.ts'

const [USER, USER_WALLET, POOL_WALLET, POOL] = ['A', 'B', 'C', 'D'].map(accountOf) as [
  string,
  string,
  string,
  string,
]
const TRANSFER = 0x0f8a7ea5
const INTERNAL_TRANSFER = 0x178d4519
const NOTIFY = 0x7362d09c
const EXCESS = 0xd53276db
const CALL = 0x12345678

function tokenBody(opcode: number, amount: bigint, party: string): Cell {
  return beginCell()
    .storeUint(opcode, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(Address.parse(party))
    .endCell()
}

function callBody(opcode: number): Cell {
  return beginCell().storeUint(opcode, 32).storeUint(0, 64).endCell()
}

let number = 0

type Hop = {
  readonly from: string
  readonly to: string
  readonly body: Cell | undefined
  readonly value?: bigint
}

/** A message of a chain, in which each step causes the next one. */
function hop({ from, to, body, value = 0n }: Hop): MessageJson {
  number += 1
  return madeMessage({
    number,
    source: from,
    destination: to,
    value: `${value}`,
    message_content: body ? { hash: '', body: body.toBoc().toString('base64'), decoded: null } : null,
  })
}

type Change = (transaction: TransactionJson) => Partial<TransactionJson>

/** A trace whose first step is that of the sender of the first message. */
function chainTrace(hops: readonly Hop[], change: Change = () => ({})) {
  const messages = hops.map(hop)
  const steps = messages.map((message, i) =>
    madeTransaction({
      number: i + 2,
      account: message.destination ?? '',
      in_msg: message,
      out_msgs: messages.slice(i + 1, i + 2),
    }),
  )
  const first = madeTransaction({ number: 1, account: hops[0]?.from ?? '', out_msgs: messages.slice(0, 1) })
  return buildTrace(
    [first, ...steps].map((step) => ({ ...step, ...change(step) })),
    {},
  )
}

function offer(amount: bigint): Hop[] {
  return [
    { from: USER, to: USER_WALLET, body: tokenBody(TRANSFER, amount, POOL) },
    { from: USER_WALLET, to: POOL_WALLET, body: tokenBody(INTERNAL_TRANSFER, amount, USER) },
    { from: POOL_WALLET, to: POOL, body: tokenBody(NOTIFY, amount, USER) },
  ]
}

function refund(amount: bigint): Hop[] {
  return [
    { from: POOL, to: POOL_WALLET, body: tokenBody(TRANSFER, amount, USER) },
    { from: POOL_WALLET, to: USER_WALLET, body: tokenBody(INTERNAL_TRANSFER, amount, POOL) },
  ]
}

describe('economicFailure', () => {
  it('finds jettons that a contract sent back', () => {
    expect(economicFailure(chainTrace([...offer(60n), ...refund(60n)]))).toEqual({
      kind: 'tokens returned',
      wallet: USER_WALLET,
      amount: 60n,
    })
  })

  it('finds jettons that came back but for a fee', () => {
    expect(economicFailure(chainTrace([...offer(100n), ...refund(99n)]))).toMatchObject({ amount: 99n })
  })

  it.each([
    ['a transfer', offer(60n)],
    ['an exchange for another jetton', [...offer(60n), ...exchange(7n)]],
    ['a withdrawal of a part', [...offer(100n), ...refund(40n)]],
    [
      'a transfer to oneself',
      [
        { from: USER, to: USER_WALLET, body: tokenBody(TRANSFER, 5n, USER) },
        { from: USER_WALLET, to: USER_WALLET, body: tokenBody(INTERNAL_TRANSFER, 5n, USER) },
      ],
    ],
  ] satisfies [string, Hop[]][])('finds nothing in %s', (_, hops) => {
    expect(economicFailure(chainTrace(hops))).toBeUndefined()
  })

  it('finds nothing where a transaction failed: that is the failure', () => {
    const model = chainTrace([...offer(60n), ...refund(60n)], ({ account }) =>
      account === POOL ? { description: madeTransaction({ number: 1, exit: 7 }).description } : {},
    )
    expect(economicFailure(model)).toBeUndefined()
  })

  const call: Hop[] = [
    { from: USER, to: POOL, body: callBody(CALL), value: 1_000_000_000n },
    { from: POOL, to: USER, body: callBody(EXCESS), value: 990_000_000n },
  ]
  const state = madeTransaction({ number: 1 }).account_state_before
  const unchanged: Change = () => {
    const same = { ...state, data_hash: 'd', code_hash: 'c' }
    return { account_state_before: same, account_state_after: same }
  }

  it('finds a call that changed nothing and returned its coins', () => {
    expect(economicFailure(chainTrace(call, unchanged))).toEqual({
      kind: 'nothing changed',
      amount: 990_000_000n,
    })
  })

  it('finds nothing in a call that changed data, or whose states are not known', () => {
    expect(economicFailure(chainTrace(call))).toBeUndefined()
    const changed: Change = ({ account }) => ({
      ...unchanged(madeTransaction({ number: 1 })),
      ...(account === POOL && { account_state_after: { ...state, data_hash: 'e', code_hash: 'c' } }),
    })
    expect(economicFailure(chainTrace(call, changed))).toBeUndefined()
  })

  it('finds nothing in a call that is answered, or that kept the coins', () => {
    const [asked, excess] = call as [Hop, Hop]
    const answered = [asked, { ...excess, body: callBody(CALL) }]
    expect(economicFailure(chainTrace(answered, unchanged))).toBeUndefined()
    const kept = [asked, { ...excess, value: 100_000_000n }]
    expect(economicFailure(chainTrace(kept, unchanged))).toBeUndefined()
  })
})

/** The pool pays with another jetton. */
function exchange(amount: bigint): Hop[] {
  const [from, to] = [accountOf('E'), accountOf('F')]
  return [
    { from: POOL, to: from, body: tokenBody(TRANSFER, amount, USER) },
    { from, to, body: tokenBody(INTERNAL_TRANSFER, amount, POOL) },
  ]
}
