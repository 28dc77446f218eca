import { Address, beginCell, type Cell, Dictionary, ExternalAddress } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import { orderAction } from '#shared/schema/v3/multisigActions.ts'
import { bocBase64 } from '../../../src-main/chain/cells/serializeBoc.ts'
import { createDecodeBudget } from '../../../src-main/contracts/messages/decodeBody.ts'
import { parseMultisigOrder } from '../../../src-main/contracts/multisigOrder.ts'

const account = (byte: number) => new Address(0, Buffer.alloc(32, byte))
const raw = (byte: number) => `0:${byte.toString(16).padStart(2, '0').toUpperCase().repeat(32)}`
const MAX_UINT64 = (1n << 64n) - 1n

/** A message without source, as orders hold it. */
function messageCell(body: Cell, to: Address | null = account(9), inRef = true): Cell {
  const head = beginCell()
    .storeUint(0b0110, 4)
    .storeUint(0, 2)
    .storeAddress(to)
    .storeCoins(500n)
    .storeBit(0)
    .storeCoins(0)
    .storeCoins(0)
    .storeUint(0, 64 + 32)
    .storeBit(0)
  return (inRef ? head.storeBit(1).storeRef(body) : head.storeBit(0).storeSlice(body.beginParse())).endCell()
}

function sendAction(body: Cell, mode = 3): Cell {
  return beginCell().storeUint(0xf1381e5b, 32).storeUint(mode, 8).storeRef(messageCell(body)).endCell()
}

function orderOf(actions: readonly Cell[]): Cell {
  const dictionary = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Cell())
  for (const [index, action] of actions.entries()) dictionary.set(index, action)
  return beginCell().storeDictDirect(dictionary).endCell()
}

function parse(actions: readonly Cell[]) {
  const parsed = parseMultisigOrder(orderOf(actions), createDecodeBudget())
  if (!parsed) throw new Error('the order is no dictionary')
  for (const action of parsed.actions) orderAction.parse(JSON.parse(v3JsonText(action)))
  return parsed
}

/** The parsed body of an order that sends one message. */
function bodyOf(body: Cell) {
  const [action] = parse([sendAction(body)]).actions
  return { type: action?.parsed_body_type, body: action?.parsed_body }
}

const opcode = (value: number) => beginCell().storeUint(value, 32)
const request = (value: number) => opcode(value).storeUint(7, 64)
const payload = beginCell().storeUint(5, 8).endCell()
const comment = (text: string) => opcode(0).storeStringTail(text).endCell()

