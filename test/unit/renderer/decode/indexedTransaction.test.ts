import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { callName, summarizeTransaction } from '../../../../src-renderer/decode/describeTransaction.ts'
import {
  viewIndexedMessage,
  viewIndexedTransaction,
} from '../../../../src-renderer/decode/indexedTransaction.ts'
import { outcomeOf } from '../../../../src-renderer/decode/outcome.ts'
import { accountOf, bouncedTrace, hashOf, madeMessage, madeTransaction } from '../trace/madeTrace.ts'

const FRIENDLY = 'UQAself'
const BOOK = { [accountOf('A')]: { user_friendly: FRIENDLY, domain: null, interfaces: [] } }

const content = (decoded: Record<string, unknown> | null, body = 'te6cckEBAQEABgAACAAAAADjAK8P') => ({
  hash: hashOf(9),
  body,
  decoded,
})

describe('viewIndexedTransaction', () => {
  it('is drawn as one of v2 is: fees with forwarding, phases, codes', () => {
    const [, sender, receiver] = bouncedTrace()
    expect(viewIndexedTransaction(sender!, BOOK)).toMatchObject({
      address: FRIENDLY,
      lt: '10',
      fee: 7n,
      inMessage: { source: undefined, destination: FRIENDLY },
    })
    const view = viewIndexedTransaction(receiver!, BOOK)
    expect(outcomeOf(view)).toEqual({ kind: 'failed', phase: 'compute', code: 35 })
    expect(summarizeTransaction(view)).toMatchObject({ direction: 'in', received: { value: 100n } })
  })

  it('names tick and tock', () => {
    const kinds = [false, true].map((is_tock) => {
      const { description } = madeTransaction({ number: 1 })
      return viewIndexedTransaction(
        madeTransaction({ number: 1, description: { ...description, type: 'tick_tock', is_tock } }),
        {},
      ).decoded?.kind
    })
    expect(kinds).toEqual(['tick', 'tock'])
  })
})

describe('viewIndexedMessage', () => {
  it.each([
    [
      'a comment',
      content({ '@type': 'text_comment', type: 'text_comment', comment: 'hi' }),
      null,
      { kind: 'comment', text: 'hi' },
    ],
    ['no body at all', null, null, { kind: 'empty' }],
    [
      'a named call',
      content({ '@type': 'jetton_transfer' }, 'te6cckEBAQEABgAACA+KfqXzJ8rA'),
      'jetton_transfer',
      { kind: 'call', opcode: 0x0f8a7ea5, name: 'jetton transfer' },
    ],
    [
      'an opcode whose body fits no layout that has it',
      content(null, 'te6cckEBAQEABgAACA+KfqXzJ8rA'),
      'jetton_transfer',
      { kind: 'call', opcode: 0x0f8a7ea5, name: null },
    ],
    [
      'a misspelt name of the reference',
      content({ '@type': 'mulisig_new_order' }, 'te6cckEBAQEABgAACA+KfqXzJ8rA'),
      'mulisig_new_order',
      { kind: 'call', name: 'multisig new order' },
    ],
  ])('reads %s', (_, message_content, decoded_opcode, body) => {
    const view = viewIndexedMessage(madeMessage({ number: 1, message_content, decoded_opcode }), BOOK)
    expect(view.body).toMatchObject(body)
  })

  it("does not call a collection's batch mint a withdrawal from EVAA", () => {
    const message_content = content(null, 'te6cckEBAQEABgAACAAAAAIUcJTu')
    const { body } = viewIndexedMessage(
      madeMessage({ number: 1, message_content, decoded_opcode: 'evaa_withdraw_master' }),
      BOOK,
    )
    expect(callName(body)).toBe('0x00000002')
  })
})

describe('a body with a small opcode', () => {
  const book = (...interfaces: readonly string[]) => ({
    [accountOf('B')]: { user_friendly: 'EQB', domain: null, interfaces: [...interfaces] },
  })
  const bodyFor = (decoded: Record<string, unknown>, opcode: string, interfaces: readonly string[]) => {
    const boc = beginCell()
      .storeUint(Number(opcode), 32)
      .storeUint(7, 64)
      .endCell()
      .toBoc()
      .toString('base64')
    const message = madeMessage({ number: 1, opcode, message_content: content(decoded, boc) })
    return viewIndexedMessage(message, book(...interfaces)).body
  }
  const ORACLE = 'pyth_price_oracle'

  it.each([
    { type: 'pyth_update_guardian_set', opcode: '0x00000001', interfaces: [] },
    { type: 'pyth_update_guardian_set', opcode: '0x00000001', interfaces: ['nft_collection'] },
    { type: 'evaa_withdraw_master', opcode: '0x00000002', interfaces: [] },
    { type: 'minter_jetton_mint', opcode: '0x00000015', interfaces: ['nft_item'] },
  ])('is not named $type where the receiver has $interfaces', ({ type, opcode, interfaces }) => {
    const body = bodyFor({ '@type': type }, opcode, interfaces)
    expect(body).toMatchObject({ kind: 'call', name: null, isUnproven: true })
    expect(callName(body)).toBe(opcode)
  })

  it.each([
    { type: 'pyth_update_guardian_set', opcode: '0x00000001', interfaces: [ORACLE] },
    { type: 'minter_jetton_mint', opcode: '0x00000015', interfaces: ['jetton_master'] },
  ])('is named $type where the receiver is of that protocol', ({ type, opcode, interfaces }) => {
    const body = bodyFor({ '@type': type }, opcode, interfaces)
    expect(body).toMatchObject({ name: type.replaceAll('_', ' ') })
    expect(body).not.toHaveProperty('isUnproven')
  })
})
