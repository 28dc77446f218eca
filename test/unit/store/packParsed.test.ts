import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packHistory, packMcBlock } from '../../../src-main/store/packParsed.ts'
import { unpackHistory, unpackMcBlock } from '../../../src-main/store/unpackParsed.ts'
import { anyHistory, anyMcBlock } from './anyFacts.ts'

describe('packed blocks and histories', () => {
  it('are unpacked without a change', () => {
    const unpacksBlock = fc.property(anyMcBlock, (facts) => {
      expect(unpackMcBlock(packMcBlock(facts))).toEqual(facts)
    })
    const unpacksHistory = fc.property(anyHistory, (facts) => {
      expect(unpackHistory(packHistory(facts))).toEqual(facts)
    })
    fc.assert(unpacksBlock)
    fc.assert(unpacksHistory)
  })

  it('have an ArrayBuffer of their own and of their size, which can be transferred', () => {
    const packed = packMcBlock({ blocks: [], shardTops: [{ workchain: 0, shard: 1n << 63n, seqno: 5 }] })
    const next = packMcBlock({ blocks: [], shardTops: [{ workchain: 0, shard: 1n << 62n, seqno: 6 }] })
    expect([packed.buffer.byteLength, next.buffer.byteLength]).toEqual([packed.length, next.length])
    const moved = structuredClone(packed, { transfer: [packed.buffer as ArrayBuffer] })
    expect(packed.length).toBe(0)
    expect(unpackMcBlock(moved).shardTops).toEqual([{ workchain: 0, shard: 1n << 63n, seqno: 5 }])
  })

  it('are rejected if they are of the other kind or truncated', () => {
    const packed = packMcBlock({ blocks: [], shardTops: [{ workchain: 0, shard: 1n, seqno: 5 }] })
    expect(() => unpackHistory(packed)).toThrow(RangeError)
    expect(() => unpackMcBlock(packed.subarray(0, packed.length - 1))).toThrow(RangeError)
    expect(() => unpackMcBlock(Buffer.concat([packed, Buffer.alloc(1)]))).toThrow(RangeError)
  })

  it('require addresses of 33 bytes', () => {
    const history = { transactions: [], states: [], histories: [] }
    expect(() =>
      packHistory({
        ...history,
        histories: [
          {
            account: Buffer.alloc(32),
            mcSeqno: 1,
            newestLt: 0n,
            oldestLt: 0n,
            isComplete: true,
            searchedSeqno: 0,
          },
        ],
      }),
    ).toThrow(RangeError)
  })
})
