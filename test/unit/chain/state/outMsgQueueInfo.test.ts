import { Address, beginCell, internal, storeMessageRelaxed } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { storeMsgEnvelope } from '../../../../src-main/chain/block/msgEnvelope.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { DISPATCH_QUEUE, DISPATCHED_MESSAGES } from '../../../../src-main/chain/state/dispatchQueue.ts'
import { emittedLt, OUT_MSG_QUEUE, outMsgQueueKey } from '../../../../src-main/chain/state/outMsgQueue.ts'
import {
  IHR_PENDING,
  type OutMsgQueueInfo,
  openOutMsgQueueInfo,
  storeOutMsgQueueInfo,
} from '../../../../src-main/chain/state/outMsgQueueInfo.ts'
import {
  PROCESSED_INFO,
  parseProcessedKey,
  processedKey,
} from '../../../../src-main/chain/state/processedUpto.ts'
import { parseOutMsgQueueKey } from '../../../chain/dictionaryKeys.ts'

const address = new Address(0, Buffer.alloc(32, 7))

/** An envelope of a message created at `lt`; with `emitted`, of the second version. */
function envelope(lt: bigint, emitted?: bigint) {
  const message = internal({ to: address, value: 1n })
  const relaxed = { ...message, info: { ...message.info, src: address, createdLt: lt } }
  return beginCell()
    .store(
      storeMsgEnvelope({
        curAddr: { kind: 'regular', useDestBits: 0 },
        nextAddr: { kind: 'regular', useDestBits: 96 },
        fwdFeeRemaining: 0n,
        msg: beginCell()
          .store(storeMessageRelaxed(relaxed as typeof message))
          .endCell(),
        v2: emitted === undefined ? undefined : { emittedLt: emitted, metadata: undefined },
      }),
    )
    .endCell()
}

const key = (index: number) =>
  outMsgQueueKey({ workchain: -1, addressPrefix: 2n ** 63n, messageHash: Buffer.alloc(32, index) })
const queue = HashmapAugE.from(OUT_MSG_QUEUE, [
  { key: key(1), value: { enqueuedLt: 100n, outMsg: envelope(90n) } },
  { key: key(2), value: { enqueuedLt: 100n, outMsg: envelope(50n, 70n) } },
])
const procInfo = HashmapE.from(PROCESSED_INFO, [
  { key: processedKey(FULL_SHARD, 5), value: { lastMsgLt: 3n, lastMsgHash: Buffer.alloc(32, 4) } },
])
const base = { outQueue: queue, procInfo, extra: undefined, ihrPending: undefined }

describe('openOutMsgQueueInfo', () => {
  const dispatched = { enqueuedLt: 8n, outMsg: envelope(8n) }
  const dispatchQueue = HashmapAugE.from(DISPATCH_QUEUE, [
    {
      key: Buffer.alloc(32, 1),
      value: {
        messages: HashmapE.from(
          DISPATCHED_MESSAGES,
          [8n, 9n].map((lt) => ({ key: keyOfUint(lt, 64), value: dispatched })),
        ),
        count: 2,
      },
    },
  ])

  test.each<[string, OutMsgQueueInfo]>([
    ['without an extra', base],
    ['with an extra', { ...base, extra: { dispatchQueue, outQueueSize: 2 } }],
    [
      'with an extra that does not know its size',
      { ...base, extra: { dispatchQueue, outQueueSize: undefined } },
    ],
    [
      'of 2019, with pending instant messages',
      { ...base, ihrPending: HashmapE.from(IHR_PENDING, [{ key: Buffer.alloc(40, 1), value: 6n }]) },
    ],
  ])('reads the value that storeOutMsgQueueInfo writes: %s', (_, info) => {
    const cell = beginCell().store(storeOutMsgQueueInfo(info)).endCell()
    const opened = openOutMsgQueueInfo(cell)
    expect(beginCell().store(storeOutMsgQueueInfo(opened)).endCell().equals(cell)).toBe(true)
    expect(opened.extra?.outQueueSize).toBe(info.extra?.outQueueSize)
    expect(opened.ihrPending?.get(Buffer.alloc(40, 1))).toBe(info.ihrPending && 6n)
    expect(opened.outQueue.count()).toBe(2)
  })

  test('has the lowest lt as its extras', () => {
    expect(queue.extra).toBe(70n)
    expect(dispatchQueue.extra).toBe(8n)
  })
})

describe('emittedLt', () => {
  test('is created_lt unless the envelope has an emitted_lt', () => {
    expect([emittedLt(envelope(50n)), emittedLt(envelope(50n, 60n))]).toEqual([50n, 60n])
  })
})

describe('keys', () => {
  test('of the queue consist of workchain, prefix and hash', () => {
    expect(key(2).toString('hex')).toBe(`ffffffff8000000000000000${'02'.repeat(32)}`)
    expect(parseOutMsgQueueKey(key(2))).toEqual({
      workchain: -1,
      addressPrefix: 2n ** 63n,
      messageHash: Buffer.alloc(32, 2),
    })
  })

  test('of ProcessedInfo consist of shard and masterchain seqno', () => {
    expect(processedKey(FULL_SHARD, 5).toString('hex')).toBe('800000000000000000000005')
    expect(parseProcessedKey(processedKey(FULL_SHARD, 5))).toEqual({ shard: FULL_SHARD, mcSeqno: 5 })
  })
})
