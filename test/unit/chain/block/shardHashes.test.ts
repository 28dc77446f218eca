import { type Cell, Cell as CellClass } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountPrefix, FULL_SHARD, shardChild, shardContainsPrefix } from '#shared/ton/shard.ts'
import type { ShardDescr } from '../../../../src-main/chain/block/shardDescr.ts'
import { loadShardDescr, storeShardDescr } from '../../../../src-main/chain/block/shardDescr.ts'
import type { ShardEntry } from '../../../../src-main/chain/block/shardHashes.ts'
import {
  allShards,
  buildShardHashes,
  findShard,
  shardBlockId,
} from '../../../../src-main/chain/block/shardHashes.ts'
import { PrunedBranchError } from '../../../../src-main/chain/tlb.ts'
import { visibleShards } from '../../../chain/visibleShards.ts'
import {
  bigUint,
  currencies,
  expectRoundTrip,
  expectSameCells,
  hash,
  type plainCurrencies,
  uint,
} from './arbitraries.ts'
import { pruned } from './prunedCell.ts'

const descr = (seqno: number): ShardDescr => ({
  seqno,
  regMcSeqno: 10,
  startLt: 1_000_000n,
  endLt: 1_000_005n,
  rootHash: Buffer.alloc(32, seqno),
  fileHash: Buffer.alloc(32, seqno + 1),
  beforeSplit: false,
  beforeMerge: false,
  wantSplit: false,
  wantMerge: true,
  nxCcUpdated: false,
  nextCatchainSeqno: 4,
  nextValidatorShard: FULL_SHARD,
  minRefMcSeqno: 9,
  genUtime: 1_600_000_000,
  splitMergeAt: { kind: 'none' },
  feesCollected: { coins: 5n },
  fundsCreated: { coins: 1_000_000_000n },
  amountsInline: false,
})

const LEFT = 0x4000_0000_0000_0000n
const RIGHT_LEFT = 0xa000_0000_0000_0000n
const RIGHT_RIGHT = 0xe000_0000_0000_0000n
const entries: readonly ShardEntry[] = [
  { workchain: 0, shard: LEFT, descr: descr(1) },
  { workchain: 0, shard: RIGHT_LEFT, descr: descr(2) },
  { workchain: 0, shard: RIGHT_RIGHT, descr: descr(3) },
  { workchain: -2, shard: FULL_SHARD, descr: descr(4) },
]
const places = (list: readonly ShardEntry[]) => list.map(({ shard, descr: { seqno } }) => [shard, seqno])

/** The same tree with the branch at `path` pruned, `path` counted in references. */
const prune = (cell: Cell, [first, ...rest]: number[]): Cell =>
  first === undefined
    ? pruned(cell)
    : new CellClass({
        bits: cell.bits,
        refs: cell.refs.map((ref, i) => (i === first ? prune(ref, rest) : ref)),
      })

const anyDescr = (amounts: typeof plainCurrencies): fc.Arbitrary<ShardDescr> =>
  fc.record({
    seqno: uint(32),
    regMcSeqno: uint(32),
    startLt: bigUint(64),
    endLt: bigUint(64),
    rootHash: hash,
    fileHash: hash,
    beforeSplit: fc.boolean(),
    beforeMerge: fc.boolean(),
    wantSplit: fc.boolean(),
    wantMerge: fc.boolean(),
    nxCcUpdated: fc.boolean(),
    nextCatchainSeqno: uint(32),
    nextValidatorShard: bigUint(64),
    minRefMcSeqno: uint(32),
    genUtime: uint(32),
    splitMergeAt: fc.oneof(
      fc.constant({ kind: 'none' as const }),
      fc.record({
        kind: fc.constantFrom('split' as const, 'merge' as const),
        utime: uint(32),
        interval: uint(32),
      }),
    ),
    feesCollected: amounts,
    fundsCreated: amounts,
    amountsInline: fc.boolean(),
  })

