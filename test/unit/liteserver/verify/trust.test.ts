import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { ProofError } from '../../../../src-main/liteserver/errors.ts'
import { Trust } from '../../../../src-main/liteserver/verify/trust.ts'

function block(seqno: number, fill = seqno): BlockIdExt {
  const hash = Buffer.alloc(32, fill)
  return { workchain: -1, shard: FULL_SHARD, seqno, rootHash: hash, fileHash: hash }
}

const link = (to: BlockIdExt, isKeyBlock = false) => ({ to, isKeyBlock, genUtime: 0 })

describe('Trust', () => {
  it('starts with only the anchor', () => {
    const trust = new Trust({ anchor: block(10) })
    expect(trust.isProved(block(10))).toBe(true)
    expect(trust.isProved(block(11))).toBe(false)
    expect([trust.newest, trust.keyBlock]).toEqual([block(10), block(10)])
  })

  it("starts at the key block of an earlier run unless the config's anchor is later", () => {
    expect(new Trust({ anchor: block(10), storedKeyBlock: block(50) }).keyBlock).toEqual(block(50))
    expect(new Trust({ anchor: block(60), storedKeyBlock: block(50) }).keyBlock).toEqual(block(60))
  })

  it('keeps the key block of an earlier run when an earlier one is proved from it', () => {
    const trust = new Trust({ anchor: block(10), storedKeyBlock: block(50) })
    trust.note(link(block(30), true))
    expect(trust.keyBlock).toEqual(block(50))
  })

  it('starts at the anchor again when the key block of an earlier run is dropped', () => {
    const trust = new Trust({ anchor: block(10), storedKeyBlock: block(50) })
    expect(trust.startsAtStoredBlock).toBe(true)
    trust.resetToAnchor()
    expect([trust.startsAtStoredBlock, trust.newest, trust.keyBlock]).toEqual([false, block(10), block(10)])
    expect([trust.isProved(block(10)), trust.isProved(block(50, 51))]).toEqual([true, false])
    trust.note(link(block(20), true))
    expect(trust.keyBlock).toEqual(block(20))
  })

  it('follows the chain and its key blocks', () => {
    const trust = new Trust({ anchor: block(0) })
    trust.note(link(block(20), true))
    trust.note(link(block(30)))
    trust.note(link(block(5), true))
    expect([trust.newest, trust.keyBlock]).toEqual([block(30), block(20)])
    expect([5, 20, 30, 31].map((seqno) => trust.block(seqno)?.seqno)).toEqual([5, 20, 30, undefined])
  })

  it('uses the key block before an anchor that is not a key block', () => {
    const trust = new Trust({ anchor: block(10) })
    trust.note(link(block(7), true))
    expect([trust.newest, trust.keyBlock]).toEqual([block(10), block(7)])
  })

  it('does not let a proved block be replaced', () => {
    const trust = new Trust({ anchor: block(0) })
    trust.note(link(block(20)))
    expect(() => trust.isProved(block(20, 21))).toThrow(ProofError)
    expect(() => trust.note(link({ ...block(20), fileHash: Buffer.alloc(32, 9) }))).toThrow('fork')
    expect(trust.block(20)).toEqual(block(20))
  })

  it('records no shard blocks', () => {
    expect(new Trust({ anchor: block(0) }).isProved({ ...block(0), workchain: 0 })).toBe(false)
  })

  it('drops the least recently used blocks', () => {
    const trust = new Trust({ anchor: block(0), limit: 3 })
    for (const seqno of [1, 2]) trust.note(link(block(seqno)))
    expect(trust.isProved(block(0))).toBe(true)
    trust.note(link(block(3)))
    expect([0, 1, 2, 3].map((seqno) => trust.block(seqno) !== undefined)).toEqual([true, false, true, true])
  })
})
