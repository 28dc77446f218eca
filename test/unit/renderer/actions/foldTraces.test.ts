import { describe, expect, it } from 'vitest'
import type { Action } from '../../../../src-renderer/actions/action.ts'
import { filterTraces, isSpamTrace } from '../../../../src-renderer/actions/filterTraces.ts'
import {
  allActions,
  foldTraces,
  otherActions,
  type TraceFold,
} from '../../../../src-renderer/actions/foldTraces.ts'
import { accountKey } from '../../../../src-renderer/decode/accountKey.ts'
import { at, madeAction } from './madeAction.ts'

const [A, B, J, W] = ['A', 'B', 'J', 'W'].map(at)
const HERE = accountKey(A ?? '')
const ELECTOR = `-1:${'33'.repeat(32)}`

function transfer(details: Readonly<Record<string, unknown>> = {}, rest: Partial<Action> = {}): Action {
  return madeAction(
    'ton_transfer',
    { source: B, destination: A, value: '1000000000', comment: null, ...details },
    rest,
  )
}

function single(action: Action): TraceFold {
  const [trace] = foldTraces([action])
  if (!trace) throw new Error('an action is a trace')
  return trace
}

const context = { here: HERE, isImitation: (address: string) => address === J }

describe('folding actions into traces', () => {
  const jetton = madeAction(
    'jetton_transfer',
    { asset: J, sender: A, receiver: B, amount: '5' },
    { start_lt: '5' },
  )
  const excess = madeAction(
    'call_contract',
    { opcode: '0xd53276db', source: W, destination: A },
    { start_lt: '9' },
  )
  const deploy = madeAction(
    'contract_deploy',
    { source: W, destination: B },
    { start_lt: '7', transactions: ['two'] },
  )
  const log = madeAction('call_contract', { opcode: '0x1', source: W, destination: B }, { start_lt: '1' })

  it('shows the most important action first, and separates receipts and steps', () => {
    const [trace, ...others] = foldTraces([excess, deploy, log, jetton])
    expect(others).toEqual([])
    expect(trace).toMatchObject({ lead: jetton, more: [log], echoes: [deploy, excess] })
    expect(trace && allActions(trace)).toEqual([log, jetton, deploy, excess])
  })

  it('counts every action except the main one as another one, receipts and steps included', () => {
    const traces = foldTraces([excess, deploy, log, jetton])
    expect(traces.map(otherActions)).toEqual([3])
    expect(otherActions(single(jetton))).toBe(0)
  })

  it('keeps a deployment that belongs to no other action', () => {
    const alone = { ...deploy, transactions: ['other'] }
    expect(foldTraces([jetton, alone])[0]).toMatchObject({ lead: jetton, more: [alone], echoes: [] })
    expect(single(deploy)).toMatchObject({ lead: deploy, more: [], echoes: [] })
  })

  it('keeps a receipt without other actions', () => {
    expect(single(excess)).toMatchObject({ lead: excess, more: [], echoes: [] })
  })

  it('keeps the order of the traces, and folds a pending one with its later self', () => {
    const other = transfer({}, { trace_external_hash_norm: 'M', trace_id: 'O' })
    const pending = { ...jetton, trace_id: null, finality: 'pending' }
    const traces = foldTraces([other, pending, jetton])
    expect(traces.map(({ key }) => key)).toEqual(['M', 'N'])
    expect(traces[1]).toMatchObject({ lead: jetton, more: [], finality: 'finalized' })
  })
})