describe('an order of a multisig', () => {
  it('is parsed action by action in the order of the keys', () => {
    const { actions, accounts } = parse([sendAction(comment('a')), sendAction(comment('b'), 1)])
    expect(actions.map(({ parsed_body }) => parsed_body)).toEqual([
      { comment: '\0\0\0\0a', encrypted: false },
      { comment: '\0\0\0\0b', encrypted: false },
    ])
    expect(actions[0]).toMatchObject({
      destination: raw(9),
      value: '500',
      body_raw: bocBase64(comment('a')),
      parsed: true,
      error: null,
      send_mode: 3,
    })
    expect(accounts.map(String)).toEqual([String(account(9))])
  })

  it('has no actions where the cell is no dictionary', () => {
    expect(parseMultisigOrder(beginCell().storeUint(1, 200).endCell(), createDecodeBudget())).toBeUndefined()
  })

  it('says why an action cannot be parsed, and parses the others', () => {
    const { actions } = parse([opcode(5).endCell(), sendAction(comment('x')), opcode(0xf1381e5b).endCell()])
    expect(actions.map(({ parsed }) => parsed)).toEqual([false, true, false])
    expect(actions[0]).toEqual({
      destination: null,
      value: null,
      body_raw: null,
      parsed: false,
      error: 'failed to parse order action: unknown order action type: 5',
      parsed_body: null,
      parsed_body_type: 'unknown',
      send_mode: 0,
    })
    expect(actions[2]?.error).toMatch(/^failed to parse order action: /)
  })

  it('stops at the size that an answer has room for', () => {
    let large = beginCell().endCell()
    for (let i = 0; i < 200; i++) large = beginCell().storeUint(i, 1000).storeRef(large).endCell()
    const order = orderOf(
      Array.from({ length: 250 }, () => sendAction(beginCell().storeRef(large).endCell())),
    )
    const decodeBudget = { left: 10_000 }
    const { actions = [] } = parseMultisigOrder(order, decodeBudget) ?? {}
    expect(actions).toHaveLength(250)
    expect(actions[0]?.parsed).toBe(true)
    expect(actions.at(-1)?.error).toContain('too many large actions')
  })

  it('changes members and threshold', () => {
    const members = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Address())
    for (const [index, byte] of [1, 2].entries()) members.set(index, account(byte))
    const direct = beginCell().storeDictDirect(members).endCell()
    const update = beginCell().storeUint(0x1d0cfbd3, 32).storeUint(2, 8).storeRef(direct)
    const { actions, accounts } = parse([
      beginCell().storeBuilder(update).storeBit(0).endCell(),
      beginCell().storeBuilder(update).storeBit(1).storeRef(direct).endCell(),
    ])
    const members_ = [raw(1), raw(2)]
    expect(actions.map(({ parsed_body }) => parsed_body)).toEqual([
      { new_threshold: 2, new_signers: members_, new_proposers: null },
      { new_threshold: 2, new_signers: members_, new_proposers: members_ },
    ])
    expect(actions[0]).toMatchObject({ destination: null, value: null, body_raw: null, send_mode: 0 })
    expect(accounts).toHaveLength(2)
  })

  it('has null for missing and external addresses, and 0 as the value of a log', () => {
    const log = beginCell()
      .storeUint(0b1100, 4)
      .storeAddress(new ExternalAddress(5n, 8))
      .storeUint(0, 64 + 32)
      .storeBit(0)
      .storeBit(0)
      .endCell()
    const send = (message: Cell) =>
      beginCell().storeUint(0xf1381e5b, 32).storeUint(0, 8).storeRef(message).endCell()
    const { actions, accounts } = parse([
      send(log),
      send(messageCell(comment('to none'), null)),
      send(messageCell(comment('inline'), account(3), false)),
    ])
    expect(actions.map(({ destination, value }) => [destination, value])).toEqual([
      [null, '0'],
      [null, '500'],
      [raw(3), '500'],
    ])
    expect(accounts).toHaveLength(1)
  })
})

