import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InMsg } from '../../../../src-main/chain/block/inMsg.ts'
import { importFeesOf, loadInMsg, storeInMsg } from '../../../../src-main/chain/block/inMsg.ts'
import { inMsgDescrCodec, loadInMsgDescr } from '../../../../src-main/chain/block/inMsgDescr.ts'
import type { OutMsg } from '../../../../src-main/chain/block/outMsg.ts'
import { exportedValueOf, loadOutMsg, storeOutMsg } from '../../../../src-main/chain/block/outMsg.ts'
import { outMsgDescrCodec } from '../../../../src-main/chain/block/outMsgDescr.ts'
import { SHARD_FEES, shardFeesKey } from '../../../../src-main/chain/block/shardFees.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import { loadOutMsgDescr, storeInMsgDescr, storeOutMsgDescr } from '../../../chain/blockCodecs.ts'
import { bigUint, cell, coins, expectRoundTrip, hash, int } from './arbitraries.ts'

const kind = <const K extends string>(...kinds: K[]) => fc.constantFrom(...kinds)

const inMsg: fc.Arbitrary<InMsg> = fc.oneof(
  fc.record({ kind: kind('ext'), msg: cell, transaction: cell }),
  fc.record({ kind: kind('ihr'), msg: cell, transaction: cell, ihrFee: coins, proofCreated: cell }),
  fc.record({ kind: kind('imm', 'fin', 'deferred-fin'), inMsg: cell, transaction: cell, fwdFee: coins }),
  fc.record({ kind: kind('tr'), inMsg: cell, outMsg: cell, transitFee: coins }),
  fc.record({ kind: kind('discard-fin'), inMsg: cell, transactionId: bigUint(64), fwdFee: coins }),
  fc.record({
    kind: kind('discard-tr'),
    inMsg: cell,
    transactionId: bigUint(64),
    fwdFee: coins,
    proofDelivered: cell,
  }),
  fc.record({ kind: kind('deferred-tr'), inMsg: cell, outMsg: cell }),
)

const outMsg: fc.Arbitrary<OutMsg> = fc.oneof(
  fc.record({ kind: kind('ext'), msg: cell, transaction: cell }),
  fc.record({ kind: kind('imm'), outMsg: cell, transaction: cell, reimport: cell }),
  fc.record({ kind: kind('new', 'new-defer'), outMsg: cell, transaction: cell }),
  fc.record({ kind: kind('tr', 'tr-req', 'deferred-tr'), outMsg: cell, imported: cell }),
  fc.record({ kind: kind('deq'), outMsg: cell, importBlockLt: bigUint(63) }),
  fc.record({
    kind: kind('deq-short'),
    msgEnvHash: hash,
    nextWorkchain: int(32),
    nextAddrPfx: bigUint(64),
    importBlockLt: bigUint(64),
  }),
  fc.record({ kind: kind('deq-imm'), outMsg: cell, reimport: cell }),
)

const bits = (text: string) => {
  const builder = beginCell()
  for (const bit of text) builder.storeBit(bit === '1')
  return builder.endCell()
}
const empty = beginCell().endCell()

describe('loadInMsg', () => {
  test('reads every form that storeInMsg writes', () => {
    expectRoundTrip(inMsg, loadInMsg, storeInMsg)
  })

  test('rejects tags of unknown forms', () => {
    expect(() => parseCell(bits('00110'), 'InMsg', loadInMsg)).toThrow(TlbError)
    expect(() => parseCell(bits('00111'), 'InMsg', loadInMsg)).toThrow(TlbError)
  })
})

describe('loadOutMsg', () => {
  test('reads every form that storeOutMsg writes', () => {
    expectRoundTrip(outMsg, loadOutMsg, storeOutMsg)
  })

  test('rejects tags of unknown forms', () => {
    expect(() => parseCell(bits('10110'), 'OutMsg', loadOutMsg)).toThrow(TlbError)
    expect(() => parseCell(bits('10111'), 'OutMsg', loadOutMsg)).toThrow(TlbError)
  })
})

describe('importFeesOf', () => {
  test('imports no value with external messages and messages of the same block', () => {
    const none = { coins: 0n }
    expect(importFeesOf({ kind: 'ext', msg: empty, transaction: empty }, 13)).toEqual({
      feesCollected: 0n,
      valueImported: none,
    })
    expect(importFeesOf({ kind: 'imm', inMsg: empty, transaction: empty, fwdFee: 9n }, 13)).toEqual({
      feesCollected: 9n,
      valueImported: none,
    })
  })

  test('imports only the fee with discarded messages', () => {
    const discarded: InMsg = { kind: 'discard-fin', inMsg: empty, transactionId: 1n, fwdFee: 9n }
    expect(importFeesOf(discarded, 13)).toEqual({ feesCollected: 9n, valueImported: { coins: 9n } })
  })
})

describe('exportedValueOf', () => {
  test('is zero for messages that export no value', () => {
    expect(exportedValueOf({ kind: 'deq', outMsg: empty, importBlockLt: 1n }, 13)).toEqual({ coins: 0n })
    expect(exportedValueOf({ kind: 'ext', msg: empty, transaction: empty }, 13)).toEqual({ coins: 0n })
  })
})

describe('descriptors', () => {
  test('sum fees and value up to the root', () => {
    const imm = (fwdFee: bigint): InMsg => ({ kind: 'imm', inMsg: empty, transaction: empty, fwdFee })
    const descr = HashmapAugE.from(inMsgDescrCodec(13), [
      { key: Buffer.alloc(32, 1), value: imm(3n) },
      { key: Buffer.alloc(32, 2), value: imm(4n) },
    ])
    expect(descr.extra.feesCollected).toBe(7n)
    const cell = beginCell().store(storeInMsgDescr(descr)).endCell()
    expect([...parseCell(cell, 'InMsgDescr', loadInMsgDescr).keys()]).toHaveLength(2)
  })

  test('are 9 and 5 zero bits and an empty dictionary without messages', () => {
    const inCell = beginCell()
      .store(storeInMsgDescr(HashmapAugE.empty(inMsgDescrCodec(13))))
      .endCell()
    const outCell = beginCell()
      .store(storeOutMsgDescr(HashmapAugE.empty(outMsgDescrCodec(13))))
      .endCell()
    expect([inCell.bits.length, outCell.bits.length]).toEqual([10, 6])
    expect(parseCell(inCell, 'InMsgDescr', loadInMsgDescr).isEmpty).toBe(true)
    expect(parseCell(outCell, 'OutMsgDescr', loadOutMsgDescr).isEmpty).toBe(true)
  })
})

describe('shardFeesKey', () => {
  test('consists of workchain and shard', () => {
    expect(shardFeesKey({ workchain: -2, shard: 0x6000_0000_0000_0000n }).toString('hex')).toBe(
      'fffffffe6000000000000000',
    )
    const one = { fees: { coins: 1n }, create: { coins: 2n } }
    const fees = HashmapAugE.empty(SHARD_FEES)
      .set(shardFeesKey({ workchain: 0, shard: 1n << 62n }), one)
      .set(shardFeesKey({ workchain: 0, shard: 3n << 62n }), one)
    expect(fees.extra).toEqual({ fees: { coins: 2n }, create: { coins: 4n } })
  })
})
