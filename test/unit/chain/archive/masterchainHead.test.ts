import { describe, expect, it } from 'vitest'
import { FlatBocError } from '../../../../src-main/chain/archive/flatBoc.ts'
import { readShardTops } from '../../../../src-main/chain/archive/masterchainHead.ts'
import { loadTopShardBlocks } from '../../../../src-main/chain/archive/shardTops.ts'
import { MASTERCHAIN } from '../../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { sampleContents } from './sampleNetwork.ts'

describe('readShardTops', () => {
  const blocks = sampleContents().blocks.filter(({ id }) => id.workchain === MASTERCHAIN)

  it('finds the same shards as the cells of every masterchain block', () => {
    expect(blocks.length).toBeGreaterThan(10)
    for (const { read } of blocks) {
      const data = read()
      expect(readShardTops(data)).toEqual(loadTopShardBlocks(parseBocRoot(data)))
    }
  })

  it('rejects shard blocks and truncated files', () => {
    const shardBlock = sampleContents().blocks.find(({ id }) => id.workchain !== MASTERCHAIN)
    expect(() => readShardTops(shardBlock?.read() ?? Buffer.alloc(0))).toThrow(FlatBocError)
    const data = blocks[0]?.read() ?? Buffer.alloc(0)
    for (let length = 0; length < data.length; length += 101) {
      expect(() => readShardTops(data.subarray(0, length))).toThrow(FlatBocError)
    }
  })
})
