import { HashmapE } from '../../chain/hashmap/hashmap.ts'
import {
  type BlockCreateStats,
  type Counters,
  CREATOR_STATS,
  type CreatorStats,
} from '../../chain/state/blockCreateStats.ts'

const NEVER: Counters = { lastUpdated: 0, total: 0n, cnt2048: 0n, cnt65536: 0n }
const NO_STATS: CreatorStats = { mcBlocks: NEVER, shardBlocks: NEVER }
/** Key of the totals. */
const TOTAL = Buffer.alloc(32)
const ONE = 1n << 32n

/** Counts a masterchain block of `creator` and the shard blocks of that creator to which it commits. */
export function withCreatedBlocks(
  stats: BlockCreateStats | undefined,
  creator: Buffer,
  shardBlocks: number,
  now: number,
): BlockCreateStats {
  let counters = stats?.kind === 'plain' ? stats.counters : new HashmapE(CREATOR_STATS)
  for (const key of [creator, TOTAL]) {
    const old = counters.get(key) ?? NO_STATS
    counters = counters.set(key, {
      mcBlocks: increased(old.mcBlocks, 1, now),
      shardBlocks: increased(old.shardBlocks, shardBlocks, now),
    })
  }
  return { kind: 'plain', counters }
}

function increased(counters: Counters, count: number, now: number): Counters {
  if (count === 0) return counters
  const added = BigInt(count)
  const age = Math.max(now - counters.lastUpdated, 0)
  return {
    lastUpdated: now,
    total: counters.total + added,
    cnt2048: decayed(counters.cnt2048, age / 2048) + added * ONE,
    cnt65536: decayed(counters.cnt65536, age / 65536) + added * ONE,
  }
}

/** Exact to a unit for fewer than 2^21 blocks, which is 32 a second over 65536 seconds. */
function decayed(count: bigint, exponent: number): bigint {
  return BigInt(Math.round(Number(count) * Math.exp(-exponent)))
}
