import { Address, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { ChainStore, StoredBlock } from '../../../../src-main/chain/archive/chainStore.ts'
import { storeMsgEnvelope } from '../../../../src-main/chain/block/msgEnvelope.ts'
import { parseBoc } from '../../../../src-main/chain/cells/parseBoc.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { buildMerkleUpdate } from '../../../../src-main/chain/merkle/merkleUpdate.ts'
import { DISPATCH_QUEUE, DISPATCHED_MESSAGES } from '../../../../src-main/chain/state/dispatchQueue.ts'
import {
  loadOutMsgQueueInfo,
  storeOutMsgQueueInfo,
} from '../../../../src-main/chain/state/outMsgQueueInfo.ts'
import { openShardStateUnsplit, storeShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'
import type { LiteContext } from '../../../../src-main/liteserver/server/liteContext.ts'
import { withReplaced } from './replacedFunctions.ts'
import { asker, blockId, FULL, LEFT, RIGHT, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const { store } = context
const head = store.head()

/** Account ids 11…, 22…, 33… with two, one and three waiting messages; every other message has metadata. */
const ACCOUNTS = [0x11, 0x22, 0x33].map((byte) => Buffer.alloc(32, byte))
const LTS = [[10n, 30n], [20n], [5n, 6n, 7n]]

const message = (lt: bigint) => beginCell().storeUint(lt, 64).endCell()

function envelope(lt: bigint): Cell {
  const address = { kind: 'regular' as const, useDestBits: 96 }
  const metadata =
    lt % 2n === 0n
      ? { depth: 3, initiatorAddr: new Address(0, Buffer.alloc(32, 9)), initiatorLt: 77n }
      : undefined
  const value = {
    curAddr: address,
    nextAddr: address,
    fwdFeeRemaining: 1n,
    msg: message(lt),
    v2: { emittedLt: undefined, metadata },
  }
  return beginCell().store(storeMsgEnvelope(value)).endCell()
}

function withWaiting(state: Cell): Cell {
  const unsplit = openShardStateUnsplit(state)
  const info = loadOutMsgQueueInfo(unsplit.outMsgQueueInfo.beginParse())
  const dispatchQueue = HashmapAugE.from(
    DISPATCH_QUEUE,
    ACCOUNTS.map((key, index) => {
      const entries = LTS[index]!.map((lt) => ({
        key: keyOfUint(lt, 64),
        value: { enqueuedLt: lt, outMsg: envelope(lt) },
      }))
      return { key, value: { messages: HashmapE.from(DISPATCHED_MESSAGES, entries), count: entries.length } }
    }),
  )
  const queue = beginCell()
    .store(storeOutMsgQueueInfo({ ...info, extra: { outQueueSize: 4, dispatchQueue } }))
    .endCell()
  return beginCell()
    .store(storeShardStateUnsplit({ ...unsplit, outMsgQueueInfo: queue }))
    .endCell()
}

/** The sample, but that messages wait in the state after one block. */
async function contextWithWaiting(): Promise<LiteContext & { id: typeof head }> {
  const block = store.find(blockId(context, 0, LEFT, 700))!
  const before = await store.state(block)
  const after = withWaiting(before)
  const old = store.root(block)
  const update = buildMerkleUpdate(before, after)
  const changed = beginCell().storeBits(old.bits)
  for (const [index, ref] of old.refs.entries()) changed.storeRef(index === 2 ? update : ref)
  const newRoot = changed.endCell()
  const id = { ...block.id, rootHash: newRoot.hash() }
  const overlay = withReplaced<ChainStore>(store, {
    find: (wanted: typeof id): StoredBlock | undefined =>
      wanted.rootHash.equals(id.rootHash) ? { id, head: block.head } : store.find(wanted),
    root: (wanted: StoredBlock) => (wanted.id.rootHash.equals(id.rootHash) ? newRoot : store.root(wanted)),
    state: async (wanted: StoredBlock) =>
      wanted.id.rootHash.equals(id.rootHash) ? after : store.state(wanted),
  })
  return { ...context, store: overlay, id }
}

describe('getOutMsgQueueSizes', () => {
  it('counts messages for the masterchain and every shard, or for intersecting shards', async () => {
    const ask = asker(context)
    const all = await ask('getOutMsgQueueSizes', { mode: 0 })
    expect(all.extMsgQueueSizeLimit).toBe(8000)
    expect(all.shards.map(({ id }) => [id.workchain, id.shard])).toEqual([
      [-1, FULL],
      [0, LEFT],
      [0, RIGHT],
    ])
    for (const { id, size } of all.shards) {
      const stated = await ask('getBlockOutMsgQueueSize', { mode: 0, id, wantProof: false })
      expect(BigInt(size)).toBe(stated.size)
    }
    expect(all.shards.some(({ size }) => size > 0)).toBe(true)
    const right = await ask('getOutMsgQueueSizes', { mode: 1, wc: 0, shard: RIGHT })
    expect(right.shards.map(({ id }) => id.shard)).toEqual([RIGHT])
    expect((await ask('getOutMsgQueueSizes', { mode: 1, wc: 0, shard: FULL })).shards).toHaveLength(2)
  })
})

describe('getBlockOutMsgQueueSize', () => {
  it('returns and proves the size in the state', async () => {
    const { id, ...waiting } = await contextWithWaiting()
    const ask = asker(waiting)
    expect(await ask('getBlockOutMsgQueueSize', { mode: 0, id, wantProof: false })).toEqual({
      mode: 0,
      id,
      size: 4n,
    })
    const proved = await ask('getBlockOutMsgQueueSize', { mode: 1, id, wantProof: true })
    const [header, state] = parseBoc(proved.proof!).map(openMerkleProof)
    expect(header?.hash(0)).toEqual(id.rootHash)
    const { extra } = loadOutMsgQueueInfo(openShardStateUnsplit(state!).outMsgQueueInfo.beginParse())
    expect(extra?.outQueueSize).toBe(4)
  })
})

describe('getDispatchQueueInfo', () => {
  it('lists accounts with the number and span of their messages', async () => {
    const { id, ...waiting } = await contextWithWaiting()
    const ask = asker(waiting)
    const list = (maxAccounts: number, afterAddr?: Buffer) =>
      ask('getDispatchQueueInfo', {
        mode: 1 | (afterAddr ? 2 : 0),
        id,
        maxAccounts,
        wantProof: true,
        ...(afterAddr && { afterAddr }),
      })
    const whole = await list(10)
    expect(whole.complete).toBe(true)
    expect(whole.accountDispatchQueues).toEqual([
      { addr: ACCOUNTS[0], size: 2n, minLt: 10n, maxLt: 30n },
      { addr: ACCOUNTS[1], size: 1n, minLt: 20n, maxLt: 20n },
      { addr: ACCOUNTS[2], size: 3n, minLt: 5n, maxLt: 7n },
    ])
    expect(parseBoc(whole.proof!).map((cell) => openMerkleProof(cell).hash(0))[0]).toEqual(id.rootHash)
    const [first] = whole.accountDispatchQueues
    expect(await list(1)).toMatchObject({ complete: false, accountDispatchQueues: [first] })
    const rest = await list(2, ACCOUNTS[0])
    expect(rest).toMatchObject({
      complete: true,
      accountDispatchQueues: whole.accountDispatchQueues.slice(1),
    })
    await expect(list(0)).rejects.toMatchObject({ message: 'invalid max_accounts' })
  })
})

describe('getDispatchQueueMessages', () => {
  it('pages through the messages of one account or of all', async () => {
    const { id, ...waiting } = await contextWithWaiting()
    const ask = asker(waiting)
    const list = (mode: number, addr: Buffer, afterLt: bigint, maxMessages: number) =>
      ask('getDispatchQueueMessages', {
        mode,
        id,
        addr,
        afterLt,
        maxMessages,
        wantProof: (mode & 1) !== 0,
        oneAccount: (mode & 2) !== 0,
        messagesBoc: (mode & 4) !== 0,
      })
    const lts = (answer: Awaited<ReturnType<typeof list>>) => answer.messages.map(({ lt }) => lt)
    const whole = await list(1 | 4, Buffer.alloc(32), 0n, 50)
    expect([lts(whole), whole.complete]).toEqual([[10n, 30n, 20n, 5n, 6n, 7n], true])
    expect(parseBoc(whole.messagesBoc!).map((cell) => cell.hash())).toEqual(
      whole.messages.map(({ hash }) => hash),
    )
    expect(whole.messages[0]?.metadata).toEqual({
      mode: 0,
      depth: 3,
      initiator: { workchain: 0, id: Buffer.alloc(32, 9) },
      initiatorLt: 77n,
    })
    expect(whole.messages[3]?.metadata).toMatchObject({ depth: -1, initiator: { workchain: -0x8000_0000 } })
    const one = await list(2, ACCOUNTS[0]!, 10n, 50)
    expect([lts(one), one.complete, one.proof]).toEqual([[30n], true, undefined])
    const two = await list(0, ACCOUNTS[0]!, 10n, 2)
    expect([lts(two), two.complete]).toEqual([[30n, 20n], false])
    await expect(list(0, ACCOUNTS[0]!, 0n, 0)).rejects.toMatchObject({ message: 'invalid max_messages' })
  })
})
