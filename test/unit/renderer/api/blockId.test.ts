import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import {
  blockIdKey,
  blockIdOf,
  blockIdParameters,
  newShardBlocks,
} from '../../../../src-renderer/api/blockId.ts'

const LEFT = 0x4000_0000_0000_0000n
const RIGHT = 0xc000_0000_0000_0000n
const block = (shard: bigint, seqno: number, workchain = 0) => ({ workchain, shard, seqno })
const names = (places: ReturnType<typeof newShardBlocks>) => places.map(blockIdKey)

describe('newShardBlocks', () => {
  it('is empty when no shard went on', () => {
    expect(newShardBlocks([block(LEFT, 5)], [block(LEFT, 5)])).toEqual([])
  })

  it('lists every block of a chain that grew by several', () => {
    expect(names(newShardBlocks([block(FULL_SHARD, 5)], [block(FULL_SHARD, 8)]))).toEqual([
      '0:8000000000000000:6',
      '0:8000000000000000:7',
      '0:8000000000000000:8',
    ])
  })

  it('follows a split from the parent, a merge from the higher child', () => {
    const split = newShardBlocks([block(FULL_SHARD, 22)], [block(LEFT, 23), block(RIGHT, 23)])
    expect(names(split)).toEqual(['0:4000000000000000:23', '0:c000000000000000:23'])
    const merged = newShardBlocks([block(LEFT, 30), block(RIGHT, 33)], [block(FULL_SHARD, 34)])
    expect(names(merged)).toEqual(['0:8000000000000000:34'])
  })

  it('takes a new workchain as it is and keeps workchains apart', () => {
    const after = [block(FULL_SHARD, 9), block(FULL_SHARD, 1, 3)]
    expect(names(newShardBlocks([block(FULL_SHARD, 8)], after))).toEqual([
      '0:8000000000000000:9',
      '3:8000000000000000:1',
    ])
  })

  it('lists no more than sixteen of a long chain, the newest', () => {
    const added = newShardBlocks([block(FULL_SHARD, 1)], [block(FULL_SHARD, 1000)])
    expect([added.length, added[0]?.seqno, added.at(-1)?.seqno]).toEqual([16, 985, 1000])
  })
})

describe('placeOf and placeParameters', () => {
  it('turn the signed shard of the API into ours and back', () => {
    const place = blockIdOf({
      '@type': 'ton.blockIdExt',
      workchain: -1,
      shard: '-9223372036854775808',
      seqno: 7,
      root_hash: '',
      file_hash: '',
    })
    expect(place).toEqual({ workchain: -1, shard: FULL_SHARD, seqno: 7 })
    expect(blockIdParameters(place)).toEqual({ workchain: -1, shard: '-9223372036854775808', seqno: 7 })
  })
})
