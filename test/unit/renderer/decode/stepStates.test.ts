import { describe, expect, it } from 'vitest'
import { needsLater, stepStates } from '../../../../src-renderer/decode/stepStates.ts'
import { hashOf, madeMessage, madeTransaction } from '../trace/madeTrace.ts'

const EMPTY = madeTransaction({ number: 1 }).account_state_after
const state = (balance: string, data_hash: string | null = hashOf(7)) => ({
  ...EMPTY,
  balance,
  data_hash,
  code_hash: hashOf(8),
})
/** Receives 100, sends 30 with a forward fee of 2, and pays 5. */
const AMOUNTS = {
  in_msg: madeMessage({ number: 1, value: '100' }),
  out_msgs: [madeMessage({ number: 2, value: '30', fwd_fee: '2' })],
  total_fees: '5',
}
const CHANGE = 63n

describe('stepStates', () => {
  it('shows balance, data and code of v3, and nothing for missing ones', () => {
    const json = madeTransaction({
      number: 5,
      ...AMOUNTS,
      account_state_before: state('1000', null),
      account_state_after: state('1063'),
    })
    const { before, after } = stepStates(json)
    expect(before).toMatchObject({ balance: { kind: 'known', value: 1000n }, dataHash: { kind: 'none' } })
    expect(after).toMatchObject({
      balance: { kind: 'known', value: 1063n },
      dataHash: { kind: 'known', value: hashOf(7) },
      codeHash: { kind: 'known', value: hashOf(8) },
    })
  })

  it('computes one balance from the other, and gives the reason for an unknown one', () => {
    const first = madeTransaction({ number: 5, ...AMOUNTS, account_state_before: state('1000') })
    expect(stepStates(first).after).toMatchObject({
      balance: { kind: 'computed', value: 1000n + CHANGE },
      dataHash: { kind: 'unknown', reason: expect.stringContaining('another one follows') },
    })
    const last = madeTransaction({ number: 5, ...AMOUNTS, account_state_after: state('1063') })
    expect(stepStates(last).before).toMatchObject({
      balance: { kind: 'computed', value: 1063n - CHANGE },
      codeHash: { kind: 'unknown', reason: expect.stringContaining('does not have the state') },
    })
  })

  it('counts back from a later transaction of the block if neither side is known', () => {
    const middle = madeTransaction({ number: 5, ...AMOUNTS })
    const later = [
      madeTransaction({ number: 6, ...AMOUNTS }),
      madeTransaction({ number: 7, ...AMOUNTS, account_state_after: state('2000') }),
    ]
    expect(needsLater(middle)).toBe(true)
    expect(stepStates(middle).after.balance.kind).toBe('unknown')
    const { before, after } = stepStates(middle, later)
    expect(after.balance).toEqual({ kind: 'computed', value: 2000n - 2n * CHANGE })
    expect(before.balance).toEqual({ kind: 'computed', value: 2000n - 3n * CHANGE })
  })

  it('shows that a nonexistent account has no balance', () => {
    const created = madeTransaction({ number: 5, ...AMOUNTS, orig_status: 'nonexist' })
    const { before, after } = stepStates(created)
    expect(before).toEqual({
      balance: { kind: 'known', value: 0n },
      dataHash: { kind: 'none' },
      codeHash: { kind: 'none' },
    })
    expect(after.balance).toEqual({ kind: 'computed', value: CHANGE })
    expect(stepStates(madeTransaction({ number: 6, end_status: 'nonexist' })).after.balance).toEqual({
      kind: 'known',
      value: 0n,
    })
  })
})
