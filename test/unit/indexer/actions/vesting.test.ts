import { type Builder, beginCell, type Cell, internal, storeMessageRelaxed } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { bocTextPlain } from '../../../../src-main/indexer/actions/bodyReader.ts'
import { actionsOf, addressOf, bodyOf, comment, onlyOf } from './classified.ts'
import { accountOf, NO_FACTS, type Sent } from './nestedTrace.ts'

const message = beginCell()
  .store(storeMessageRelaxed(internal({ to: addressOf('bob'), value: 400n })))
  .endCell()
const asked = (opcode: number, answer: number | undefined, write: (body: Builder) => Builder): Sent => ({
  to: 'vesting',
  body: bodyOf(opcode, write),
  sends: answer === undefined ? [] : [{ to: 'alice', body: bodyOf(answer) }],
})

describe('actions of a vesting wallet', () => {
  const send = (answer?: number) =>
    asked(0xa7733acd, answer, (body) => body.storeUint(3, 8).storeRef(message))

  it('contain a sent message with a separate transfer', () => {
    const sent = send(0xf7733acd)
    const sends = [{ ...sent, sends: [...(sent.sends ?? []), { to: 'bob', value: 400n }] }]
    const actions = actionsOf('alice', sends, NO_FACTS)
    expect(onlyOf(actions, 'ton_transfer').ancestors).toEqual([])
    expect(onlyOf(actions, 'vesting_send_message').details).toEqual({
      query_id: '77',
      message_boc: bocTextPlain(message),
      source: accountOf('alice'),
      vesting: accountOf('vesting'),
      destination: accountOf('bob'),
      amount: '400',
    })
  })

  it.each([
    { name: 'the message', sent: [{ to: 'bob', value: 400n }], success: true },
    { name: 'the message with another value', sent: [{ to: 'bob', value: 1n }], success: true },
    { name: 'nothing', sent: [], success: false },
    { name: 'a message to another account', sent: [{ to: 'carol', value: 400n }], success: false },
    { name: 'another body', sent: [{ to: 'bob', value: 400n, body: bodyOf(1) }], success: false },
  ])('are a success only if the wallet sent the message: $name', ({ sent, success }) => {
    const answered = send(0xf7733acd)
    const sends = [{ ...answered, sends: [...(answered.sends ?? []), ...sent] }]
    expect(onlyOf(actionsOf('alice', sends, NO_FACTS), 'vesting_send_message').success).toBe(success)
  })

  it.each([
    { name: 'in the message', forceRef: false },
    { name: 'in a reference', forceRef: true },
  ])('find the sent message by a body $name', ({ forceRef }) => {
    const body = comment('Your share')
    const asking = beginCell()
      .store(storeMessageRelaxed(internal({ to: addressOf('bob'), value: 400n, body }), { forceRef }))
      .endCell()
    const sent = asked(0xa7733acd, 0xf7733acd, (builder) => builder.storeUint(3, 8).storeRef(asking))
    const sends = [{ ...sent, sends: [...(sent.sends ?? []), { to: 'bob', value: 1n, body }] }]
    expect(onlyOf(actionsOf('alice', sends, NO_FACTS), 'vesting_send_message').success).toBe(true)
  })

  it.each([
    { value: 400n, success: true },
    { value: 399n, success: false },
  ])('compare the value $value if the body cannot be read', ({ value, success }) => {
    // The flag of a state init in a reference, without the reference.
    const cut = beginCell()
      .storeBuilder(beginCell().store(storeMessageRelaxed(internal({ to: addressOf('bob'), value: 400n }))))
      .endCell()
    const slice = cut.beginParse()
    const header = beginCell()
      .storeBits(slice.loadBits(slice.remainingBits - 2))
      .storeUint(0b11, 2)
      .endCell()
    const sent = asked(0xa7733acd, 0xf7733acd, (builder) => builder.storeUint(3, 8).storeRef(header))
    const sends = [{ ...sent, sends: [...(sent.sends ?? []), { to: 'bob', value }] }]
    expect(onlyOf(actionsOf('alice', sends, NO_FACTS), 'vesting_send_message').success).toBe(success)
  })

  /** Accounts from the first cell on, one in each. */
  function accounts(names: readonly string[]): Cell | undefined {
    return names.reduceRight<Cell | undefined>((next, name) => {
      const builder = beginCell().storeAddress(addressOf(name))
      return (next ? builder.storeRef(next) : builder).endCell()
    }, undefined)
  }
  const whitelist = (names: readonly string[], answer?: number) =>
    asked(0x7258a69b, answer, (body) => body.storeSlice((accounts(names) as Cell).beginParse()))

  it('contain accounts that are added to the whitelist', () => {
    const actions = actionsOf('alice', [whitelist(['bob', 'carol', 'dave'], 0xf258a69b)], NO_FACTS)
    expect(onlyOf(actions, 'vesting_add_whitelist').details).toEqual({
      query_id: '77',
      accounts_added: ['bob', 'carol', 'dave'].map(accountOf),
      source: accountOf('alice'),
      vesting: accountOf('vesting'),
    })
  })

  it.each([
    { name: 'a message without an answer', sent: send() },
    { name: 'a whitelist without an answer', sent: whitelist(['bob']) },
    { name: 'a list without end', sent: whitelist(Array<string>(1_025).fill('bob'), 0xf258a69b) },
  ])('have a call for $name', ({ sent }) => {
    const types = actionsOf('alice', [sent], NO_FACTS).map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['call_contract']))
  })
})
