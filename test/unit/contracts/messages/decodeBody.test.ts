import { Address, type Builder, beginCell, Cell, Dictionary } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBody, inMessageContent } from '../../../../src-main/contracts/messages/decodeBody.ts'
import { unfoldingBody } from './unfoldingBody.ts'

const ADDRESS = Address.parse(`0:${'ab'.repeat(32)}`)
const STD = {
  '@type': 'addr_std',
  anycast: { '@type': 'nothing_from_maybe' },
  workchain_id: '0',
  address: 'AB'.repeat(32),
}
const NOTHING = { '@type': 'nothing_from_maybe' }
const SIGNATURE = Buffer.alloc(64, 0x5e)

const opcode = (value: number): Builder => beginCell().storeUint(value, 32)
const comment = (text: string): Cell => opcode(0).storeStringTail(text).endCell()

/** An internal message as wallets write it, with its body in a cell of its own. */
function message(body: Cell): Cell {
  return beginCell()
    .storeUint(0x18, 6)
    .storeAddress(ADDRESS)
    .storeCoins(5n)
    .storeUint(0, 105)
    .storeUint(1, 2)
    .storeRef(body)
    .endCell()
}

const sent = (body: unknown) => ({
  '@type': 'message',
  info: expect.objectContaining({ '@type': 'int_msg_info', ihr_disabled: true, dest: STD }),
  init: NOTHING,
  body: { '@type': 'second_from_either', value: { cell_reference: body } },
})

