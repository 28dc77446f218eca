import { describe, expect, it } from 'vitest'
import type { Action } from '../../../../src-renderer/actions/action.ts'
import { foldTraces } from '../../../../src-renderer/actions/foldTraces.ts'
import { traceResult } from '../../../../src-renderer/actions/traceResult.ts'
import { buildTrace } from '../../../../src-renderer/decode/traceModel.ts'
import { accountOf, bouncedTrace, hashOf, madeMessage, madeTransaction } from '../trace/madeTrace.ts'
import { at, madeAction } from './madeAction.ts'

const external = madeMessage({ number: 0, source: null, destination: accountOf('A'), value: null })
const sent = madeMessage({ number: 1, value: '5' })
const received = madeTransaction({ number: 20, account: accountOf('B'), in_msg: sent })

const resultOf = (transactions: Parameters<typeof buildTrace>[0], actions: readonly Action[] = []) =>
  traceResult(buildTrace(transactions, {}), foldTraces(actions)[0])

const transfer = (success: boolean, start = '10', transactions: readonly number[] = [10, 20]) =>
  madeAction(
    'ton_transfer',
    { source: at('A'), destination: at('B'), value: '5' },
    { success, start_lt: start, transactions: transactions.map(hashOf) },
  )

describe('traceResult', () => {
  it('is a success only if all messages were sent', () => {
    const root = (skipped: number) =>
      madeTransaction({ number: 10, in_msg: external, out_msgs: [sent], skipped })
    expect(resultOf([root(0), received])).toEqual({ kind: 'good' })
    expect(resultOf([root(2), received])).toEqual({
      kind: 'partly',
      at: 'A',
      others: 0,
      words: '2 of 3 messages not sent',
      brief: '2 of 3 messages not sent',
    })
    expect(resultOf([madeTransaction({ number: 10, in_msg: external, skipped: 1 })])).toEqual({
      kind: 'bad',
      at: 'A',
      others: 0,
      words: 'message not sent',
      brief: 'message not sent',
    })
  })

  it('names the failed transaction before one that failed in part', () => {
    const [back, root, failed] = bouncedTrace()
    const { description } = madeTransaction({ number: 10, out_msgs: root!.out_msgs, skipped: 1 })
    const partly = { ...root!, description }
    expect(resultOf([back!, partly, failed!])).toMatchObject({ kind: 'bad', at: 'B', others: 1 })
  })

  it('is a failure if the main action failed without a failed transaction', () => {
    const root = madeTransaction({ number: 10, in_msg: external, out_msgs: [sent] })
    expect(resultOf([root, received], [transfer(false)])).toEqual({
      kind: 'bad',
      at: undefined,
      others: 0,
      words: 'the action was not completed',
      brief: undefined,
    })
    expect(resultOf([root, received], [transfer(true), transfer(false, '11')])).toEqual({
      kind: 'partly',
      at: undefined,
      others: 0,
      words: '1 of 2 actions failed',
      brief: '1 of 2 actions failed',
    })
  })

  it('is a part if one of several equal actions failed, whichever is the first', () => {
    const root = madeTransaction({ number: 10, in_msg: external, out_msgs: [sent] })
    for (const fates of [
      [true, false],
      [false, true],
    ]) {
      const actions = fates.map((success, i) => transfer(success, String(10 + i)))
      expect(resultOf([root, received], actions)).toMatchObject({ kind: 'partly' })
    }
  })

  it('is a failure if what the only action asked for failed, though it counts as a success', () => {
    const root = madeTransaction({ number: 10, in_msg: external, out_msgs: [sent] })
    const unsent = madeTransaction({ number: 20, account: accountOf('B'), in_msg: sent, skipped: 1 })
    expect(resultOf([root, unsent], [transfer(true)])).toMatchObject({
      kind: 'bad',
      at: 'B',
      words: 'message not sent',
    })
  })

  it('is a part if only what followed a completed action failed', () => {
    const next = madeMessage({ number: 2, source: accountOf('B'), destination: accountOf('C'), value: '1' })
    const root = madeTransaction({ number: 10, in_msg: external, out_msgs: [sent] })
    const passed = madeTransaction({ number: 20, account: accountOf('B'), in_msg: sent, out_msgs: [next] })
    const failed = madeTransaction({ number: 30, account: accountOf('C'), in_msg: next, exit: 709 })
    expect(resultOf([root, passed, failed], [transfer(true)])).toMatchObject({
      kind: 'partly',
      at: 'C',
      words: expect.stringContaining('709'),
    })
    expect(resultOf([root, passed, failed])).toMatchObject({ kind: 'bad', at: 'C' })
  })

  it('is no success if value came back in the known part of a trace', () => {
    const [back] = bouncedTrace()
    expect(resultOf([back!])).toEqual({ kind: 'returned' })
  })
})
