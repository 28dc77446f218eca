import { describe, expect, it } from 'vitest'
import { loadBlockCells } from '../../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import { loadBlockInfo, prevBlocks } from '../../../../src-main/chain/block/blockInfo.ts'
import { loadMcBlockShards } from '../../../../src-main/chain/block/mcBlockExtra.ts'
import { shardBlockId } from '../../../../src-main/chain/block/shardHashes.ts'
import { type BlockIdExt, formatBlockId } from '../../../../src-main/chain/blockId.ts'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { loadMcStateDetails, loadMcStateExtra } from '../../../../src-main/chain/state/mcStateExtra.ts'
import { oldMcBlock } from '../../../../src-main/chain/state/oldMcBlocksInfo.ts'
import { openShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'
import { visibleShards } from '../../../chain/visibleShards.ts'
import { withReplaced } from './replacedFunctions.ts'
import { asker, blockId, FULL, LEFT, RIGHT, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const mc = (seqno: number) => blockId(context, -1, FULL, seqno)

/** Whether two proofs show that `id` is listed in the state after `from`. */
function showsAncestor(from: BlockIdExt, id: BlockIdExt, proof: Buffer, stateProof: Buffer): boolean {
  const header = openMerkleProof(parseBocRoot(proof))
  const state = openMerkleProof(parseBocRoot(stateProof))
  const newHash = loadBlockCells(header.beginParse()).stateUpdate.refs[1]!.hash(0)
  const custom = openShardStateUnsplit(state).custom!
  const { prevBlocks: list } = loadMcStateDetails(loadMcStateExtra(custom.beginParse()).details.beginParse())
  const listed = oldMcBlock(list, id.seqno)?.blkRef
  return (
    header.hash(0).equals(from.rootHash) &&
    state.hash(0).equals(newHash) &&
    listed?.rootHash.equals(id.rootHash) === true
  )
}

describe('getBlockProof', () => {
  const proof = (from: number, to: number, mode = 0x1001) =>
    ask('getBlockProof', { mode, knownBlock: mc(from), targetBlock: mc(to) })
  const shape = async (from: number, to: number) =>
    (await proof(from, to)).steps.map((step) => `${step.kind} ${step.from.seqno}-${step.to.seqno}`)

  it('leads back to a key block and forward over key blocks', async () => {
    expect(await shape(0, 5)).toEqual(['forward 0-5'])
    expect(await shape(5, 9)).toEqual(['back 5-0', 'forward 0-9'])
    expect(await shape(5, 700)).toEqual(['back 5-0', 'forward 0-609', 'forward 609-700'])
    expect(await shape(610, 700)).toEqual(['back 610-609', 'forward 609-700'])
    expect(await shape(700, 20)).toEqual(['back 700-20'])
    expect(await shape(700, 0)).toEqual(['back 700-0'])
    expect(await shape(609, 609)).toEqual([])
  })

  it('returns steps that are valid and start at the end of the previous one', async () => {
    for (const [from, to] of [
      [3, 4],
      [610, 788],
      [799, 1],
      [1, 800],
    ] as const) {
      const { complete, steps } = await proof(from, to)
      expect(complete).toBe(true)
      expect([steps[0]?.from, steps.at(-1)?.to]).toEqual([mc(from), mc(to)])
      for (const [index, step] of steps.entries()) {
        if (index > 0) expect(step.from).toEqual(steps[index - 1]?.to)
        expect(step.toKeyBlock).toBe([0, 609].includes(step.to.seqno))
        if (step.to.seqno > 0) {
          expect(openMerkleProof(parseBocRoot(step.destProof)).hash(0)).toEqual(step.to.rootHash)
        }
        if (step.kind === 'back') {
          expect(showsAncestor(step.from, step.to, step.proof, step.stateProof)).toBe(true)
        } else {
          expect(openMerkleProof(parseBocRoot(step.configProof)).hash(0)).toEqual(step.from.rootHash)
          expect(step.signatures.signatures).toHaveLength(1)
        }
      }
    }
  })

  it('leads to the newest block without a target', async () => {
    for (const mode of [0, 2]) {
      const answer = await ask('getBlockProof', { mode, knownBlock: mc(700) })
      expect(answer).toMatchObject({ complete: true, to: mc(800) })
    }
  })

  it('stops after sixteen steps and marks the proof incomplete', async () => {
    // Every block is made a key block (609 over and over): a chain with more of them than the sample has.
    const { store } = context
    const everyBlockIsKey = {
      ...context,
      store: withReplaced(store, {
        keyBlockUpTo: mc,
        keyBlockFrom: mc,
        root: () => store.root(store.find(mc(609))!),
        head: () => mc(800),
      }),
    }
    const query = { mode: 1, knownBlock: mc(300), targetBlock: mc(400) }
    const { complete, to, steps } = await asker(everyBlockIsKey)('getBlockProof', query)
    expect([complete, to.seqno, steps.length]).toEqual([false, 316, 16])
  })

  it('rejects an id that is not a block of this masterchain', async () => {
    const other = { ...mc(5), rootHash: Buffer.alloc(32, 1) }
    const shard = blockId(context, 0, LEFT, 700)
    const ahead = { ...mc(5), seqno: 900 }
    const refusals = [
      [shard, mc(5), /source block .* is not a valid masterchain block id/],
      [mc(5), shard, /destination block .* is not a valid masterchain block id/],
      [other, mc(7), /proof source masterchain block .* is unknown from the perspective of reference block/],
      [mc(3), other, /block handle not in db|proof destination masterchain block .* is unknown/],
      [mc(3), ahead, /block handle not in db \(last known masterchain block: 800\)/],
    ] as const
    for (const [knownBlock, targetBlock, message] of refusals) {
      const query = { mode: 0x1001, knownBlock, targetBlock }
      await expect(ask('getBlockProof', query)).rejects.toMatchObject({
        message: expect.stringMatching(message),
      })
    }
    const newer = { mode: 1, knownBlock: ahead, targetBlock: mc(5) }
    await expect(ask('getBlockProof', newer)).rejects.toMatchObject({
      code: -400,
      message: expect.stringMatching(/^client knows block .* newer than the reference masterchain block/),
    })
  })
})

/** Follows links from a masterchain block down to a shard block. */
function follow(from: BlockIdExt, links: readonly { id: BlockIdExt; proof: Buffer }[]): BlockIdExt {
  let at = from
  for (const link of links) {
    const root = openMerkleProof(parseBocRoot(link.proof))
    expect(root.hash(0)).toEqual(at.rootHash)
    const cells = loadBlockCells(root.beginParse())
    const next =
      at.workchain === -1
        ? visibleShards(loadMcBlockShards(loadBlockExtra(cells.extra.beginParse()).custom!.beginParse())).map(
            shardBlockId,
          )
        : prevBlocks(loadBlockInfo(cells.info.beginParse()))
    expect(next).toContainEqual(link.id)
    at = link.id
  }
  return at
}

describe('getShardBlockProof', () => {
  it('leads down from the masterchain block that commits to a block', async () => {
    for (const target of [
      blockId(context, 0, LEFT, 784),
      blockId(context, 0, FULL, 10),
      blockId(context, 0, FULL, 22),
      blockId(context, 0, RIGHT, 23),
    ]) {
      const { masterchainId, links } = await ask('getShardBlockProof', { id: target })
      expect(masterchainId.workchain).toBe(-1)
      expect(follow(masterchainId, links)).toEqual(target)
    }
    expect(await ask('getShardBlockProof', { id: mc(9) })).toEqual({ masterchainId: mc(9), links: [] })
  })

  it('leads through several blocks to which one masterchain block commits', async () => {
    const { store } = context
    const lengths = new Set<number>()
    for (let seqno = 23; seqno < 780; seqno++) {
      const id = blockId(context, 0, LEFT, seqno)
      const committing = store.committedBy(store.find(id)!)
      const below = store.committedBy(store.find(blockId(context, 0, LEFT, seqno + 1))!)
      if (committing === below) lengths.add(seqno)
    }
    expect(lengths.size).toBeGreaterThan(0)
    for (const seqno of [...lengths].slice(0, 5)) {
      const target = blockId(context, 0, LEFT, seqno)
      const { masterchainId, links } = await ask('getShardBlockProof', { id: target })
      expect(links.length).toBeGreaterThan(1)
      expect(follow(masterchainId, links)).toEqual(target)
    }
  })
})

describe('lookupBlock', () => {
  const lookup = (mode: number, shard: bigint, by: { seqno?: number; lt?: bigint; utime?: number }) => {
    const { seqno = 0, ...rest } = by
    return ask('lookupBlock', { mode, id: { workchain: 0, shard, seqno }, ...rest })
  }

  it('finds blocks by seqno, lt and time, with the header parts that the upper bits select', async () => {
    const target = context.store.find(blockId(context, 0, LEFT, 700))!
    const { endLt, genUtime } = target.head!
    expect((await lookup(1, LEFT, { seqno: 700 })).id).toEqual(target.id)
    expect((await lookup(2, LEFT, { lt: endLt })).id).toEqual(target.id)
    const byTime = context.store.find((await lookup(4, LEFT, { utime: genUtime })).id)!
    expect(byTime.head?.genUtime).toBe(genUtime)
    const withUpdate = await lookup(1 | (1 << 4), LEFT, { seqno: 700 })
    expect(withUpdate).toEqual(await ask('getBlockHeader', { id: target.id, mode: 1 }))
  })

  it('requires exactly one criterion', async () => {
    await expect(lookup(3, LEFT, { seqno: 1, lt: 1n })).rejects.toMatchObject({
      code: -400,
      message: 'exactly one of mode.0, mode.1 and mode.2 bits must be set',
    })
  })

  it('rejects blocks beyond the head, and zero states', async () => {
    const sync = ' (possibly out of sync: shard_client_seqno=800 ls_seqno=800)'
    const refusals = [
      [1, { seqno: 99999 }, `seqno=99999: ltdb: block not found${sync}`],
      [1, { seqno: 0 }, 'seqno=0: ltdb: block not found'],
      [2, { lt: 1n << 50n }, `lt=${1n << 50n}: ltdb: block not found${sync}`],
      [4, { utime: 0x7fff_ffff }, `utime=2147483647: ltdb: block not found${sync}`],
    ] as const
    for (const [mode, by, text] of refusals) {
      await expect(lookup(mode, LEFT, by)).rejects.toMatchObject({
        code: 651,
        message: `cannot find block (0,4000000000000000) ${text}`,
      })
    }
    const masterchain = { mode: 4, id: { workchain: -1, shard: FULL, seqno: 0 }, utime: 0x7fff_ffff }
    await expect(ask('lookupBlock', masterchain)).rejects.toMatchObject({
      message: expect.stringMatching(/ltdb: block not found \(last known masterchain block: 800\)$/),
    })
    const nowhere = { mode: 1, id: { workchain: 3, shard: FULL, seqno: 1 } }
    await expect(ask('lookupBlock', nowhere)).rejects.toMatchObject({
      message: 'cannot find block (3,8000000000000000) seqno=1: seqno not in db',
    })
  })
})

describe('lookupBlockWithProof', () => {
  const lookup = (mode: number, by: { seqno?: number; lt?: bigint; utime?: number }, known = mc(800)) => {
    const { seqno = 0, ...rest } = by
    const query = { mode, id: { workchain: 0, shard: LEFT, seqno }, mcBlockId: known, ...rest }
    return ask('lookupBlockWithProof', query)
  }

  it('proves the path from the known block, and that the previous block does not match', async () => {
    const target = context.store.find(blockId(context, 0, LEFT, 600))!
    const bySeqno = await lookup(1, { seqno: 600 })
    expect(bySeqno.id).toEqual(target.id)
    expect(follow(bySeqno.mcBlockId, bySeqno.shardLinks)).toEqual(target.id)
    expect(showsAncestor(mc(800), bySeqno.mcBlockId, bySeqno.clientMcStateProof, bySeqno.mcBlockProof)).toBe(
      true,
    )
    expect(bySeqno.prevHeader).toHaveLength(0)
    const byLt = await lookup(2, { lt: target.head!.startLt })
    expect(byLt.id).toEqual(target.id)
    const before = openMerkleProof(parseBocRoot(byLt.prevHeader))
    expect(before.hash(0)).toEqual(target.head!.prev[0]?.rootHash)
  })

  it('needs no state proof when the known block itself commits to the one found', async () => {
    const { mcBlockId } = await lookup(1, { seqno: 600 })
    const answer = await lookup(1, { seqno: 600 }, mcBlockId)
    expect([answer.clientMcStateProof.length, answer.mcBlockProof.length]).toEqual([0, 0])
    expect(follow(mcBlockId, answer.shardLinks)).toEqual(answer.id)
  })

  it('rejects an older known block and one of a shard', async () => {
    await expect(lookup(1, { seqno: 600 }, mc(500))).rejects.toMatchObject({
      code: 0,
      message: "specified mc block is older than block's masterchain ref",
    })
    await expect(lookup(1, { seqno: 600 }, blockId(context, 0, LEFT, 700))).rejects.toMatchObject({
      code: -400,
      message: 'masterchain block id must be specified',
    })
  })
})

describe('getShardInfo', () => {
  it('finds the shard that covers another, but no shard that is split', async () => {
    const found = async (shard: bigint, exact: boolean) => {
      const { shardblk, shardProof, shardDescr } = await ask('getShardInfo', {
        id: mc(800),
        workchain: 0,
        shard,
        exact,
      })
      expect(parseBoc(shardProof)).toHaveLength(2)
      expect(shardDescr.length > 0).toBe(shardblk.shard !== 0n)
      return formatBlockId(shardblk)
    }
    const left = '(0,4000000000000000,794)'
    const none = '(-2147483648,0000000000000000,0)'
    expect(await found(LEFT, true)).toBe(left)
    expect(await found(LEFT >> 1n, false)).toBe(left)
    expect(await found(LEFT >> 1n, true)).toBe(none)
    expect(await found(FULL, true)).toBe(none)
    expect(await found(FULL, false)).toBe(none)
  })

  it('rejects a number that is not a shard', async () => {
    const query = { id: mc(800), workchain: 0, shard: 0n, exact: true }
    await expect(ask('getShardInfo', query)).rejects.toMatchObject({ message: 'requested shard is invalid' })
  })
})
