import { hash } from 'node:crypto'
import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { ArchivedBlock } from '../../../../src-main/chain/archive/archiveContents.ts'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { formatBlockId } from '../../../../src-main/chain/blockId.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { FULL_SHARD, masterchainBlock, sampleContents, sampleStart } from './sampleNetwork.ts'

const LEFT = 0x4000_0000_0000_0000n
const RIGHT = 0xc000_0000_0000_0000n

const store = new ArchiveStore(sampleContents())

function shardBlock(shard: bigint, seqno: number) {
  return store.findBySeqno({ workchain: 0, shard, seqno })!
}

describe('ArchiveStore', () => {
  it('has a head, a zero state and every block between them', () => {
    expect(formatBlockId(store.head())).toBe('(-1,8000000000000000,800)')
    expect(store.zeroState.rootHash.toString('base64')).toBe('t+M7QfbA7a2vE6bdylw8HEoTBdGxP+ulzzLFqu0z1z4=')
    for (let seqno = 1; seqno <= 800; seqno++) {
      const block = masterchainBlock(store, seqno)
      expect(store.find(block.id)).toBe(block)
      expect(store.signatures(seqno)?.signatures).toHaveLength(1)
    }
  })

  it('finds nothing for an id with a wrong part', () => {
    const { id } = masterchainBlock(store, 5)
    const other = Buffer.alloc(32, 1)
    expect(store.find({ ...id, rootHash: other })).toBeUndefined()
    expect(store.find({ ...id, fileHash: other })).toBeUndefined()
    expect(store.find({ ...id, seqno: 6 })).toBeUndefined()
    expect(store.find({ ...id, seqno: 801 })).toBeUndefined()
    expect(store.findBySeqno({ workchain: 0, shard: LEFT, seqno: 22 })).toBeUndefined()
    expect(store.findBySeqno({ workchain: 1, shard: FULL_SHARD, seqno: 0 })).toBeUndefined()
  })

  it('returns files byte for byte and checked cells', () => {
    const block = shardBlock(LEFT, 784)
    expect(hash('sha256', store.data(block), 'buffer')).toEqual(block.id.fileHash)
    expect(store.root(block).hash()).toEqual(block.id.rootHash)
    expect(store.root(block)).toBe(store.root(block))
    const zero = store.find(store.zeroState)!
    expect(store.root(zero).hash()).toEqual(zero.id.rootHash)
    expect(zero.head).toBeUndefined()
  })

  it.each([
    [-1, FULL_SHARD, 0],
    [-1, FULL_SHARD, 800],
    [-1, FULL_SHARD, 609],
    [0, FULL_SHARD, 22],
    [0, LEFT, 23],
    [0, RIGHT, 23],
    [0, LEFT, 784],
  ])('rolls the state of (%i, %i, %i) to what the block states', async (workchain, shard, seqno) => {
    const block = store.findBySeqno({ workchain, shard, seqno })!
    const state = await store.state(block)
    expect(state.hash()).toEqual(block.head?.stateHash ?? block.id.rootHash)
  })

  it('finds the first masterchain block that commits to a shard block', () => {
    expect(store.committedBy(shardBlock(LEFT, 784))).toBe(790)
    expect(store.committedBy(shardBlock(FULL_SHARD, 10))).toBe(11)
    expect(store.committedBy(shardBlock(FULL_SHARD, 22))).toBe(24)
    expect(store.committedBy(shardBlock(LEFT, 23))).toBe(25)
    expect(store.committedBy(masterchainBlock(store, 7))).toBe(7)
    const cut = new ArchiveStore({
      ...sampleContents(),
      blocks: sampleContents().blocks.filter(({ id }) => id.workchain !== -1 || id.seqno < 790),
    })
    expect(cut.committedBy(shardBlock(LEFT, 784))).toBeUndefined()
  })

  it('finds key blocks, including the zero state', () => {
    const seqnos = [0, 1, 608, 609, 700].map((seqno) => store.keyBlockUpTo(seqno).seqno)
    expect(seqnos).toEqual([0, 0, 0, 609, 609])
    expect(store.keyBlockFrom(1)?.seqno).toBe(609)
    expect(store.keyBlockFrom(610)).toBeUndefined()
  })

  it('waits for a missing block until the signal is aborted', async () => {
    await store.waitForMasterchain(800, AbortSignal.timeout(1))
    const controller = new AbortController()
    const waiting = store.waitForMasterchain(801, controller.signal)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(store.waitForMasterchain(801, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
  })
})

describe('ArchiveStore.lookup', () => {
  const found = (...args: Parameters<typeof store.lookup>) => {
    const block = store.lookup(...args)
    return block && formatBlockId(block.id)
  }

  it('treats the shard as an account prefix', () => {
    expect(found(0, LEFT, { seqno: 784 })).toBe('(0,4000000000000000,784)')
    expect(found(0, 0n, { seqno: 784 })).toBe('(0,4000000000000000,784)')
    expect(found(0, RIGHT + 1n, { seqno: 784 })).toBe('(0,c000000000000000,784)')
    expect(found(0, FULL_SHARD, { seqno: 784 })).toBe('(0,c000000000000000,784)')
    expect(found(0, RIGHT, { seqno: 22 })).toBe('(0,8000000000000000,22)')
    expect(found(0, RIGHT, { seqno: 9000 })).toBeUndefined()
    expect(found(5, RIGHT, { seqno: 1 })).toBeUndefined()
  })

  it('finds the first block with end_lt >= lt in the shard that covered the prefix then', () => {
    for (const seqno of [1, 22, 23, 24, 500]) {
      const shard = seqno > 22 ? LEFT : FULL_SHARD
      const { endLt, startLt } = shardBlock(shard, seqno).head!
      const name = formatBlockId(shardBlock(shard, seqno).id)
      expect(found(0, LEFT, { lt: endLt })).toBe(name)
      expect(found(0, LEFT, { lt: startLt })).toBe(name)
    }
    expect(found(-1, FULL_SHARD, { lt: 1n << 60n })).toBeUndefined()
    expect(found(-1, FULL_SHARD, { lt: 0n })).toBe('(-1,8000000000000000,1)')
  })

  it('finds the first block with gen_utime >= utime', () => {
    const { genUtime } = masterchainBlock(store, 100).head!
    const first = sampleContents().blocks.find(
      ({ id, head }) => id.workchain === -1 && head.genUtime === genUtime,
    )
    expect(found(-1, FULL_SHARD, { utime: genUtime })).toBe(formatBlockId(first!.id))
    expect(found(-1, FULL_SHARD, { utime: 0 })).toBe('(-1,8000000000000000,1)')
    expect(found(-1, FULL_SHARD, { utime: 0xffff_ffff })).toBeUndefined()
  })
})

describe('an inconsistent archive', () => {
  const start = sampleStart(30)
  const without = (...places: string[]) => ({
    ...start,
    blocks: start.blocks.filter(({ id }) => !places.includes(formatBlockId(id))),
  })
  const reject = (contents: typeof start) => expect(() => new ArchiveStore(contents))

  it('is rejected with the name of the faulty file', () => {
    reject(without('(-1,8000000000000000,7)')).toThrow(
      /#\d+: \(-1,8000000000000000,8\) follows a block that is missing/,
    )
    reject(without('(0,8000000000000000,22)')).toThrow(
      /\(0,.000000000000000,23\) follows a block that is missing/,
    )
    reject({ ...start, zeroStates: start.zeroStates.filter(({ id }) => id.workchain === 0) }).toThrow(
      /has no masterchain zero state/,
    )
    reject({ ...start, zeroStates: start.zeroStates.filter(({ id }) => id.workchain === -1) }).toThrow(
      /\(0,8000000000000000,1\) follows a block that is missing/,
    )
    reject({ ...start, blocks: [...start.blocks, start.blocks[3]!] }).toThrow(/is there twice/)
  })

  it('is rejected if a block is filed under a wrong root hash, including the newest ones', () => {
    const renamed = (place: string) => ({
      ...start,
      blocks: start.blocks.map((block) =>
        formatBlockId(block.id) === place
          ? { ...block, id: { ...block.id, rootHash: Buffer.alloc(32, 7) } }
          : block,
      ),
    })
    reject(renamed('(-1,8000000000000000,7)')).toThrow(
      /\(-1,8000000000000000,8\) follows a block that is missing/,
    )
    reject(renamed('(-1,8000000000000000,30)')).toThrow(/root hash of \(-1,8000000000000000,30\)/)
  })

  it('reports malformed cells when they are needed', () => {
    const spoilt = (block: ArchivedBlock): ArchivedBlock => ({
      ...block,
      read: () => serializeBoc(beginCell().endCell()).subarray(0, 5),
    })
    const contents = {
      ...start,
      blocks: start.blocks.map((block) => (block.id.seqno === 9 ? spoilt(block) : block)),
    }
    const opened = new ArchiveStore(contents)
    expect(() => opened.root(masterchainBlock(opened, 9))).toThrow(/ends early|truncated|bag|header/)
  })

  it('opens with shard blocks beyond those that the masterchain commits to', () => {
    const opened = new ArchiveStore(without('(-1,8000000000000000,30)'))
    expect(opened.head().seqno).toBe(29)
  })
})
