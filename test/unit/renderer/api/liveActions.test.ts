import { describe, expect, it } from 'vitest'
import { withPending } from '../../../../src-renderer/actions/pendingActions.ts'
import {
  liveActionList,
  NO_LIVE_ACTIONS,
  withEvent,
  withoutListed,
} from '../../../../src-renderer/api/stream/liveActions.ts'
import type { StreamEventJson } from '../../../../src-shared/schema/streaming.ts'
import { madeAction } from '../actions/madeAction.ts'

function event(trace: string, finality: 'pending' | 'confirmed' | 'finalized'): StreamEventJson {
  const action = madeAction(
    'ton_transfer',
    {},
    { trace_external_hash_norm: trace, finality, action_id: `${trace} 1` },
  )
  const { transactions, accounts, ...rest } = action
  const served = {
    ...rest,
    start_utime: 999,
    trace_mc_seqno_end: 1,
    transactions: [...transactions],
    accounts: [...(accounts ?? [])],
    finality,
  }
  return { type: 'actions', finality, trace_external_hash_norm: trace, actions: [served] }
}

function live(...events: StreamEventJson[]) {
  return events.reduce(withEvent, NO_LIVE_ACTIONS)
}

function states(...events: StreamEventJson[]): string[] {
  return withPending([], liveActionList(live(...events))).map(
    ({ trace_external_hash_norm, finality }) => `${trace_external_hash_norm} ${finality}`,
  )
}

describe('actions of the stream', () => {
  it('replace their earlier state without a duplicate, and keep their place', () => {
    expect(states(event('a', 'pending'), event('b', 'pending'), event('a', 'confirmed'))).toEqual([
      'b pending',
      'a confirmed',
    ])
    expect(states(event('a', 'pending'), event('a', 'finalized'))).toEqual(['a finalized'])
  })

  it('never go back to an earlier state', () => {
    expect(states(event('a', 'finalized'), event('a', 'pending'))).toEqual(['a finalized'])
  })

  it('go where their trace is invalidated', () => {
    expect(
      states(event('a', 'pending'), { type: 'trace_invalidated', trace_external_hash_norm: 'a' }),
    ).toEqual([])
  })

  it('give way to those of the list', () => {
    const listed = [madeAction('ton_transfer', {}, { trace_external_hash_norm: 'a' })]
    const both = live(event('a', 'pending'), event('b', 'pending'))
    expect(
      withPending(listed, liveActionList(both)).map((action) => action.trace_external_hash_norm),
    ).toEqual(['b', 'a'])
    expect([...withoutListed(both, listed).keys()]).toEqual(['b'])
    expect(withoutListed(both, [])).toBe(both)
    expect(withPending(listed, liveActionList(NO_LIVE_ACTIONS))).toBe(listed)
  })

  it('are bounded in number', () => {
    const events = Array.from({ length: 200 }, (_, i) => event(`t${i}`, 'pending'))
    const all = live(...events)
    expect(all.size).toBe(50)
    expect([...all.keys()][0]).toBe('t199')
  })
})
