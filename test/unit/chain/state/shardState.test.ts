import { type Builder, beginCell, Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { ExtBlkRef } from '../../../../src-main/chain/block/extBlkRef.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import {
  CREATOR_STATS,
  CREATOR_STATS_EXT,
  loadBlockCreateStats,
  storeBlockCreateStats,
} from '../../../../src-main/chain/state/blockCreateStats.ts'
import { LIBRARIES, PUBLISHERS } from '../../../../src-main/chain/state/libDescr.ts'
import {
  type McStateDetails,
  openMcStateDetails,
  openMcStateExtra,
  storeMcStateDetails,
  storeMcStateExtra,
} from '../../../../src-main/chain/state/mcStateExtra.ts'
import {
  lastKeyBlockUpTo,
  OLD_MC_BLOCKS,
  oldMcBlock,
} from '../../../../src-main/chain/state/oldMcBlocksInfo.ts'
import {
  mcStateExtraCell,
  openShardStateDetails,
  openShardStateUnsplit,
  type ShardStateUnsplit,
  storeShardState,
  storeShardStateDetails,
  storeShardStateUnsplit,
} from '../../../../src-main/chain/state/shardState.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'
import { openShardState } from '../../../chain/openedProofs.ts'
import { testSeed } from '../../../fixtures/testSeed.ts'

const cellOf = (store: (builder: Builder) => void) => beginCell().store(store).endCell()
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const uint32 = fc.nat(2 ** 32 - 1)
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const blkRef: fc.Arbitrary<ExtBlkRef> = fc.record({
  endLt: uint(64),
  seqno: uint32,
  rootHash: hash,
  fileHash: hash,
})
const cell = uint(64).map((value) => beginCell().storeUint(value, 64).endCell())
const counters = fc.record({ lastUpdated: uint32, total: uint(64), cnt2048: uint(64), cnt65536: uint(64) })
const creatorStats = fc.record({ mcBlocks: counters, shardBlocks: counters })
const currencies = uint(100).map((coins) => ({ coins }))

const entriesOf = <V>(value: fc.Arbitrary<V>) =>
  fc
    .uniqueArray(fc.tuple(hash, value), { selector: ([key]) => key.toString('hex'), maxLength: 5 })
    .map((list) => list.map(([key, v]) => ({ key, value: v })).sort((a, b) => a.key.compare(b.key)))

const state: fc.Arbitrary<ShardStateUnsplit> = fc.record({
  globalId: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  shardIdent: fc.constant({ workchain: -1, shard: FULL_SHARD }),
  seqno: uint32,
  vertSeqno: uint32,
  genUtime: uint32,
  genLt: uint(64),
  minRefMcSeqno: uint32,
  outMsgQueueInfo: cell,
  beforeSplit: fc.boolean(),
  accounts: cell,
  details: cell,
  custom: fc.option(cell, { nil: undefined }),
})

describe('ShardState', () => {
  test('is read as it was stored', () => {
    fc.assert(
      fc.property(state, (value) => {
        const root = cellOf(storeShardStateUnsplit(value))
        expect(openShardStateUnsplit(root)).toEqual(value)
        expect(openShardState(root)).toEqual({ kind: 'unsplit', state: value })
      }),
    )
  })

  test('consists of two states if it is split', () => {
    const split = { kind: 'split', left: Cell.EMPTY, right: beginCell().storeBit(1).endCell() } as const
    expect(openShardState(cellOf(storeShardState(split)))).toEqual(split)
  })

  test('rejects another tag, and an McStateExtra of a shard state', () => {
    expect(() => openShardState(beginCell().storeUint(1, 32).endCell())).toThrow(TlbError)
    expect(() => openShardStateUnsplit(Cell.EMPTY)).toThrow(TlbError)
    const [value] = fc.sample(state, { numRuns: 1, seed: testSeed() }) as [ShardStateUnsplit]
    expect(() => mcStateExtraCell({ ...value, custom: undefined })).toThrow(TlbError)
  })

  test('reads the details that storeShardStateDetails writes', () => {
    const library = fc.tuple(cell, hash).map(([lib, publisher]) => ({
      lib,
      publishers: HashmapE.from(PUBLISHERS, [{ key: publisher, value: true as const }]),
    }))
    const details = fc.record({
      overloadHistory: uint(64),
      underloadHistory: uint(64),
      totalBalance: currencies,
      totalValidatorFees: currencies,
      libraries: entriesOf(library).map((list) => HashmapE.from(LIBRARIES, list)),
      masterRef: fc.option(blkRef, { nil: undefined }),
    })
    fc.assert(
      fc.property(details, (value) => {
        const stored = cellOf(storeShardStateDetails(value))
        const { libraries, ...rest } = openShardStateDetails(stored)
        expect({ ...rest, libraries: undefined }).toEqual({ ...value, libraries: undefined })
        const shape = (map: HashmapE<{ lib: Cell; publishers: HashmapE<true> }>) =>
          [...map.entries()].map((it) => [it.key, it.value.lib.hash(), [...it.value.publishers.keys()]])
        expect(shape(libraries)).toEqual(shape(value.libraries))
      }),
    )
  })
})

