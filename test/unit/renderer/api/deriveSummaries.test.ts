import { describe, expect, it } from 'vitest'
import { blockIdKey, indexedBlockId } from '../../../../src-renderer/api/blockId.ts'
import { deriveSummaries, newestMaster, shardsAfter } from '../../../../src-renderer/api/deriveSummaries.ts'
import type { BlockJson } from '../../../../src-shared/schema/v3/blocks.ts'

const FULL = '8000000000000000'
const LEFT = '4000000000000000'
const RIGHT = 'C000000000000000'

/** The fields of a block that summaries are derived from. */
function block(workchain: number, shard: string, seqno: number, master: number, before: [string, number][]) {
  return {
    workchain,
    shard,
    seqno,
    root_hash: `root ${workchain} ${seqno}`,
    gen_utime: String(1_000 + master),
    key_block: master === 3,
    global_id: -777,
    tx_count: 10 * master + Math.abs(workchain),
    masterchain_block_ref: { workchain: -1, shard: FULL, seqno: master },
    prev_blocks: before.map(([prefix, number]) => ({ workchain, shard: prefix, seqno: number })),
  } as unknown as BlockJson
}

const master = (seqno: number) => block(-1, FULL, seqno, seqno, [[FULL, seqno - 1]])

/** One shard, two blocks of it at once in 2, split in 3, idle right half in 4, merged in 5. */
const CHAIN: readonly BlockJson[] = [
  master(5),
  block(0, FULL, 6, 5, [
    [LEFT, 5],
    [RIGHT, 4],
  ]),
  master(4),
  block(0, LEFT, 5, 4, [[LEFT, 4]]),
  master(3),
  block(0, LEFT, 4, 3, [[FULL, 3]]),
  block(0, RIGHT, 4, 3, [[FULL, 3]]),
  master(2),
  block(0, FULL, 3, 2, [[FULL, 2]]),
  block(0, FULL, 2, 2, [[FULL, 1]]),
  master(1),
  block(0, FULL, 1, 1, [[FULL, 0]]),
]

function derive(blocks: readonly BlockJson[], to = 5) {
  const seqno = newestMaster(blocks, to)
  const shards = shardsAfter(blocks, seqno)
  return deriveSummaries(blocks, { seqno, shards: shards ?? [] })
}

describe('deriveSummaries', () => {
  it('finds the shard blocks that each masterchain block committed, across a split and a merge', () => {
    const found = derive(CHAIN).map(({ seqno, blocks, shards }) => ({
      seqno,
      added: blocks.slice(1).map(({ blockId }) => blockIdKey(blockId)),
      shards: shards.length,
    }))
    expect(found).toEqual([
      { seqno: 5, added: ['0:8000000000000000:6'], shards: 1 },
      { seqno: 4, added: ['0:4000000000000000:5'], shards: 2 },
      { seqno: 3, added: ['0:4000000000000000:4', '0:c000000000000000:4'], shards: 2 },
      { seqno: 2, added: ['0:8000000000000000:2', '0:8000000000000000:3'], shards: 1 },
      { seqno: 1, added: ['0:8000000000000000:1'], shards: 1 },
    ])
  })

  it('takes time, hash, key block and transactions of each block from the answer', () => {
    const third = derive(CHAIN).find(({ seqno }) => seqno === 3)
    expect(third).toMatchObject({ utime: 1_003, rootHash: 'root -1 3', isKeyBlock: true })
    expect(third?.blocks.map(({ transactions }) => transactions)).toEqual([31, 30, 30])
  })

  it('leaves out a summary that could lack a shard block, whichever block the answer misses', () => {
    for (const missing of CHAIN) {
      const rest = CHAIN.filter((other) => other !== missing)
      const whole = new Map(derive(CHAIN).map((summary) => [summary.seqno, summary]))
      const shards = shardsAfter(CHAIN, 5) ?? []
      const found = deriveSummaries(rest, { seqno: 5, shards })
      const name = blockIdKey(indexedBlockId(missing))
      expect(found.length, name).toBeLessThan(5)
      for (const summary of found) expect(summary, name).toEqual(whole.get(summary.seqno))
    }
  })

  it('starts at an older block if the answer contains newer ones too', () => {
    expect(derive(CHAIN, 3)).toEqual(derive(CHAIN).slice(2))
  })
})

describe('shardsAfter', () => {
  it('is undefined if a shard has no block in the answer', () => {
    const withoutRight = CHAIN.filter(({ shard, seqno }) => shard !== RIGHT && seqno > 3)
    expect(shardsAfter(withoutRight, 4)).toBeUndefined()
    expect(shardsAfter([master(1)], 1)).toBeUndefined()
  })
})
