import { describe, expect, it } from 'vitest'
import { buildTrace, findStep, letterOf } from '../../../../src-renderer/decode/traceModel.ts'
import { valueFlow } from '../../../../src-renderer/decode/valueFlow.ts'
import { accountOf, bouncedTrace, hashOf, madeMessage, madeTransaction } from './madeTrace.ts'

const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

describe('letterOf', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [27, 'AB'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('the account at %i is %s', (index, letter) => {
    expect(letterOf(index)).toBe(letter)
  })
})

describe('buildTrace', () => {
  const model = buildTrace(bouncedTrace(), {})

  it('orders by logical time and links by messages, for any order of input', () => {
    expect(model.steps.map(({ json }) => json.lt)).toEqual(['10', '20', '30'])
    expect(model.roots).toEqual([model.steps[0]])
    expect(model.steps.map(({ parent }) => parent?.json.lt)).toEqual([undefined, '10', '20'])
  })

  it('letters accounts by first appearance, and last those that only wait for a message', () => {
    expect(model.accounts.map(({ letter, raw }) => `${letter} ${raw.slice(0, 3)}`)).toEqual([
      'A 0:A',
      'B 0:B',
      'C 0:C',
    ])
    expect(model.steps.map(({ account }) => account.letter)).toEqual(['A', 'B', 'A'])
  })

  it('distinguishes failures, returns, and messages that no step received', () => {
    expect(model.failed.map(({ outcome }) => outcome)).toEqual([
      { kind: 'failed', phase: 'compute', code: 35 },
    ])
    expect(model.steps.map(({ isReturn }) => isReturn)).toEqual([false, false, true])
    expect(model.steps[0]?.unmatched.map(({ kind, to }) => [kind, to?.letter])).toEqual([
      ['awaited', 'C'],
      ['log', undefined],
    ])
    expect([model.messages, model.awaited]).toEqual([5, 1])
  })

  it('sums what all of it cost, forwarding included', () => {
    expect(model.fees).toBe(5n + 9n + 3n + 2n + 1n)
  })

  it('keeps several beginnings where the middle is missing', () => {
    const holed = buildTrace(
      bouncedTrace().filter(({ lt }) => lt !== '20'),
      {},
    )
    expect(holed.roots.map(({ json }) => json.lt)).toEqual(['10', '30'])
  })
})

describe('findStep', () => {
  const model = buildTrace(bouncedTrace(), {})

  it.each([
    ['its own hash', hashOf(20), '20'],
    ['the message it took', hashOf(1004), '30'],
    ['a message that only left it', hashOf(1002), '10'],
  ])('finds a step by %s', (_, hash, lt) => {
    expect(findStep(model, hex(hash))?.json.lt).toBe(lt)
  })

  it('finds nothing by a hash of another trace', () => {
    expect(findStep(model, hex(hashOf(77)))).toBeUndefined()
  })
})

describe('valueFlow', () => {
  it('sums to zero with the network, amounts in flight, and amounts from before the trace', () => {
    const rows = valueFlow(buildTrace(bouncedTrace(), {}))
    const nets = rows.map(({ who, net }) => [typeof who === 'string' ? who : who.letter, net])
    expect(nets).toEqual([
      ['A', 90n - 107n - 10n],
      ['B', 100n - 90n - 10n],
      ['in flight', 7n],
      ['network', 20n],
    ])
    expect(rows.reduce((sum, { net }) => sum + net, 0n)).toBe(0n)
  })

  it('counts the value of the first message as from before the trace', () => {
    const [, returned] = bouncedTrace().map((transaction) => transaction.in_msg)
    const from = { ...returned!, source: accountOf('F'), value: '50', ihr_fee: '0', fwd_fee: '0' }
    const rows = valueFlow(buildTrace([madeTransaction({ number: 1, in_msg: from })], {}))
    expect(rows.map(({ who, net }) => [typeof who === 'string' ? who : who.letter, net])).toEqual([
      ['A', 50n],
      ['outside', -50n],
      ['network', 0n],
    ])
  })
})

describe('valueFlow of extra currencies', () => {
  it('sums to zero by currency, with those from before the trace and in flight', () => {
    const from = madeMessage({
      number: 1,
      source: accountOf('F'),
      destination: accountOf('A'),
      value_extra_currencies: { 100: '9', 239: '4' },
    })
    const sent = madeMessage({ number: 2, value_extra_currencies: { 100: '5', 239: '4' } })
    const lost = madeMessage({
      number: 3,
      destination: accountOf('C'),
      value_extra_currencies: { 100: '1' },
    })
    const rows = valueFlow(
      buildTrace(
        [
          madeTransaction({ number: 10, in_msg: from, out_msgs: [sent, lost] }),
          madeTransaction({ number: 20, account: accountOf('B'), in_msg: sent }),
        ],
        {},
      ),
    )
    const changes = rows.map(({ who, currencies }) => [
      typeof who === 'string' ? who : who.letter,
      Object.fromEntries(currencies),
    ])
    expect(changes).toEqual([
      ['A', { 100: 3n }],
      ['B', { 100: 5n, 239: 4n }],
      ['outside', { 100: -9n, 239: -4n }],
      ['in flight', { 100: 1n }],
      ['network', {}],
    ])
  })
})

it('names an account of a trace by the hash of its code, and not by one general get-method', () => {
  const state = { ...madeTransaction({ number: 1 }).account_state_after }
  const nominators = 'mj7BS8CY9rRAZMMFIiyuooAPF92oXuaoGYpwle3hDc8='
  const roleOf = (code_hash: string | null) =>
    buildTrace([madeTransaction({ number: 1, account_state_after: { ...state, code_hash } })], {
      [accountOf('A')]: { user_friendly: 'EQA', domain: null, interfaces: ['daolama_vault'] },
    }).accounts[0]?.role
  expect(roleOf(null)).toBeUndefined()
  expect(roleOf(nominators)).toBe('nominator pool v1')
})