describe('loadShardDescr', () => {
  test('reads both forms that storeShardDescr writes', () => {
    // Large amounts would not fit beside the rest in the old form.
    const small = bigUint(24).map((coins) => ({ coins }))
    expectRoundTrip(anyDescr(small), loadShardDescr, storeShardDescr)
  })

  test('keeps extra currencies', () => {
    const inCellBelow = anyDescr(currencies).map((value) => ({ ...value, amountsInline: false }))
    expectSameCells(inCellBelow, loadShardDescr, storeShardDescr)
  })
})

describe('allShards', () => {
  test('walks workchains in dictionary order and shards from left to right', () => {
    const root = buildShardHashes(entries)
    expect(allShards(root)).toEqual(entries)
    expect(allShards(null)).toEqual([])
  })

  test('returns any tiling of a workchain that buildShardHashes writes', () => {
    const tiling = (shard: bigint, cuts: readonly boolean[], depth = 0): bigint[] =>
      depth < 4 && cuts[Number(shard >> 59n) ^ (depth * 7)]
        ? [
            ...tiling(shardChild(shard, 'left'), cuts, depth + 1),
            ...tiling(shardChild(shard, 'right'), cuts, depth + 1),
          ]
        : [shard]
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 32, maxLength: 32 }), hash, (cuts, account) => {
        const shards = tiling(FULL_SHARD, cuts)
        const root = buildShardHashes(shards.map((shard, i) => ({ workchain: 0, shard, descr: descr(i) })))
        expect(allShards(root).map(({ shard }) => shard)).toEqual(shards)
        const found = findShard(root, 0, accountPrefix(account))
        expect(found?.shard).toBe(shards.find((shard) => shardContainsPrefix(shard, accountPrefix(account))))
      }),
    )
  })

  test('throws PrunedBranchError for a pruned branch', () => {
    const proof = prune(buildShardHashes(entries)!, [0, 0, 1])
    expect(() => allShards(proof)).toThrow(PrunedBranchError)
  })
})

describe('visibleShards', () => {
  test('skips a pruned shard, half of a workchain, or workchain', () => {
    const root = buildShardHashes(entries)!
    expect(places(visibleShards(prune(root, [0, 0, 1])))).toEqual([
      [LEFT, 1],
      [FULL_SHARD, 4],
    ])
    expect(places(visibleShards(prune(root, [0, 0, 1, 0])))).toEqual([
      [LEFT, 1],
      [RIGHT_RIGHT, 3],
      [FULL_SHARD, 4],
    ])
    expect(places(visibleShards(prune(root, [0])))).toEqual([[FULL_SHARD, 4]])
  })
})

describe('findShard', () => {
  test('finds the shard of an account and opens only the path to it', () => {
    const proof = prune(prune(buildShardHashes(entries)!, [0, 0, 0]), [1])
    const account = Buffer.alloc(32, 0xc1)
    expect(findShard(proof, 0, accountPrefix(account))).toEqual(entries[2])
    expect(() => findShard(proof, 0, 0x1000_0000_0000_0000n)).toThrow(PrunedBranchError)
    expect(() => findShard(proof, -2, 0n)).toThrow(PrunedBranchError)
  })

  test('returns undefined for an unknown workchain', () => {
    expect(findShard(buildShardHashes(entries), 1, 0n)).toBeUndefined()
    expect(findShard(null, 0, 0n)).toBeUndefined()
  })
})

describe('buildShardHashes', () => {
  test('rejects shards with a gap or an overlap', () => {
    expect(() => buildShardHashes(entries.slice(1))).toThrow(RangeError)
    expect(() => buildShardHashes([entries[3]!, entries[3]!])).toThrow(RangeError)
  })
})

describe('shardBlockId', () => {
  test("returns the id of the shard's newest block", () => {
    expect(shardBlockId(entries[0]!)).toEqual({
      workchain: 0,
      shard: LEFT,
      seqno: 1,
      rootHash: Buffer.alloc(32, 1),
      fileHash: Buffer.alloc(32, 2),
    })
  })
})
