import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { masterchainBlockId } from '../../../../src-renderer/api/blockId.ts'
import type { MasterRow } from '../../../../src-renderer/api/masterSummary.ts'
import {
  headRate,
  isTooFast,
  meanCost,
  pauseMs,
  type SeenHead,
  withHead,
} from '../../../../src-renderer/routes/home/pace.ts'

type Chain = { readonly seconds: number; readonly shards: number; readonly transactions?: number }

/** Returns 16 blocks of a chain with a block each `seconds`, newest first. */
function rowsOf({ seconds, shards, transactions = 0 }: Chain): MasterRow[] {
  return Array.from({ length: 16 }, (_, i): MasterRow => {
    const seqno = 100 - i
    const shardBlocks = Array.from({ length: shards }, () => ({
      blockId: { workchain: 0, shard: FULL_SHARD, seqno },
      transactions,
      more: false,
      quiet: false,
    }))
    const master = { blockId: masterchainBlockId(seqno), transactions: 3, more: false, quiet: true }
    const blocks = [master, ...shardBlocks]
    const utime = Math.floor(seqno * seconds)
    const summary = { seqno, utime, rootHash: '', isKeyBlock: false, globalId: -239, shards: [], blocks }
    return { seqno, error: null, summary }
  })
}

/** Returns the requests a second of a list that is read again whenever its pace allows. */
function requestsPerSecond(rows: readonly MasterRow[], { seconds }: Chain, window: number): number {
  const cost = meanCost(rows)
  let behind = 1
  let [requests, time] = [0, 0]
  for (let step = 0; step < 50; step++) {
    const blocks = Math.min(behind, window)
    const pause = Math.max(pauseMs(blocks, cost) / 1_000, seconds)
    requests += blocks * cost
    time += pause
    behind = Math.max(1, Math.floor(pause / seconds))
  }
  return requests / time
}

describe('the pace of home without an index', () => {
  it.each([
    ['a quiet chain', { seconds: 4, shards: 1 }],
    ['a busy chain', { seconds: 2, shards: 4, transactions: 50 }],
    ['mainnet at its fastest', { seconds: 0.2, shards: 16, transactions: 40 }],
  ])('keeps %s below 1.3 requests a second', (_, chain) => {
    const rows = rowsOf(chain)
    expect(
      requestsPerSecond(rows, chain, isTooFast(1 / chain.seconds, meanCost(rows)) ? 8 : 19),
    ).toBeLessThan(1.3)
  })

  it('follows a chain that can be read block by block, and takes samples of a faster one', () => {
    expect(isTooFast(1 / 4, meanCost(rowsOf({ seconds: 4, shards: 1 })))).toBe(false)
    expect(isTooFast(5, meanCost(rowsOf({ seconds: 0.2, shards: 4, transactions: 40 })))).toBe(true)
  })

  it('takes the rate of blocks over the last half minute, and anew after a rewind', () => {
    const heads = [0, 5, 10, 40, 50].map((seconds) => ({ seqno: 100 + 5 * seconds, atMs: seconds * 1_000 }))
    const seen = heads.reduce(withHead, [] as readonly SeenHead[])
    expect(seen.map(({ seqno }) => seqno)).toEqual([300, 350])
    expect(headRate(seen)).toBe(5)
    expect(headRate(seen.slice(0, 1))).toBeUndefined()
    expect(withHead(seen, { seqno: 7, atMs: 51_000 })).toEqual([{ seqno: 7, atMs: 51_000 }])
  })

  it('counts the transactions and traces that a block adds to the list', () => {
    expect(meanCost(rowsOf({ seconds: 4, shards: 1 }))).toBe(4)
    expect(meanCost(rowsOf({ seconds: 4, shards: 1, transactions: 2 }))).toBe(6)
    expect(meanCost([])).toBe(1)
  })
})
