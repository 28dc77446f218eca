import { type Builder, beginCell, type Cell, internal, storeMessageRelaxed } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { bocTextPlain } from '../../../../src-main/indexer/actions/bodyReader.ts'
import { actionsOf, addressOf, bodyOf, onlyOf } from './classified.ts'
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