describe('decodeBody', () => {
  it('reads fields in their order, and known bodies inside', () => {
    const body = opcode(0x0f8a7ea5)
      .storeUint(7, 64)
      .storeCoins(1_000n)
      .storeAddress(ADDRESS)
      .storeAddress(null)
      .storeMaybeRef(beginCell().storeUint(5, 4).endCell())
      .storeCoins(1n)
      .storeBit(true)
      .storeRef(comment('for coffee'))
      .endCell()
    expect(decodeBody(body)).toEqual({
      '@type': 'jetton_transfer',
      query_id: '7',
      amount: { '@type': 'var_uint', len: '2', value: '1000' },
      destination: STD,
      response_destination: { '@type': 'addr_none' },
      custom_payload: { '@type': 'something_from_maybe', value: 'te6ccgEBAQEAAwAAAVg=' },
      forward_ton_amount: { '@type': 'var_uint', len: '1', value: '1' },
      forward_payload: {
        '@type': 'second_from_either',
        value: { '@type': 'text_comment', text: 'for coffee' },
      },
    })
  })

  it('reads a comment that goes on in other cells, or begins there', () => {
    const long = 'а longer text '.repeat(40)
    const elsewhere = opcode(0).storeRef(beginCell().storeStringTail('hi').endCell()).endCell()
    expect(decodeBody(comment(long))).toEqual({ '@type': 'text_comment', text: long })
    expect(decodeBody(elsewhere)).toEqual({ '@type': 'text_comment', text: 'hi' })
    expect(inMessageContent({ '@type': 'text_comment', text: 'hi' })).toEqual({
      '@type': 'text_comment',
      comment: 'hi',
      type: 'text_comment',
    })
  })

  it('tells an empty cell, and nothing about what is unknown, short or malformed', () => {
    expect(decodeBody(Cell.EMPTY)).toEqual({ '@type': 'empty_cell' })
    expect(decodeBody(beginCell().storeUint(1, 31).endCell())).toBeUndefined()
    expect(decodeBody(opcode(0x12345678).endCell())).toBeUndefined()
    expect(decodeBody(opcode(0xd53276db).storeUint(1, 63).endCell())).toBeUndefined()
    expect(decodeBody(opcode(0).storeUint(1, 7).endCell())).toBeUndefined()
  })

  it('takes the layout that fits where an opcode has several', () => {
    const key = beginCell().storeUint(0x4eb1f0f9, 32).storeUint(1, 64).storeBuffer(Buffer.alloc(32, 1))
    const resolver = beginCell().storeUint(0xba93, 16).storeAddress(ADDRESS).endCell()
    expect(decodeBody(key.endCell())?.['@type']).toBe('delete_dns_record')
    expect(decodeBody(key.storeRef(resolver).endCell())).toMatchObject({
      '@type': 'change_dns_record',
      value: { '@type': 'dns_next_resolver', resolver: STD },
    })
  })

  describe('messages of wallets', () => {
    const signed = () => beginCell().storeBuffer(SIGNATURE)
    const dated = () => signed().storeUint(698983191, 32).storeUint(1_700_000_000, 32).storeUint(12, 32)
    const one = message(comment('hi'))
    const hi = { '@type': 'text_comment', text: 'hi' }
    const batch = Dictionary.empty(Dictionary.Keys.Uint(16), {
      serialize: (value: Cell, builder: Builder) => builder.storeUint(3, 8).storeRef(value),
      parse: (slice) => slice.skip(8).loadRef(),
    }).set(0, one)
    const actions = (...messages: Cell[]) =>
      messages.reduce(
        (prev, out) =>
          beginCell().storeRef(prev).storeUint(0x0ec3c86d, 32).storeUint(3, 8).storeRef(out).endCell(),
        Cell.EMPTY,
      )
    const highloadV3 = beginCell()
      .storeUint(1, 32)
      .storeRef(one)
      .storeUint(3, 8)
      .storeUint(9, 23)
      .storeUint(1_700_000_000, 64)
      .storeUint(600, 22)

    it.each([
      ['wallet_signed_v1', signed().storeUint(12, 32).storeUint(3, 8).storeRef(one)],
      [
        'wallet_signed_v2',
        signed().storeUint(12, 32).storeUint(1_700_000_000, 32).storeUint(3, 8).storeRef(one),
      ],
      ['wallet_signed_v3', dated().storeUint(3, 8).storeRef(one)],
      ['wallet_signed_v4', dated().storeUint(0, 8).storeUint(3, 8).storeRef(one)],
      ['highload_wallet_signed_v2', signed().storeUint(1, 32).storeUint(1, 64).storeDict(batch)],
      ['highload_wallet_signed_v3', signed().storeRef(highloadV3.endCell())],
      [
        'preprocessed_wallet_signed_v2',
        signed().storeRef(beginCell().storeUint(1, 64).storeUint(2, 16).storeRef(actions(one)).endCell()),
      ],
    ])('decodes %s', (name, builder) => {
      const decoded = decodeBody(builder.endCell(), { external: true })
      expect(decoded).toMatchObject({ '@type': name, signature: '5E'.repeat(64) })
      expect(JSON.stringify(decoded)).toContain(JSON.stringify(hi))
      // Internal messages are not signed, and a wallet takes its body whole.
      expect(decodeBody(builder.endCell(), { external: false })).toBeUndefined()
      expect(decodeBody(builder.storeUint(0, 5).endCell())).toBeUndefined()
    })

    const modes = (builder: Builder, count: number) =>
      Array.from({ length: count }, () => one).reduce(
        (all, each) => all.storeUint(3, 8).storeRef(each),
        builder,
      )
    const plugin = (builder: Builder) =>
      builder.storeInt(-1, 8).storeUint(5n, 256).storeCoins(7).storeUint(8, 64)

    it.each([
      ['wallet_signed_v1', 'msgs_0', signed().storeUint(12, 32)],
      ['wallet_signed_v2', 'msgs_4', modes(signed().storeUint(12, 32).storeUint(1_700_000_000, 32), 4)],
      ['wallet_signed_v3', 'msgs_3', modes(dated(), 3)],
      ['wallet_signed_v3', 'msgs_4', modes(dated(), 4)],
      ['wallet_signed_v4', 'msgs_0', dated().storeUint(0, 8)],
      ['wallet_signed_v4', 'msgs_4', modes(dated().storeUint(0, 8), 4)],
      [
        'wallet_signed_v4',
        'w4_deploy_install_plugin',
        // The minimum: no coins, an empty StateInit.
        dated()
          .storeUint(1, 8)
          .storeInt(0, 8)
          .storeCoins(0)
          .storeRef(beginCell().storeUint(0, 5).endCell())
          .storeRef(comment('hi')),
      ],
      ['wallet_signed_v4', 'w4_install_plugin', plugin(dated().storeUint(2, 8))],
      ['wallet_signed_v4', 'remove_plugin', plugin(dated().storeUint(3, 8))],
      ['highload_wallet_signed_v2', 'payload', signed().storeUint(1, 32).storeUint(1, 64).storeBit(false)],
    ])('%s with %s', (name, part, builder) => {
      const decoded = decodeBody(builder.endCell(), { external: true })
      expect(decoded).toMatchObject({ '@type': name })
      expect(JSON.stringify(decoded)).toContain(`"${part}"`)
    })

    it('w5 lists its actions from the last to the first', () => {
      const extended = beginCell()
        .storeUint(4, 8)
        .storeBit(true)
        .storeRef(beginCell().storeUint(2, 8).storeAddress(ADDRESS).endCell())
      const body = opcode(0x73696e74)
        .storeUint(1, 32)
        .storeUint(2, 32)
        .storeUint(3, 32)
        .storeMaybeRef(actions(message(comment('first')), one))
        .storeBit(true)
        .storeBuilder(extended)
        .storeBuffer(SIGNATURE)
        .endCell()
      const action = (out: unknown) => ({ '@type': 'action_send_msg', mode: '3', out_msg: out })
      expect(decodeBody(body)).toMatchObject({
        '@type': 'w5_internal_signed_request',
        request: {
          inner: {
            out_actions: {
              value: {
                cell_reference: {
                  '@type': 'out_list',
                  prev: {
                    prev: { '@type': 'out_list_empty' },
                    action: action(sent({ '@type': 'text_comment', text: 'first' })),
                  },
                  action: action(sent(hi)),
                },
              },
            },
            extended_actions: {
              value: {
                '@type': 'extended_list_action',
                action: { '@type': 'set_signature_auth_allowed', allowed: true },
                prev: { '@type': 'extended_list_last', action: { '@type': 'add_extension', addr: STD } },
              },
            },
          },
          signature: '5E'.repeat(64),
        },
      })
    })
  })

  describe('is bounded', () => {
    it('in depth: known bodies are decoded ten deep', () => {
      let body = comment('innermost')
      for (let i = 0; i < 12; i++) body = opcode(0xffffffff).storeSlice(body.beginParse()).endCell()
      let nested = comment('innermost')
      for (let i = 0; i < 12; i++) nested = opcode(0x47d54391).storeUint(i, 64).storeRef(nested).endCell()
      expect(decodeBody(body)).toBeDefined()
      expect(decodeBody(nested)).toMatchObject({ '@type': 'tonstake_pool_deposit' })
    })

    it('in size: what unfolds too far is not decoded', () => {
      const body = unfoldingBody(comment('x'.repeat(100)), 10)
      const text = JSON.stringify(decodeBody(body) ?? null)
      expect(text.length).toBeLessThan(8 << 20)
    })
  })

  it('throws for no cell', () => {
    const known = fc.constantFrom(0, 0x0f8a7ea5, 0x7369676e, 0x4eb1f0f9, 0x61ee542d, 0xc0ffee04, 0xf718510f)
    const bits = fc.uint8Array({ maxLength: 100 })
    const cellOf = (refs: fc.Arbitrary<Cell[]>) =>
      fc
        .tuple(fc.option(known), bits, fc.integer({ min: 0, max: 7 }), refs)
        .map(([tag, bytes, extra, inner]) => {
          const builder = tag === null ? beginCell() : opcode(tag)
          builder.storeBuffer(Buffer.from(bytes)).storeUint(0, extra)
          for (const ref of inner) builder.storeRef(ref)
          return builder.endCell()
        })
    let cell = cellOf(fc.constant([]))
    for (let depth = 0; depth < 3; depth++) cell = cellOf(fc.array(cell, { maxLength: 3 }))
    fc.assert(
      fc.property(cell, fc.boolean(), (body, external) => {
        const decoded = decodeBody(body, { external })
        if (decoded) expect(typeof decoded['@type']).toBe('string')
      }),
      { numRuns: 500 },
    )
  })
})
