import { shardChild, shardParent, shardPrefixLength, shardSibling } from '#shared/ton/shard.ts'
import type { FutureSplitMerge } from '../../chain/block/futureSplitMerge.ts'
import type { ShardEntry } from '../../chain/block/shardHashes.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import type { ResizeIntent } from '../collator/loadHistory.ts'

/** A shard block to make. `beforeSplit` and `wish` are for its header; `from` has the blocks that it follows. */
export type PlannedBlock = {
  readonly ident: ShardIdent
  readonly from: readonly [ShardEntry] | readonly [left: ShardEntry, right: ShardEntry]
  readonly side: 'left' | 'right' | undefined
  readonly beforeSplit: boolean
  readonly intent: ResizeIntent
}

/** The shard blocks of a step: one for each shard, or (if a merge has become untimely) none for now. */
export type ShardPlan = PlannedBlock | { readonly waiting: ShardEntry }

/**
 * Plans the next blocks of all shards, from left to right: announced splits and merges are carried out, and each shard
 * requests `depth` bits of prefix.
 */
export function planShards(
  shards: readonly ShardEntry[],
  utime: number,
  depth: number,
): readonly ShardPlan[] {
  return shards.flatMap((entry): readonly ShardPlan[] => {
    const { workchain, shard, descr } = entry
    if (descr.beforeSplit) {
      return (['left', 'right'] as const).map((side) => {
        const half = shardChild(shard, side)
        const intent = intentFor(half, depth)
        return { ident: { workchain, shard: half }, from: [entry], side, beforeSplit: false, intent }
      })
    }
    const sibling = shards.find(
      (other) => other.workchain === workchain && other.shard === shardSibling(shard),
    )
    if (descr.beforeMerge && sibling?.descr.beforeMerge) {
      const isTime = isOpen(descr.splitMergeAt, utime) && isOpen(sibling.descr.splitMergeAt, utime)
      if (!isTime) return [{ waiting: entry }]
      if (shard > sibling.shard) return []
      const whole = shardParent(shard)
      const intent = intentFor(whole, depth)
      const from = [entry, sibling] as const
      return [{ ident: { workchain, shard: whole }, from, side: undefined, beforeSplit: false, intent }]
    }
    const { splitMergeAt } = descr
    const beforeSplit = splitMergeAt.kind === 'split' && isOpen(splitMergeAt, utime)
    // An announced merge must be requested until it is done; nothing else can be announced meanwhile.
    const intent = splitMergeAt.kind === 'merge' ? 'merge' : intentFor(shard, depth)
    return [{ ident: { workchain, shard }, from: [entry], side: undefined, beforeSplit, intent }]
  })
}

function intentFor(shard: bigint, depth: number): ResizeIntent {
  const own = shardPrefixLength(shard)
  if (own === depth) return 'nothing'
  return own < depth ? 'split' : 'merge'
}

function isOpen(at: FutureSplitMerge, utime: number): boolean {
  return at.kind !== 'none' && utime >= at.utime && utime < at.utime + at.interval
}
