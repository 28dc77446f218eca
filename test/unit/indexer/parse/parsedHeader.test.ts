import { describe, expect, test } from 'vitest'
import type { BlockInfo } from '../../../../src-main/chain/block/blockInfo.ts'
import { parsedHeader } from '../../../../src-main/indexer/parse/parsedHeader.ts'

const ref = (seqno: number) => ({
  endLt: 1n,
  seqno,
  rootHash: Buffer.alloc(32, seqno),
  fileHash: Buffer.alloc(32, seqno),
})

const INFO: BlockInfo = {
  version: 0,
  beforeSplit: false,
  afterSplit: false,
  wantSplit: false,
  wantMerge: true,
  keyBlock: false,
  seqno: 9,
  vertSeqno: 1,
  shard: { workchain: 0, shard: 0x4000000000000000n },
  genUtime: 1_700_000_000,
  startLt: 10n,
  endLt: 20n,
  genValidatorListHashShort: 0xffffffff,
  genCatchainSeqno: 2,
  minRefMcSeqno: 3,
  prevKeyBlockSeqno: 4,
  genSoftware: undefined,
  masterRef: ref(5),
  prevRef: [ref(8)],
  prevVertRef: undefined,
}
const EXTRA = { randSeed: Buffer.alloc(32, 1), createdBy: Buffer.alloc(32) }
const facts = (info: Partial<BlockInfo>) => parsedHeader({ globalId: -239 }, { ...INFO, ...info }, EXTRA)

describe('parsedHeader', () => {
  test.each([
    { what: 'a block of the same shard', info: {}, prev: [['4000000000000000', 8]] },
    { what: 'after a split', info: { afterSplit: true }, prev: [['8000000000000000', 8]] },
    {
      what: 'after a merge',
      info: { prevRef: [ref(7), ref(8)] as const },
      prev: [
        ['2000000000000000', 7],
        ['6000000000000000', 8],
      ],
    },
  ])('has the previous blocks: $what', ({ info, prev }) => {
    const { prevBlocks, afterMerge } = facts(info)
    expect(prevBlocks.map(({ shard, seqno }) => [shard.toString(16), seqno])).toEqual(prev)
    expect(afterMerge).toBe(prev.length === 2)
  })

  test('has no masterchain reference for a masterchain block', () => {
    expect(facts({}).masterRefSeqno).toBe(5)
    const shard = { workchain: -1, shard: 1n << 63n }
    expect(facts({ shard, masterRef: undefined }).masterRefSeqno).toBe(0)
  })

  test('has flags that tell whether the software is given', () => {
    const genSoftware = { version: 13, capabilities: 0n }
    expect([facts({}).flags, facts({ genSoftware }).flags]).toEqual([0, 1])
    expect([facts({}).vertSeqnoIncr, facts({ prevVertRef: ref(1) }).vertSeqnoIncr]).toEqual([false, true])
    expect(facts({}).validatorListHashShort).toBe(0xffffffff)
  })
})
