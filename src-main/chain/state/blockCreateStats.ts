import type { Builder, Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE, storeHashmapE } from '../hashmap/hashmap.ts'
import { type AugCodec, type HashmapAugE, loadHashmapAugE, storeHashmapAugE } from '../hashmap/hashmapAug.ts'
import { loadTag, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// counters#_ last_updated:uint32 total:uint64 cnt2048:uint64 cnt65536:uint64 = Counters;
// creator_info#4 mc_blocks:Counters shard_blocks:Counters = CreatorStats;
// block_create_stats#17 counters:(HashmapE 256 CreatorStats) = BlockCreateStats;
// block_create_stats_ext#34 counters:(HashmapAugE 256 CreatorStats uint32) = BlockCreateStats;

/** Numbers of created blocks. The last two decay with time and have 32 fractional bits. */
export type Counters = {
  /** Unix seconds. */
  readonly lastUpdated: number
  readonly total: bigint
  readonly cnt2048: bigint
  readonly cnt65536: bigint
}

/** The numbers of masterchain and shard blocks that one validator created. */
export type CreatorStats = {
  readonly mcBlocks: Counters
  readonly shardBlocks: Counters
}

/** Statistics by the creator's public key. The all-zero key has the totals. */
export type BlockCreateStats =
  | { readonly kind: 'plain'; readonly counters: HashmapE<CreatorStats> }
  | { readonly kind: 'ext'; readonly counters: HashmapAugE<CreatorStats, number> }

/** Reads `counters#_`. */
function loadCounters(slice: Slice): Counters {
  return {
    lastUpdated: slice.loadUint(32),
    total: slice.loadUintBig(64),
    cnt2048: slice.loadUintBig(64),
    cnt65536: slice.loadUintBig(64),
  }
}

/** Returns a writer (for Builder.store) of `counters#_`. */
function storeCounters(counters: Counters): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(counters.lastUpdated, 32)
      .storeUint(counters.total, 64)
      .storeUint(counters.cnt2048, 64)
      .storeUint(counters.cnt65536, 64)
  }
}

/** Reads `creator_info#4`. */
function loadCreatorStats(slice: Slice): CreatorStats {
  loadTag(slice, 'CreatorStats', 4, 4)
  return { mcBlocks: loadCounters(slice), shardBlocks: loadCounters(slice) }
}

/** Returns a writer (for Builder.store) of `creator_info#4`. */
function storeCreatorStats(stats: CreatorStats): (builder: Builder) => void {
  return (builder) => {
    builder.storeUint(4, 4).store(storeCounters(stats.mcBlocks)).store(storeCounters(stats.shardBlocks))
  }
}

/** The codec of the plain form, keyed by public key. */
export const CREATOR_STATS: HashmapCodec<CreatorStats> = {
  type: 'BlockCreateStats',
  keyBits: 256,
  loadValue: loadCreatorStats,
  storeValue: storeCreatorStats,
}

/**
 * The codec of the augmented form, which no known node writes. Its extra is taken as the latest update below.
 */
export const CREATOR_STATS_EXT: AugCodec<CreatorStats, number> = {
  ...CREATOR_STATS,
  loadExtra: (slice) => slice.loadUint(32),
  storeExtra: (extra) => (builder) => {
    builder.storeUint(extra, 32)
  },
  extraOf: (stats) => Math.max(stats.mcBlocks.lastUpdated, stats.shardBlocks.lastUpdated),
  combine: Math.max,
  emptyExtra: 0,
}

const PLAIN = 0x17
const EXT = 0x34

/**
 * Reads `block_create_stats#17` or `block_create_stats_ext#34`.
 * @throws TlbError for another tag
 */
export function loadBlockCreateStats(slice: Slice): BlockCreateStats {
  const tag = slice.loadUint(8)
  if (tag === PLAIN) return { kind: 'plain', counters: loadHashmapE(slice, CREATOR_STATS) }
  if (tag === EXT) return { kind: 'ext', counters: loadHashmapAugE(slice, CREATOR_STATS_EXT) }
  throw new TlbError('BlockCreateStats', `unknown constructor #${tag.toString(16)}`)
}

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeBlockCreateStats(stats: BlockCreateStats): (builder: Builder) => void {
  return (builder) => {
    if (stats.kind === 'plain') builder.storeUint(PLAIN, 8).store(storeHashmapE(stats.counters))
    else builder.storeUint(EXT, 8).store(storeHashmapAugE(stats.counters))
  }
}