describe('spam', () => {
  it.each([
    ['a tiny transfer with a comment', transfer({ value: '1', comment: 'Claim your reward' }), true],
    ['a tiny transfer with an encrypted comment', transfer({ value: '1', encrypted: true }), true],
    ['a tiny transfer without a comment', transfer({ value: '1' }), false],
    ['a payment with a comment', transfer({ comment: 'for coffee' }), false],
    ['a payment with a link in its comment', transfer({ comment: 'https://example.org' }), false],
    [
      'a tiny transfer from the account itself',
      transfer({ source: A, destination: B, value: '1', comment: 'x' }),
      false,
    ],
    [
      'a token under a false name',
      madeAction('jetton_transfer', { asset: J, sender: B, receiver: A, amount: '1' }),
      true,
    ],
    [
      'a token under its own name',
      madeAction('jetton_transfer', { asset: W, sender: B, receiver: A, amount: '1' }),
      false,
    ],
    [
      'a token with a link in its comment',
      madeAction('jetton_transfer', {
        asset: W,
        sender: B,
        receiver: A,
        amount: '1',
        comment: 'get it: t.me/x',
      }),
      true,
    ],
    [
      'a token under a false name that the account sends',
      madeAction('jetton_transfer', { asset: J, sender: A }),
      false,
    ],
    ['a swap', madeAction('jetton_swap', { asset_out: J }), false],
  ])('is decided for %s', (_, action, expected) => {
    expect(isSpamTrace(single(action), context)).toBe(expected)
  })

  it('is a token under a false name beside an NFT, but not beside a payment', () => {
    const token = madeAction('jetton_transfer', { asset: J, sender: B, receiver: A, amount: '1' })
    const nft = madeAction('nft_transfer', { nft_item: W, old_owner: B, new_owner: A })
    const [gift] = foldTraces([nft, token])
    const [paid] = foldTraces([token, transfer()])
    expect(gift && isSpamTrace(gift, context)).toBe(true)
    expect(paid && isSpamTrace(paid, context)).toBe(false)
  })

  it('is not a trace that the account started', () => {
    const back = transfer({ value: '1', comment: 'change' }, { start_lt: '20' })
    const own = transfer({ source: A, destination: B }, { start_lt: '10' })
    const [trace] = foldTraces([own, back])
    expect(trace && isSpamTrace(trace, context)).toBe(false)
  })
})

describe('filters of a history', () => {
  const spam = transfer({ value: '1', comment: 'x' }, { trace_external_hash_norm: 'spam' })
  const elected = madeAction('election_recover', { stake_holder: A }, { trace_external_hash_norm: 'elected' })
  const reward = transfer({ source: ELECTOR }, { trace_external_hash_norm: 'reward' })
  const failed = transfer(
    { source: A, destination: B },
    { trace_external_hash_norm: 'failed', success: false },
  )
  const paid = transfer({}, { trace_external_hash_norm: 'paid' })
  const traces = foldTraces([spam, elected, reward, failed, paid])
  const all = {
    ...context,
    isSystemAccount: (address: string) => address === ELECTOR,
    hasFailed: ({ key }: { readonly key: string }) => (key === 'paid' ? undefined : key === 'failed'),
  }
  const keys = (filter: Parameters<typeof filterTraces>[1]) =>
    filterTraces(traces, filter, all).shown.map(({ key }) => key)

  it('hide their actions, and count them', () => {
    expect(keys({ spam: true, system: true, failedOnly: false })).toEqual([
      'spam',
      'elected',
      'reward',
      'failed',
      'paid',
    ])
    expect(keys({ spam: false, system: true, failedOnly: false })).not.toContain('spam')
    expect(keys({ spam: true, system: false, failedOnly: false })).toEqual(['spam', 'failed', 'paid'])
    expect(keys({ spam: true, system: true, failedOnly: true })).toEqual(['failed'])
    expect(filterTraces(traces, { spam: false, system: false, failedOnly: true }, all)).toMatchObject({
      spam: 1,
      system: 2,
      succeeded: 0,
      unchecked: 1,
    })
    const known = { ...all, hasFailed: ({ key }: { readonly key: string }) => key === 'failed' }
    expect(filterTraces(traces, { spam: false, system: false, failedOnly: true }, known)).toMatchObject({
      succeeded: 1,
      unchecked: 0,
    })
  })
})
