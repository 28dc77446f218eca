import { Address, BitString, beginCell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../src-main/chain/block/message.ts'
import { loadMessage, storeMessage } from '../../../../src-main/chain/block/message.ts'
import {
  accountOf,
  loadMsgAddressExt,
  loadMsgAddressInt,
  storeMsgAddressExt,
  storeMsgAddressInt,
} from '../../../../src-main/chain/block/msgAddress.ts'
import { parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import {
  expectRoundTrip,
  expectSameCells,
  externalAddress,
  stdAddress,
  uncommonAddress,
} from './arbitraries.ts'
import { message } from './messageArbitraries.ts'

describe('loadMessage', () => {
  test('keeps whether init and body were in references', () => {
    expectSameCells(message, loadMessage, storeMessage)
  })

  test('copies a body in the message’s cell to a cell of its own', () => {
    const sent: Message = {
      info: {
        type: 'external-in',
        src: null,
        dest: new Address(0, Buffer.alloc(32, 1)),
        importFee: 0n,
      },
      init: undefined,
      body: beginCell().storeUint(0, 32).storeStringTail('hi').storeRef(beginCell()).endCell(),
      initInRef: false,
      bodyInRef: false,
    }
    const cell = beginCell().store(storeMessage(sent)).endCell()
    expect(cell.refs).toHaveLength(1)
    const { body, ...rest } = parseCell(cell, 'Message', loadMessage)
    expect(body.equals(sent.body)).toBe(true)
    const { body: _, ...expected } = sent
    expect(rest).toEqual(expected)
  })
})

describe('loadMsgAddressInt', () => {
  test('reads every address that storeMsgAddressInt writes', () => {
    expectRoundTrip(stdAddress, loadMsgAddressInt, storeMsgAddressInt)
    expectSameCells(uncommonAddress, loadMsgAddressInt, storeMsgAddressInt)
  })

  test('rejects external addresses and anycast of 0 or 31 bits', () => {
    const load = (bits: string) => () => {
      const builder = beginCell()
      for (const bit of bits) builder.storeBit(bit === '1')
      return parseCell(builder.endCell(), 'MsgAddressInt', loadMsgAddressInt)
    }
    expect(load('000')).toThrow(TlbError)
    expect(load('10100000')).toThrow('Anycast: depth 0')
    expect(load('10111111')).toThrow('Anycast: depth 31')
  })
})

describe('loadMsgAddressExt', () => {
  test('reads every address that storeMsgAddressExt writes', () => {
    expectSameCells(externalAddress, loadMsgAddressExt, storeMsgAddressExt)
  })
})

describe('accountOf', () => {
  const address = new BitString(Buffer.alloc(32, 0xff), 0, 256)

  test('replaces the first bits of the address by the anycast prefix', () => {
    const anycast = new BitString(Buffer.from([0b0101_0000]), 0, 4)
    const account = accountOf({ kind: 'std-anycast', anycast, workchain: -1, address })
    const expected = Buffer.alloc(32, 0xff)
    expected[0] = 0b0101_1111
    expect(account?.toRawString()).toBe(`-1:${expected.toString('hex')}`)
  })

  test('returns undefined for an addr_var of another length', () => {
    const short = new BitString(Buffer.alloc(32), 0, 255)
    expect(accountOf({ kind: 'var', anycast: undefined, workchain: 7, address: short })).toBeUndefined()
    expect(accountOf({ kind: 'var', anycast: undefined, workchain: 7, address })?.workChain).toBe(7)
  })
})
