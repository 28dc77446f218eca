import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReplayApi, type ReplayApi } from '../../src-main/api/replay/replayApi.ts'
import { createContractRuns } from '../../src-main/api/v2/contractRuns.ts'
import type { ArchiveStore } from '../../src-main/chain/archive/archiveStore.ts'
import { openArchive } from '../../src-main/chain/archive/openArchive.ts'
import { blockTransactions } from '../../src-main/chain/block/blockTransactions.ts'
import { loadTransaction } from '../../src-main/chain/block/transaction.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { openLiteNetwork } from '../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteserver } from '../../src-main/liteserver/server/liteserver.ts'
import { createTvmPool } from '../../src-main/tvm/tvmPool.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { serve } from '../integration/liteserver/lies/lyingServer.ts'

/** One of so many blocks is replayed; 1 for all of them, which takes some minutes. */
const EVERY = Number(process.env.REPLAY_EVERY ?? 24)
const LAST = 860
const FULL = 0x8000_0000_0000_0000n
const HALVES = [0x4000_0000_0000_0000n, 0xc000_0000_0000_0000n]

/** Transactions of a network of the reference node, run again from its proved states, must come out the same. */
describe('transactions of the reference node, replayed', () => {
  let store: ArchiveStore
  let api: ReplayApi
  const cleanUps: (() => unknown)[] = []
  beforeAll(async () => {
    store = openArchive(REALNET)
    cleanUps.push(() => store.close())
    const answer = liteserver({ store, now: () => 1_800_000_000 })
    const server = await serve((query) => answer(query, { signal: new AbortController().signal }))
    cleanUps.push(() => server.close())
    const config = { liteservers: [server.address], zeroState: store.zeroState }
    const network = await openLiteNetwork({ config })
    cleanUps.push(() => network.close())
    const pool = createTvmPool()
    cleanUps.push(() => pool.close())
    const contracts = createContractRuns(pool, network)
    api = createReplayApi({ network, reached: network, contracts, pool })
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  async function replayBlock(place: { workchain: number; shard: bigint; seqno: number }): Promise<number> {
    const stored = store.findBySeqno(place)
    if (!stored) return 0
    let count = 0
    for (const { account, lt, cell } of blockTransactions(store.root(stored))) {
      const { description } = parseCell(cell, 'Transaction', loadTransaction)
      const address = { workchain: place.workchain, hash: Buffer.from(account) }
      const replay = await api.replay({ account: address, lt })
      // The transaction's hash covers gas, exit code, messages and the hash of the state after it.
      expect(replay.transaction).toMatchObject({
        hash: cell.hash().toString('hex'),
        differences: [],
        is_equal: true,
      })
      const compute = 'computePhase' in description ? description.computePhase : undefined
      const ran = compute?.type === 'vm' ? compute : undefined
      expect(replay.outcome.exit_code).toBe(ran?.exitCode ?? null)
      expect(replay.steps.lost).toBe(0)
      if (replay.steps.total > 0 && replay.steps.total === replay.steps.steps.length) {
        const used = replay.steps.steps.reduce((sum, { gas }) => sum + gas, 0)
        expect(BigInt(used)).toBe(ran?.gasUsed)
      }
      count++
    }
    return count
  }

  it('ends as it did in the basechain: transfers, deployments, bounces, failures', {
    timeout: 600_000,
  }, async () => {
    let count = 0
    for (let seqno = 1; seqno <= LAST; seqno += 1) {
      // Most blocks are empty.
      for (const shard of [FULL, ...HALVES]) {
        const isPart = seqno % EVERY === 0
        if (isPart) count += await replayBlock({ workchain: 0, shard, seqno })
      }
    }
    expect(count).toBeGreaterThan(EVERY === 1 ? 500 : 10)
  })

  it('ends as it did in the masterchain: tick and tock, minting, elections', {
    timeout: 900_000,
  }, async () => {
    let count = 0
    const isPart = (seqno: number) => EVERY === 1 || [1, 2, 16, 24, 265, 609, 610, 860].includes(seqno)
    for (let seqno = 1; seqno <= LAST; seqno++)
      if (isPart(seqno)) count += await replayBlock({ workchain: -1, shard: FULL, seqno })
    expect(count).toBeGreaterThan(EVERY === 1 ? 2_500 : 20)
  })

  it('refuses a logical time without a transaction', async () => {
    const account = Address.parseRaw(`-1:${'5'.repeat(64)}`)
    const target = { account: { workchain: -1, hash: account.hash }, lt: 65_000_900n }
    await expect(api.replay(target)).rejects.toMatchObject({ status: 404 })
  })
})