describe('McStateExtra', () => {
  test('is read as it was stored', () => {
    const extra = fc.record({
      shardHashes: fc.option(cell),
      config: fc.record({ configAddr: hash, config: cell }),
      details: cell,
      globalBalance: currencies,
    })
    fc.assert(
      fc.property(extra, (value) => {
        expect(openMcStateExtra(cellOf(storeMcStateExtra(value)))).toEqual(value)
      }),
    )
  })

  test('reads the details that storeMcStateDetails writes', () => {
    const details: fc.Arbitrary<McStateDetails> = fc.record({
      validatorInfo: fc.record({
        validatorListHashShort: uint32,
        catchainSeqno: uint32,
        nxCcUpdated: fc.boolean(),
      }),
      prevBlocks: fc.array(fc.record({ key: fc.boolean(), blkRef }), { maxLength: 6 }).map((list) =>
        HashmapAugE.from(
          OLD_MC_BLOCKS,
          list.map((value, i) => ({ key: keyOfUint(i, 32), value })),
        ),
      ),
      afterKeyBlock: fc.boolean(),
      lastKeyBlock: fc.option(blkRef, { nil: undefined }),
      blockCreateStats: fc.option(
        fc.oneof(
          entriesOf(creatorStats).map(
            (list) => ({ kind: 'plain', counters: HashmapE.from(CREATOR_STATS, list) }) as const,
          ),
          entriesOf(creatorStats).map(
            (list) => ({ kind: 'ext', counters: HashmapAugE.from(CREATOR_STATS_EXT, list) }) as const,
          ),
        ),
        { nil: undefined },
      ),
    })
    const shape = ({ prevBlocks, blockCreateStats, ...rest }: McStateDetails) => ({
      ...rest,
      prevBlocks: [...prevBlocks.entries()],
      maxLt: prevBlocks.extra,
      kind: blockCreateStats?.kind,
      stats: [...(blockCreateStats?.counters.entries() ?? [])],
    })
    fc.assert(
      fc.property(details, (value) => {
        expect(shape(openMcStateDetails(cellOf(storeMcStateDetails(value))))).toEqual(shape(value))
      }),
    )
  })

  test('rejects unknown flags and statistics', () => {
    expect(() => openMcStateDetails(beginCell().storeUint(2, 16).endCell())).toThrow('unknown flags 2')
    expect(() => loadBlockCreateStats(beginCell().storeUint(1, 8).endCell().beginParse())).toThrow(TlbError)
    const stats = { kind: 'ext', counters: HashmapAugE.empty(CREATOR_STATS_EXT) } as const
    expect(cellOf(storeBlockCreateStats(stats)).bits.toString()).toBe('34000000004_')
  })
})

describe('lastKeyBlockUpTo', () => {
  const keyBlocks = [0, 40, 99]
  const blocks = HashmapAugE.from(
    OLD_MC_BLOCKS,
    Array.from({ length: 128 }, (_, seqno) => ({
      key: keyOfUint(seqno, 32),
      value: {
        key: keyBlocks.includes(seqno),
        blkRef: { endLt: BigInt(seqno) * 10n, seqno, rootHash: Buffer.alloc(32), fileHash: Buffer.alloc(32) },
      },
    })),
  )

  test('finds the nearest key block at or before a seqno', () => {
    const found = [0, 39, 40, 98, 99, 127, 5000].map((seqno) => lastKeyBlockUpTo(blocks, seqno)?.seqno)
    expect(found).toEqual([0, 0, 40, 40, 99, 99, 99])
    expect(lastKeyBlockUpTo(HashmapAugE.empty(OLD_MC_BLOCKS), 3)).toBeUndefined()
  })

  test('opens only a few of the 255 cells', () => {
    const opened: Cell[] = []
    lastKeyBlockUpTo(
      blocks.watched((it) => opened.push(it)),
      98,
    )
    expect(opened.length).toBeLessThan(25)
  })

  test('finds blocks by seqno, and by lt through the extras', () => {
    expect(oldMcBlock(blocks, 40)?.key).toBe(true)
    expect(oldMcBlock(blocks, 128)).toBeUndefined()
    expect(blocks.first({ where: ({ maxEndLt }) => maxEndLt > 405n })?.value.blkRef.seqno).toBe(41)
    expect(blocks.extra).toEqual({ key: true, maxEndLt: 1270n })
  })
})
