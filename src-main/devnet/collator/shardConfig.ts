import type { Cell } from '@ton/core'
import { shardPrefixLength, shardSibling } from '#shared/ton/shard.ts'
import type { FutureSplitMerge } from '../../chain/block/futureSplitMerge.ts'
import type { ShardDescr } from '../../chain/block/shardDescr.ts'
import type { ShardEntry } from '../../chain/block/shardHashes.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import type { WcSplitMergeTimings, WorkchainDescr } from '../../chain/config/workchainDescr.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'

/** The values by which a masterchain block decides on splits and merges. */
export type ShardRules = {
  /** The configuration after the block. */
  readonly config: Cell
  /** Unix seconds. */
  readonly utime: number
  /** Whether the shards' validators start a new session. */
  readonly startsSession: boolean
}

/** The reference's values if a workchain's description lacks them. */
const DEFAULT_TIMINGS: WcSplitMergeTimings = {
  splitMergeDelay: 100,
  splitMergeInterval: 100,
  minSplitMergeInterval: 30,
  maxSplitMergeDelay: 1000,
}

/** Maximum number of bits of a shard's prefix. */
const MAX_DEPTH = 60

const NONE: FutureSplitMerge = { kind: 'none' }

/**
 * Returns a shard's block as registered by masterchain block `seqno`: it inherits the announced split or merge of the
 * shard.
 * @param before the shards of the masterchain block before
 */
export function registeredShard(
  { workchain, shard, descr }: ShardEntry,
  seqno: number,
  before: readonly ShardEntry[],
): ShardEntry {
  const old = before.find((entry) => entry.workchain === workchain && entry.shard === shard)
  const splitMergeAt = old?.descr.splitMergeAt ?? NONE
  return { workchain, shard, descr: { ...descr, regMcSeqno: seqno, splitMergeAt } }
}

/**
 * Returns the shards after a masterchain block: which of them split or merge, and when (Collator::update_shard_config
 * of the reference).
 */
export function decidedShards(shards: readonly ShardEntry[], rules: ShardRules): readonly ShardEntry[] {
  const workchains = readConfigParam(rules.config, 12)
  return shards.map((entry) => {
    const sibling = shards.find(
      ({ workchain, shard }) => workchain === entry.workchain && shard === shardSibling(entry.shard),
    )
    const workchain = workchains?.get(keyOfUint(entry.workchain, 32))
    return { ...entry, descr: decided(entry, sibling?.descr, workchain, rules) }
  })
}

function decided(
  { shard, descr }: ShardEntry,
  sibling: ShardDescr | undefined,
  workchain: WorkchainDescr | undefined,
  { utime, startsSession }: ShardRules,
): ShardDescr {
  const depth = shardPrefixLength(shard)
  let { splitMergeAt } = descr
  if (isOver(splitMergeAt, utime) || descr.beforeSplit) splitMergeAt = NONE
  if (splitMergeAt.kind === 'merge' && (!sibling || sibling.beforeSplit)) splitMergeAt = NONE
  let beforeMerge = false
  if (workchain && !descr.beforeSplit) {
    const { minSplit, maxSplit, v2 } = workchain
    const { splitMergeDelay, splitMergeInterval } = v2?.splitMergeTimings ?? DEFAULT_TIMINGS
    const soon = { utime: utime + splitMergeDelay, interval: splitMergeInterval }
    const mustMerge = depth > maxSplit
    const wantsMerge = ({ wantMerge }: ShardDescr) => wantMerge || mustMerge
    const mayMerge =
      depth > minSplit && sibling && !sibling.beforeSplit && wantsMerge(descr) && wantsMerge(sibling)
    if (splitMergeAt.kind === 'none') {
      if ((descr.wantSplit || depth < minSplit) && depth < Math.min(maxSplit, MAX_DEPTH)) {
        splitMergeAt = { kind: 'split', ...soon }
      } else if (mayMerge && sibling.splitMergeAt.kind === 'none') {
        splitMergeAt = { kind: 'merge', ...soon }
      }
    } else if (mayMerge && isMergeTime(splitMergeAt, utime) && isMergeTime(sibling.splitMergeAt, utime)) {
      beforeMerge = true
    }
  }
  const endsMerge = descr.beforeMerge && !beforeMerge
  const nextCatchainSeqno = descr.nextCatchainSeqno + (startsSession || endsMerge ? 1 : 0)
  const isChanged =
    splitMergeAt !== descr.splitMergeAt ||
    beforeMerge !== descr.beforeMerge ||
    nextCatchainSeqno !== descr.nextCatchainSeqno
  if (!isChanged) return descr
  // The inline form is only for a new workchain.
  return { ...descr, splitMergeAt, beforeMerge, nextCatchainSeqno, amountsInline: false }
}

function isOver(at: FutureSplitMerge, utime: number): boolean {
  return at.kind !== 'none' && utime >= at.utime + at.interval
}

function isMergeTime(at: FutureSplitMerge, utime: number): boolean {
  return at.kind === 'merge' && utime >= at.utime
}
