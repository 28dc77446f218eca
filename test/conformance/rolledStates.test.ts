import { beginCell, type Cell } from '@ton/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadBlockCells } from '../../src-main/chain/block/block.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../src-main/chain/hashmap/hashmapAug.ts'
import { applyMerkleUpdate } from '../../src-main/chain/merkle/merkleUpdate.ts'
import { accountCell, openAccount } from '../../src-main/chain/state/account.ts'
import { CREATOR_STATS } from '../../src-main/chain/state/blockCreateStats.ts'
import { sameCurrencies } from '../../src-main/chain/state/currencies.ts'
import { openMcStateDetails, openMcStateExtra } from '../../src-main/chain/state/mcStateExtra.ts'
import { OLD_MC_BLOCKS } from '../../src-main/chain/state/oldMcBlocksInfo.ts'
import { OUT_MSG_QUEUE } from '../../src-main/chain/state/outMsgQueue.ts'
import { openOutMsgQueueInfo, storeOutMsgQueueInfo } from '../../src-main/chain/state/outMsgQueueInfo.ts'
import { openShardAccounts, SHARD_ACCOUNTS } from '../../src-main/chain/state/shardAccounts.ts'
import {
  mcStateExtraCell,
  openShardStateDetails,
  openShardStateUnsplit,
  storeShardStateDetails,
  storeShardStateUnsplit,
} from '../../src-main/chain/state/shardState.ts'
import { readRealnet, readRealnetLines } from '../fixtures/recorded.ts'

type RecordedBlock = {
  readonly workchain: number
  readonly shard: string
  readonly seqno: number
  readonly boc: string
}

const hexOf = (cell: Cell | null) => cell?.hash().toString('hex')
const withoutExtra = <V>(entries: Iterable<{ key: Buffer; value: V }>) =>
  [...entries].map(({ key, value }) => ({ key, value }))

/** All states of the recorded network, by their hash, in the order of the blocks that made them. */
function rollStates(): Cell[] {
  const zeroStates = ['zerostate.boc', 'basestate0.boc'].map((file) => parseBocRoot(readRealnet(file)))
  const states = new Map(zeroStates.map((state) => [hexOf(state), state]))
  for (const block of readRealnetLines<RecordedBlock>('blocks.ndjson.gz')) {
    const { stateUpdate } = loadBlockCells(parseBocRoot(Buffer.from(block.boc, 'base64')).beginParse())
    const before = states.get(stateUpdate.refs[0]?.hash(0).toString('hex'))
    if (!before) throw new Error(`no state before ${block.workchain} ${block.shard} ${block.seqno}`)
    const after = applyMerkleUpdate(before, stateUpdate)
    states.set(hexOf(after), after)
  }
  return [...states.values()]
}

describe('states of the recorded network', () => {
  let states: Cell[] = []
  beforeAll(() => {
    states = rollStates()
  })
  /** Every n-th state and the last ones. */
  const some = (every: number) =>
    states.filter((_, index) => index % every === 0 || index > states.length - 8)

  test('all are stored as they were read', () => {
    expect(states.length).toBe(2548)
    for (const root of states) {
      const state = openShardStateUnsplit(root)
      const details = beginCell()
        .store(storeShardStateDetails(openShardStateDetails(state.details)))
        .endCell()
      const queue = beginCell()
        .store(storeOutMsgQueueInfo(openOutMsgQueueInfo(state.outMsgQueueInfo)))
        .endCell()
      const remade = beginCell().store(storeShardStateUnsplit({ ...state, details, outMsgQueueInfo: queue }))
      expect(hexOf(remade.endCell())).toBe(hexOf(root))
    }
  })

  test('all message queues are rebuilt with their extras', () => {
    let longest = 0
    for (const root of states) {
      const { outQueue, extra } = openOutMsgQueueInfo(openShardStateUnsplit(root).outMsgQueueInfo)
      const entries = withoutExtra(outQueue.entries())
      const rebuilt = HashmapAugE.from(OUT_MSG_QUEUE, entries)
      expect([hexOf(rebuilt.root), rebuilt.extra]).toEqual([hexOf(outQueue.root), outQueue.extra])
      if (extra?.outQueueSize !== undefined) expect(entries.length).toBe(extra.outQueueSize)
      longest = Math.max(longest, entries.length)
    }
    expect(longest).toBe(250)
  })

  test('accounts are rebuilt with their extras, extra currencies included', () => {
    for (const root of some(20)) {
      const state = openShardStateUnsplit(root)
      const entries = withoutExtra(openShardAccounts(state.accounts).entries()).map(({ key, value }) => ({
        key,
        value: { ...value, account: accountCell(openAccount(value.account)) },
      }))
      const rebuilt = HashmapAugE.from(SHARD_ACCOUNTS, entries)
      expect(hexOf(beginCell().store(storeHashmapAugE(rebuilt)).endCell())).toBe(hexOf(state.accounts))
      const { totalBalance } = openShardStateDetails(state.details)
      expect(sameCurrencies(rebuilt.extra.balance, totalBalance)).toBe(true)
    }
  })

  test('earlier blocks and statistics are rebuilt', () => {
    for (const root of some(100)) {
      const state = openShardStateUnsplit(root)
      if (!state.custom) continue
      const { prevBlocks, blockCreateStats } = openMcStateDetails(
        openMcStateExtra(mcStateExtraCell(state)).details,
      )
      const blocks = HashmapAugE.from(OLD_MC_BLOCKS, withoutExtra(prevBlocks.entries()))
      expect([hexOf(blocks.root), blocks.extra]).toEqual([hexOf(prevBlocks.root), prevBlocks.extra])
      expect(blocks.count()).toBe(state.seqno)
      if (blockCreateStats?.kind !== 'plain') continue
      const stats = HashmapE.from(CREATOR_STATS, [...blockCreateStats.counters.entries()])
      expect(hexOf(stats.root)).toBe(hexOf(blockCreateStats.counters.root))
    }
  })

  test('account by account, the changes between two states lead from one to the other', () => {
    const byShard = Map.groupBy(states, (root) => {
      const { workchain, shard } = openShardStateUnsplit(root).shardIdent
      return `${workchain}:${shard}`
    })
    let changes = 0
    for (const [, [first, ...later]] of byShard) {
      let before = openShardAccounts(openShardStateUnsplit(first as Cell).accounts)
      for (const root of later) {
        const after = openShardAccounts(openShardStateUnsplit(root).accounts)
        let rolled = before
        for (const { key, value } of after.entries()) {
          const old = before.get(key)
          if (old?.account === value.account) continue
          rolled = rolled.set(key, value)
          changes++
        }
        for (const key of before.keys()) if (!after.has(key)) rolled = rolled.delete(key)
        expect(hexOf(rolled.root)).toBe(hexOf(after.root))
        before = rolled
      }
    }
    expect(changes).toBe(2867)
  })
})
