import { Address, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { storeMessage } from '../../../../src-main/chain/block/message.ts'
import { storeMsgEnvelope } from '../../../../src-main/chain/block/msgEnvelope.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import {
  OUT_MSG_QUEUE,
  type OutMsgQueue,
  outMsgQueueKey,
} from '../../../../src-main/chain/state/outMsgQueue.ts'
import {
  areNeighbours,
  deliveredMessages,
  inboundMessages,
  messagesTo,
  type Neighbour,
} from '../../../../src-main/devnet/collator/neighbours.ts'
import type { Claim } from '../../../../src-main/devnet/collator/processed.ts'

const shard = (hex: string, workchain = 0) => ({ workchain, shard: BigInt(`0x${hex.padEnd(16, '0')}`) })
const account = (first: number) => new Address(0, Buffer.alloc(32, first))

/** A queue of messages from one account to others, straight to them; the account's first byte and the lt of each. */
function queueOf(
  from: number,
  messages: readonly { readonly to: number; readonly lt: number }[],
): OutMsgQueue {
  const entries = messages.map(({ to, lt }) => {
    const msg = messageCell(from, to, BigInt(lt))
    const outMsg = beginCell()
      .store(
        storeMsgEnvelope({
          curAddr: { kind: 'regular', useDestBits: 0 },
          nextAddr: { kind: 'regular', useDestBits: 96 },
          fwdFeeRemaining: 0n,
          msg,
          v2: undefined,
        }),
      )
      .endCell()
    const addressPrefix = account(to).hash.readBigUInt64BE(0)
    const key = outMsgQueueKey({ workchain: 0, addressPrefix, messageHash: msg.hash() })
    return { key, value: { enqueuedLt: BigInt(lt), outMsg } }
  })
  return HashmapAugE.from(
    OUT_MSG_QUEUE,
    entries.sort((a, b) => a.key.compare(b.key)),
  )
}

function messageCell(from: number, to: number, createdLt: bigint): Cell {
  return beginCell()
    .store(
      storeMessage({
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce: false,
          bounced: false,
          src: account(from),
          dest: account(to),
          value: { coins: 1n },
          extraFlags: 0n,
          fwdFee: 0n,
          createdLt,
          createdAt: 0,
        },
        init: undefined,
        body: beginCell().storeUint(to, 16).endCell(),
        initInRef: false,
        bodyInRef: false,
      }),
    )
    .endCell()
}

const claim = (name: string, lastMsgLt: bigint): Claim => ({
  shard: shard(name).shard,
  mcSeqno: 1,
  lastMsgLt,
  lastMsgHash: Buffer.alloc(32, 0xff),
})
const known = () => 1_000_000n

describe('areNeighbours', () => {
  it('is true of shards that differ in one digit of the prefix, and of the masterchain', () => {
    expect(areNeighbours(shard('18'), shard('f8'))).toBe(true)
    expect(areNeighbours(shard('8'), shard('4'))).toBe(true)
    expect(areNeighbours(shard('114'), shard('11c'))).toBe(true)
    expect(areNeighbours(shard('114'), shard('214'))).toBe(true)
    expect(areNeighbours(shard('114'), shard('22c'))).toBe(false)
    expect(areNeighbours(shard('18'), shard('11c'))).toBe(true)
    expect(areNeighbours(shard('8', -1), shard('22c'))).toBe(true)
    expect(areNeighbours(shard('18', 0), shard('28', 1))).toBe(false)
  })
})

describe('messages to a shard', () => {
  it('are those whose next hop is in the shard, by lt, then hash', () => {
    const queue = queueOf(0x10, [
      { to: 0xc1, lt: 9 },
      { to: 0x41, lt: 3 },
      { to: 0xc3, lt: 5 },
      { to: 0xff, lt: 7 },
      { to: 0xc2, lt: 5 },
    ])
    const found = [...messagesTo(queue, shard('c'))]
    expect(found.map(({ lt }) => lt)).toEqual([5n, 5n, 7n, 9n])
    expect(found[0]?.hash.compare(found[1]?.hash as Buffer)).toBeLessThan(0)
    expect([...messagesTo(queue, shard('f4'))]).toEqual([])
  })

  it('come from all queues in one order, those processed before marked', () => {
    const queues = [
      queueOf(0x10, [
        { to: 0xc1, lt: 4 },
        { to: 0xc2, lt: 8 },
      ]),
      queueOf(0x90, [
        { to: 0xc1, lt: 5 },
        { to: 0xc1, lt: 2 },
      ]),
    ]
    const neighbours = queues.map((queue, index): Neighbour => {
      return { ident: shard(index === 0 ? '4' : 'a'), endLt: 0n, queue, claims: [] }
    })
    const inbound = [...inboundMessages(shard('e'), neighbours, [claim('e', 4n)], known)]
    expect(inbound.map(({ message, isProcessed }) => [message.lt, isProcessed])).toEqual([
      [2n, true],
      [4n, true],
      [5n, false],
      [8n, false],
    ])
  })

  it('of ten thousand are not all read for the first few', () => {
    const lts = Array.from({ length: 10_000 }, (_, index) => index)
    const opened = new Set<Cell>()
    const queue = queueOf(
      0x10,
      lts.map((lt) => ({ to: 0x80 + (lt % 100), lt: lt + 1 })),
    ).watched((cell) => opened.add(cell))
    const by = { ident: shard('c'), endLt: 0n, queue, claims: [claim('c', 10n)] }
    expect(deliveredMessages(queue, [by], known).map(({ message }) => message.lt)).toEqual(
      lts.slice(1, 11).map(BigInt),
    )
    const [next] = inboundMessages({ workchain: 0, shard: FULL_SHARD }, [by], [claim('8', 20n)], known)
    expect(next?.message.lt).toBe(1n)
    expect(opened.size).toBeLessThan(1000)
  })
})
