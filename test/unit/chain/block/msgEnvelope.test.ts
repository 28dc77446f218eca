import { Address, beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CommonMsgInfo } from '../../../../src-main/chain/block/commonMsgInfo.ts'
import {
  loadIntermediateAddress,
  storeIntermediateAddress,
} from '../../../../src-main/chain/block/intermediateAddress.ts'
import { storeMessage } from '../../../../src-main/chain/block/message.ts'
import type { MsgEnvelope } from '../../../../src-main/chain/block/msgEnvelope.ts'
import {
  envelopedWorth,
  loadMsgEnvelope,
  messageWorth,
  storeMsgEnvelope,
} from '../../../../src-main/chain/block/msgEnvelope.ts'
import { parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import { bigUint, cell, coins, expectRoundTrip, int, maybe, stdAddress, uint } from './arbitraries.ts'

const hop = fc.oneof(
  fc.record({ kind: fc.constant('regular' as const), useDestBits: fc.integer({ min: 0, max: 96 }) }),
  fc.record({ kind: fc.constant('simple' as const), workchain: int(8), addrPfx: bigUint(64) }),
  fc.record({ kind: fc.constant('ext' as const), workchain: int(32), addrPfx: bigUint(64) }),
)

const envelope: fc.Arbitrary<MsgEnvelope> = fc.record({
  curAddr: hop,
  nextAddr: hop,
  fwdFeeRemaining: coins,
  msg: cell,
  v2: maybe(
    fc.record({
      emittedLt: maybe(bigUint(64)),
      metadata: maybe(fc.record({ depth: uint(32), initiatorAddr: stdAddress, initiatorLt: bigUint(64) })),
    }),
  ),
})

const internal: CommonMsgInfo = {
  type: 'internal',
  ihrDisabled: true,
  bounce: false,
  bounced: false,
  src: new Address(0, Buffer.alloc(32, 1)),
  dest: new Address(0, Buffer.alloc(32, 2)),
  value: { coins: 1000n },
  extraFlags: 3n,
  fwdFee: 20n,
  createdLt: 5n,
  createdAt: 6,
}
const messageOf = (info: CommonMsgInfo) =>
  beginCell()
    .store(
      storeMessage({
        info,
        init: undefined,
        body: beginCell().endCell(),
        initInRef: false,
        bodyInRef: false,
      }),
    )
    .endCell()

describe('loadMsgEnvelope', () => {
  test('reads both versions that storeMsgEnvelope writes', () => {
    expectRoundTrip(envelope, loadMsgEnvelope, storeMsgEnvelope)
  })

  test('rejects another constructor', () => {
    const cell = beginCell().storeUint(6, 4).endCell()
    expect(() => parseCell(cell, 'MsgEnvelope', loadMsgEnvelope)).toThrow(TlbError)
  })
})

describe('loadIntermediateAddress', () => {
  test('rejects more than 96 bits when reading and writing', () => {
    const cell = beginCell().storeUint(97, 8).endCell()
    expect(() => loadIntermediateAddress(cell.beginParse())).toThrow('use_dest_bits 97')
    expect(() => beginCell().store(storeIntermediateAddress({ kind: 'regular', useDestBits: 97 }))).toThrow(
      TlbError,
    )
  })
})

describe('messageWorth', () => {
  test('includes the ihr_fee before global version 12', () => {
    expect(messageWorth(messageOf(internal), 11)).toEqual({ coins: 1003n })
    expect(messageWorth(messageOf(internal), 12)).toEqual({ coins: 1000n })
  })

  test('rejects an external message', () => {
    const external: CommonMsgInfo = { type: 'external-in', src: null, dest: internal.dest, importFee: 0n }
    expect(() => messageWorth(messageOf(external), 12)).toThrow(TlbError)
  })
})

describe('envelopedWorth', () => {
  test('adds the rest of the forwarding fee', () => {
    const inTransit: MsgEnvelope = {
      curAddr: { kind: 'regular', useDestBits: 0 },
      nextAddr: { kind: 'regular', useDestBits: 96 },
      fwdFeeRemaining: 15n,
      msg: messageOf(internal),
      v2: undefined,
    }
    expect(envelopedWorth(beginCell().store(storeMsgEnvelope(inTransit)).endCell(), 13)).toEqual({
      coins: 1015n,
    })
  })
})
