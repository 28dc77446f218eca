import { describe, expect, it } from 'vitest'
import { FULL_SHARD, shardChild } from '#shared/ton/shard.ts'
import type { ShardDescr } from '../../../../src-main/chain/block/shardDescr.ts'
import type { ShardEntry } from '../../../../src-main/chain/block/shardHashes.ts'
import { planShards } from '../../../../src-main/devnet/chain/shardPlan.ts'
import { zeroShardDescr } from '../../../../src-main/devnet/collator/shardDescr.ts'

const hash = Buffer.alloc(32, 1)
const zero = zeroShardDescr({ workchain: 0, shard: FULL_SHARD, seqno: 0, rootHash: hash, fileHash: hash })
const LEFT = shardChild(FULL_SHARD, 'left')
const RIGHT = shardChild(FULL_SHARD, 'right')
const entry = (shard: bigint, descr: Partial<ShardDescr> = {}): ShardEntry => ({
  workchain: 0,
  shard,
  descr: { ...zero, seqno: 9, ...descr },
})
const split = { kind: 'split', utime: 100, interval: 50 } as const
const merge = { kind: 'merge', utime: 100, interval: 50 } as const

describe('planShards', () => {
  it('requests a split, a merge or nothing', () => {
    const intents = (depth: number) =>
      planShards([entry(LEFT), entry(RIGHT)], 120, depth).map((plan) => 'intent' in plan && plan.intent)
    expect([0, 1, 2].map(intents)).toEqual([
      ['merge', 'merge'],
      ['nothing', 'nothing'],
      ['split', 'split'],
    ])
  })

  it('splits a shard in two steps once that was announced', () => {
    const announced = entry(FULL_SHARD, { splitMergeAt: split })
    expect(planShards([announced], 120, 1)).toMatchObject([
      { ident: { shard: FULL_SHARD }, beforeSplit: true },
    ])
    expect(planShards([announced], 99, 1)).toMatchObject([{ beforeSplit: false }])
    expect(planShards([announced], 150, 1)).toMatchObject([{ beforeSplit: false }])
    expect(planShards([entry(FULL_SHARD, { beforeSplit: true })], 1000, 2)).toMatchObject([
      { ident: { shard: LEFT }, side: 'left', intent: 'split' },
      { ident: { shard: RIGHT }, side: 'right', intent: 'split' },
    ])
  })

  it('merges two shards once both are ready, requesting the merge until it is done', () => {
    const halves = (descr: Partial<ShardDescr>) => [LEFT, RIGHT].map((shard) => entry(shard, descr))
    expect(planShards(halves({ splitMergeAt: merge }), 120, 1)).toMatchObject([
      { intent: 'merge' },
      { intent: 'merge' },
    ])
    const ready = halves({ splitMergeAt: merge, beforeMerge: true })
    expect(planShards(ready, 120, 0)).toMatchObject([
      { ident: { shard: FULL_SHARD }, from: ready, intent: 'nothing' },
    ])
  })

  it('makes no block of two shards whose time to merge is over', () => {
    const ready = [LEFT, RIGHT].map((shard) => entry(shard, { splitMergeAt: merge, beforeMerge: true }))
    expect(planShards(ready, 150, 0)).toEqual(ready.map((waiting) => ({ waiting })))
  })
})
