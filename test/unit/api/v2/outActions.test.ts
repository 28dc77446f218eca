import { Address, type Builder, beginCell, Cell, Dictionary, ExternalAddress } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { sendActions } from '../../../../src-main/api/v2/outActions.ts'

const there = new Address(0, Buffer.alloc(32, 1))
const masterchain = new Address(-1, Buffer.alloc(32, 2))
const body = beginCell().storeUint(1, 32).endCell()

/** int_msg_info$0 … with an unknown sender; `rest` has init and body. */
function internal(
  destination: Address | null,
  { extra = false, rest = inRef }: { extra?: boolean; rest?: Part } = {},
) {
  const currencies = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
  if (extra) currencies.set(100, 5n)
  return beginCell()
    .storeUint(0b0110, 4)
    .storeAddress(null)
    .storeAddress(destination)
    .storeCoins(1)
    .storeDict(currencies)
    .storeUint(0, 4 + 4 + 64 + 32)
    .store(rest)
    .endCell()
}
type Part = (builder: Builder) => Builder
const inRef: Part = (builder) => builder.storeUint(0b01, 2).storeRef(body)
const inside: Part = (builder) =>
  builder.storeUint(0b00, 2).storeSlice(body.beginParse()).storeRef(Cell.EMPTY)
const withInit: Part = (builder) => builder.storeUint(0b11, 2).storeRef(Cell.EMPTY).storeBit(1).storeRef(body)

const send = (message: Cell, mode = 3) =>
  beginCell().storeUint(0x0ec3c86d, 32).storeUint(mode, 8).storeRef(message)
const reserve = beginCell().storeUint(0x36e6b809, 32).storeUint(0, 8).storeCoins(5).storeBit(0)
const setCode = beginCell().storeUint(0xad4de08e, 32).storeRef(Cell.EMPTY)

/** An OutList, the first action innermost. */
const list = (...actions: Builder[]) =>
  actions.reduce((rest, action) => beginCell().storeRef(rest).storeBuilder(action).endCell(), Cell.EMPTY)

describe('sendActions', () => {
  it.each([
    ['a body in a reference', internal(there), [body], false],
    ['a body inside', internal(there, { rest: inside }), [Cell.EMPTY], false],
    ['a StateInit', internal(there, { rest: withInit }), [Cell.EMPTY, body], false],
    ['extra currencies, which count nothing', internal(there, { extra: true }), [body], false],
    ['a destination in the masterchain', internal(masterchain), [body], true],
  ])('counts the contents of a message: %s', (_what, message, cells, toMasterchain) => {
    expect(sendActions(list(reserve, send(message)))).toEqual([{ cells, toMasterchain }])
  })

  it('counts messages to the outside', () => {
    const outside = beginCell()
      .storeUint(0b11, 2)
      .storeAddress(null)
      .storeAddress(new ExternalAddress(1n, 9))
      .storeUint(0, 64 + 32)
      .store(inRef)
      .endCell()
    expect(sendActions(list(send(outside)))).toEqual([{ cells: [body], toMasterchain: false }])
  })

  it('returns twenty actions in their order', () => {
    const some = Array.from({ length: 20 }, (_, i) => send(internal(i === 0 ? masterchain : there)))
    expect(sendActions(list(...some)).map(({ toMasterchain }) => toMasterchain)).toEqual([
      true,
      ...Array(19).fill(false),
    ])
    expect(sendActions(Cell.EMPTY)).toEqual([])
  })

  it.each([
    ['action list too long: more than 20 actions', list(...Array<Builder>(21).fill(reserve))],
    ['estimate_fee: action_set_code unsupported', list(setCode)],
    ['estimate_fee: unknown action', list(beginCell().storeUint(7, 32))],
    ['estimate_fee: messages with external addresses are unsupported', list(send(internal(null)))],
    ["estimate_fee: can't parse send_msg", list(send(internal(there), 4))],
    ["estimate_fee: can't parse send_msg", list(send(internal(there), 0xc0))],
    ["estimate_fee: can't parse send_msg", list(send(beginCell().storeUint(0b10, 2).endCell()))],
    ["estimate_fee: can't parse send_msg", list(send(Cell.EMPTY))],
  ])('refuses with 500: %s', (message, actions) => {
    expect(() => sendActions(actions)).toThrow(expect.objectContaining({ status: 500, message }))
  })
})
