import { describe, expect, it } from 'vitest'
import { FULL_SHARD, shardChild } from '#shared/ton/shard.ts'
import type { ShardDescr } from '../../../../src-main/chain/block/shardDescr.ts'
import type { ShardEntry } from '../../../../src-main/chain/block/shardHashes.ts'
import { decidedShards, registeredShard } from '../../../../src-main/devnet/collator/shardConfig.ts'
import { zeroShardDescr } from '../../../../src-main/devnet/collator/shardDescr.ts'
import { buildDevnetConfig } from '../../../../src-main/devnet/zeroState/configuration.ts'

const DAY = 86_400
const hash = Buffer.alloc(32, 1)
const config = buildDevnetConfig({
  globalId: 1,
  genesisTime: 0,
  validatorKey: hash,
  minter: hash,
  basechainZeroState: { rootHash: hash, fileHash: hash },
})
const zero = zeroShardDescr({ workchain: 0, shard: FULL_SHARD, seqno: 0, rootHash: hash, fileHash: hash })
const LEFT = shardChild(FULL_SHARD, 'left')
const RIGHT = shardChild(FULL_SHARD, 'right')
const entry = (shard: bigint, descr: Partial<ShardDescr> = {}): ShardEntry => ({
  workchain: 0,
  shard,
  descr: { ...zero, seqno: 9, nextCatchainSeqno: 3, ...descr },
})
const decide = (shards: readonly ShardEntry[], utime = 1000, startsSession = false) =>
  decidedShards(shards, { config, utime, startsSession }).map(
    ({ descr: { splitMergeAt, beforeMerge, nextCatchainSeqno } }) => [
      splitMergeAt.kind === 'none' ? 'none' : `${splitMergeAt.kind} ${splitMergeAt.utime}`,
      beforeMerge,
      nextCatchainSeqno,
    ],
  )
const merging = { wantMerge: true, splitMergeAt: { kind: 'merge', utime: 900, interval: DAY } } as const

describe('decidedShards', () => {
  it('announces a requested split within the limits of parameter 12', () => {
    expect(decide([entry(FULL_SHARD, { wantSplit: true })])).toEqual([['split 1000', false, 3]])
    const smallest = ['left', 'left', 'left', 'left'] as const
    const small = smallest.reduce<bigint>(shardChild, FULL_SHARD)
    expect(decide([entry(small, { wantSplit: true })])).toEqual([['none', false, 3]])
  })

  it('removes the announcement when the split begins or its interval ends', () => {
    const splitMergeAt = { kind: 'split', utime: 900, interval: DAY } as const
    expect(decide([entry(FULL_SHARD, { splitMergeAt })])).toEqual([['split 900', false, 3]])
    expect(decide([entry(FULL_SHARD, { splitMergeAt, beforeSplit: true })])).toEqual([['none', false, 3]])
    expect(decide([entry(FULL_SHARD, { splitMergeAt })], 900 + DAY)).toEqual([['none', false, 3]])
  })

  it('announces a merge that both halves request, which begins with the next blocks', () => {
    const both = [entry(LEFT, { wantMerge: true }), entry(RIGHT, { wantMerge: true })]
    expect(decide(both)).toEqual([
      ['merge 1000', false, 3],
      ['merge 1000', false, 3],
    ])
    expect(decide([entry(LEFT, { wantMerge: true }), entry(RIGHT)])).toEqual([
      ['none', false, 3],
      ['none', false, 3],
    ])
    expect(decide([entry(LEFT, merging), entry(RIGHT, merging)])).toEqual([
      ['merge 900', true, 3],
      ['merge 900', true, 3],
    ])
  })

  it('cancels a merge that did not happen, with a new session', () => {
    const halves = [LEFT, RIGHT].map((shard) => entry(shard, { ...merging, beforeMerge: true }))
    expect(decide(halves, 900 + DAY)).toEqual([
      ['none', false, 4],
      ['none', false, 4],
    ])
    expect(
      decide([entry(LEFT, merging), entry(shardChild(RIGHT, 'left')), entry(shardChild(RIGHT, 'right'))]),
    ).toEqual([
      ['none', false, 3],
      ['none', false, 3],
      ['none', false, 3],
    ])
  })

  it('starts a session for all shards, and leaves their other fields unchanged', () => {
    expect(decide([entry(FULL_SHARD)], 1000, true)).toEqual([['none', false, 4]])
    const shards = [entry(FULL_SHARD)]
    expect(decidedShards(shards, { config, utime: 1000, startsSession: false })).toEqual(shards)
  })
})

describe('registeredShard', () => {
  it('inherits the plan of its shard, and has none for a new shard', () => {
    const splitMergeAt = { kind: 'split', utime: 900, interval: DAY } as const
    const before = [entry(FULL_SHARD, { splitMergeAt })]
    expect(registeredShard(entry(FULL_SHARD), 7, before).descr).toMatchObject({ splitMergeAt, regMcSeqno: 7 })
    expect(registeredShard(entry(LEFT), 7, before).descr.splitMergeAt).toEqual({ kind: 'none' })
  })
})