describe('a message that an order sends', () => {
  it('is a transfer of coins without a body, with less than 32 bits, and with a comment', () => {
    const transfer = (text: string, encrypted = false) => ({
      type: 'ton_transfer',
      body: { comment: text, encrypted },
    })
    expect(bodyOf(beginCell().endCell())).toEqual(transfer(''))
    expect(bodyOf(beginCell().storeUint(1, 7).endCell())).toEqual(transfer(''))
    expect(bodyOf(beginCell().storeBuffer(Buffer.from('hi')).endCell())).toEqual(transfer('hi'))
    expect(bodyOf(comment('hello'))).toEqual(transfer('\0\0\0\0hello'))
    expect(bodyOf(opcode(0x2167da4b).storeStringTail('secret').endCell())).toEqual(transfer('secret', true))
  })

  it('has a query id with all digits', () => {
    const body = opcode(0xfb88e119).storeUint(MAX_UINT64, 64).endCell()
    const [action] = parse([sendAction(body)]).actions
    expect(v3JsonText(action?.parsed_body)).toBe(`{"query_id":${MAX_UINT64}}`)
  })

  const transfer = (forward: Cell | undefined) =>
    request(0x0f8a7ea5)
      .storeCoins(10n)
      .storeAddress(account(1))
      .storeAddress(null)
      .storeMaybeRef(payload)
      .storeCoins(3n)
      .storeMaybeRef(forward)
      .endCell()
  const stonfi = opcode(0x25938561).storeAddress(account(2)).storeCoins(500_000_000n).storeAddress(account(3))

  it.each([
    ['no payload', undefined, '', '', false, null],
    ['a comment', comment('hi'), 'TextComment', 'hi', false, null],
    [
      'an encrypted comment',
      opcode(0x2167da4b).storeStringTail('x').endCell(),
      'EncryptedTextComment',
      'x',
      true,
      null,
    ],
    [
      'a swap',
      stonfi.endCell(),
      'StonfiSwap',
      '',
      false,
      { jetton_wallet: raw(2), min_amount: '0.5', user_address: raw(3) },
    ],
    ['a swap cut short', opcode(0x25938561).endCell(), 'StonfiSwap', '', false, null],
    ['another payload', opcode(99).endCell(), 'Unknown', '', false, null],
    ['a short payload', payload, 'Unknown', '', false, null],
  ] as const)('is a transfer of jettons with %s', (_name, forward, type, text, encrypted, swap) => {
    expect(bodyOf(transfer(forward))).toEqual({
      type: 'jetton_transfer',
      body: {
        query_id: 7,
        amount: '10',
        destination: raw(1),
        response: null,
        custom_payload: bocBase64(payload),
        forward_amount: '3',
        comment: text,
        encrypted_comment: encrypted,
        forward_payload: bocBase64(forward ?? beginCell().endCell()),
        payload_sum_type: type,
        stonfi_swap_body: swap,
      },
    })
  })

  const inner = opcode(1).storeUint(8, 64).storeCoins(6n).endCell()
  const nft = request(0x5fcc3d14)
    .storeAddress(account(1))
    .storeAddress(account(2))
    .storeBit(0)
    .storeCoins(4n)
    .storeMaybeRef(payload)
    .endCell()
  const call = (action: Cell) =>
    request(0x235caf52).storeAddress(account(1)).storeCoins(2n).storeRef(action).endCell()
  const vesting = request(0x75097f5d)
    .storeUint(3, 8)
    .storeRef(messageCell(comment('v'), account(4)))
    .endCell()

  it.each([
    [
      'jetton_burn',
      request(0x595f07bc).storeCoins(5n).storeAddress(account(1)).endCell(),
      { amount: '5', response_destination: raw(1) },
    ],
    [
      'jetton_mint',
      request(0x642b7d07).storeAddress(account(1)).storeCoins(2n).storeRef(inner).endCell(),
      {
        opcode: 0x642b7d07,
        to_address: raw(1),
        ton_amount: '2',
        master_msg_query_id: 8,
        master_msg_jetton_amount: '6',
      },
    ],
    [
      'nft_transfer',
      nft,
      {
        new_owner: raw(1),
        response_destination: raw(2),
        custom_payload: null,
        forward_amount: '4',
        forward_payload: bocBase64(payload),
      },
    ],
    ['jetton_top_up', request(0x00009fd3).endCell(), {}],
    [
      'jetton_change_admin',
      request(0x6501f354).storeAddress(account(1)).endCell(),
      { new_admin_address: raw(1) },
    ],
    ['jetton_claim_admin', request(0xfb88e119).endCell(), {}],
    [
      'jetton_change_content',
      request(0xcb862902).storeStringTail('https://a/').endCell(),
      { new_metadata_url: 'https://a/' },
    ],
    [
      'jetton_call_to',
      call(nft),
      { to_address: raw(1), ton_amount: '2', action_type: 'Unknown', action_data: bocBase64(nft) },
    ],
    [
      'jetton_call_to',
      call(payload),
      { to_address: raw(1), ton_amount: '2', action_type: '', action_data: bocBase64(payload) },
    ],
    ['jetton_set_status', request(0xeed236d3).storeUint(3, 8).endCell(), { new_status: 3 }],
    ['single_nominator_withdraw', request(0x00001000).storeCoins(9n).endCell(), { coins: '9' }],
    [
      'single_nominator_change_validator',
      request(0x00001001).storeAddress(account(1)).endCell(),
      { validator_address: raw(1) },
    ],
    [
      'vesting_internal_transfer',
      vesting,
      {
        send_mode: 3,
        destination: raw(4),
        value: '500',
        message_body: bocBase64(comment('v')),
        comment: 'v',
      },
    ],
  ] as const)('is %s', (type, body, fields) => {
    expect(bodyOf(body)).toEqual({ type, body: { query_id: 7, ...fields } })
  })

  it.each([
    ['a burn that is cut short', opcode(0x595f07bc).endCell(), 0],
    ['minting of older jettons', request(0x00000015).endCell(), 0],
    ['a status of four bits', request(0xeed236d3).storeUint(3, 4).endCell(), 0],
    ['an unknown opcode', request(0xdeadbeef).endCell(), 0xdeadbeef],
  ] as const)('is unknown for %s', (_name, body, code) => {
    expect(bodyOf(body)).toEqual({ type: 'unknown', body: { opcode: code, data: bocBase64(body) } })
  })
})
