import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockInfo } from '../../../../src-main/chain/block/blockInfo.ts'
import {
  isAfterMerge,
  isMasterchainInfo,
  loadBlockInfo,
  loadLazyBlockInfo,
  masterBlock,
  prevBlocks,
  storeBlockInfo,
} from '../../../../src-main/chain/block/blockInfo.ts'
import type { ExtBlkRef } from '../../../../src-main/chain/block/extBlkRef.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'
import { bigUint, expectRoundTrip, hash, maybe, uint } from './arbitraries.ts'
import { pruned } from './prunedCell.ts'

const ref = (seqno: number): ExtBlkRef => ({
  endLt: BigInt(seqno) * 1_000_000n,
  seqno,
  rootHash: Buffer.alloc(32, seqno),
  fileHash: Buffer.alloc(32, seqno + 100),
})

const masterchainInfo: BlockInfo = {
  version: 0,
  beforeSplit: false,
  afterSplit: false,
  wantSplit: false,
  wantMerge: false,
  keyBlock: true,
  seqno: 8,
  vertSeqno: 0,
  shard: { workchain: -1, shard: FULL_SHARD },
  genUtime: 1_600_000_000,
  startLt: 8_000_000n,
  endLt: 8_000_004n,
  genValidatorListHashShort: 0xdd2ebea0,
  genCatchainSeqno: 3,
  minRefMcSeqno: 5,
  prevKeyBlockSeqno: 2,
  genSoftware: { version: 13, capabilities: 494n },
  masterRef: undefined,
  prevRef: [ref(7)],
  prevVertRef: undefined,
}
const shardInfo: BlockInfo = {
  ...masterchainInfo,
  keyBlock: false,
  shard: { workchain: 0, shard: 0x4000_0000_0000_0000n },
  genSoftware: undefined,
  masterRef: ref(6),
}

const cellOf = (info: BlockInfo) => beginCell().store(storeBlockInfo(info)).endCell()

const anyRef: fc.Arbitrary<ExtBlkRef> = fc.record({
  endLt: bigUint(64),
  seqno: uint(32),
  rootHash: hash,
  fileHash: hash,
})
const anyFields: fc.Arbitrary<BlockInfo> = fc.record({
  version: uint(32),
  beforeSplit: fc.boolean(),
  afterSplit: fc.boolean(),
  wantSplit: fc.boolean(),
  wantMerge: fc.boolean(),
  keyBlock: fc.boolean(),
  seqno: uint(32).map((seqno) => Math.max(seqno, 1)),
  vertSeqno: uint(32).map((seqno) => Math.max(seqno, 1)),
  shard: fc.constantFrom(
    { workchain: 0, shard: 0xa800_0000_0000_0000n },
    { workchain: -1, shard: FULL_SHARD },
  ),
  genUtime: uint(32),
  startLt: bigUint(64),
  endLt: bigUint(64),
  genValidatorListHashShort: uint(32),
  genCatchainSeqno: uint(32),
  minRefMcSeqno: uint(32),
  prevKeyBlockSeqno: uint(32),
  genSoftware: maybe(fc.record({ version: uint(32), capabilities: bigUint(64) })),
  masterRef: anyRef,
  prevRef: fc.oneof(fc.tuple(anyRef), fc.tuple(anyRef, anyRef)),
  prevVertRef: maybe(anyRef),
})

const anyInfo = anyFields.map((info) =>
  info.shard.workchain === -1 ? { ...info, masterRef: undefined } : info,
)

describe('loadBlockInfo', () => {
  test('reads a header that storeBlockInfo writes, with any optional parts', () => {
    expectRoundTrip(anyInfo, loadBlockInfo, storeBlockInfo)
  })

  test('rejects another constructor, unknown flags and seqno 0', () => {
    const load = (bits: string) => () =>
      loadBlockInfo(beginCell().storeBuffer(Buffer.from(bits, 'hex')).endCell().beginParse())
    expect(load('9bc7a988')).toThrow(TlbError)
    expect(load('9bc7a987 00000000 00 02'.replaceAll(' ', ''))).toThrow('BlockInfo: flags 2')
    expect(load('9bc7a987 00000000 00 00 00000000'.replaceAll(' ', ''))).toThrow('BlockInfo: seqno 0')
  })

  test('rejects a masterchain block with not_master', () => {
    const bits = cellOf(masterchainInfo).bits.subbuffer(0, 64 + 8)
    const [first, rest] = [Buffer.from(bits!), cellOf(masterchainInfo)]
    first[8] = first[8]! | 0x80
    const lying = beginCell()
      .storeBuffer(first)
      .storeBits(rest.bits.substring(72, rest.bits.length - 72))
      .storeRef(rest.refs[0]!)
      .storeRef(rest.refs[0]!)
      .endCell()
    expect(() => loadBlockInfo(lying.beginParse())).toThrow('BlockInfo: not_master is true in workchain -1')
  })

  test('throws PrunedBranchError for pruned references to other blocks', () => {
    const whole = cellOf(masterchainInfo)
    const proof = beginCell().storeBits(whole.bits).storeRef(pruned(whole.refs[0]!)).endCell()
    expect(() => loadBlockInfo(proof.beginParse())).toThrow(PrunedBranchError)
  })
})

describe('loadLazyBlockInfo', () => {
  test('reads the same fields as loadBlockInfo', () => {
    expectRoundTrip(anyInfo, loadLazyBlockInfo, storeBlockInfo)
  })

  test('throws PrunedBranchError only when a pruned reference is read', () => {
    const whole = cellOf({ ...shardInfo, prevRef: [ref(6), ref(7)] })
    const [master, prev] = whole.refs
    const proof = beginCell().storeBits(whole.bits).storeRef(master!).storeRef(pruned(prev!)).endCell()
    const info = loadLazyBlockInfo(proof.beginParse())
    expect(info.seqno).toBe(8)
    expect(info.masterRef).toEqual(shardInfo.masterRef)
    expect(() => info.prevRef).toThrow(PrunedBranchError)
    expect(() => prevBlocks(info)).toThrow(PrunedBranchError)
  })
})

describe('storeBlockInfo', () => {
  test('rejects a masterchain block with a masterchain reference, and a shard block without one', () => {
    expect(() => storeBlockInfo({ ...masterchainInfo, masterRef: ref(6) })).toThrow(TlbError)
    expect(() => storeBlockInfo({ ...shardInfo, masterRef: undefined })).toThrow(TlbError)
  })
})

describe('prevBlocks', () => {
  test('returns the previous block of the same shard', () => {
    const { rootHash, fileHash } = ref(7)
    const expected = [{ workchain: 0, shard: 0x4000_0000_0000_0000n, seqno: 7, rootHash, fileHash }]
    expect(prevBlocks(shardInfo)).toEqual(expected)
  })

  test('returns the parent shard’s block after a split', () => {
    const [prev] = prevBlocks({ ...shardInfo, afterSplit: true })
    expect(prev?.shard).toBe(FULL_SHARD)
  })

  test('returns the blocks of the left and the right half after a merge', () => {
    const merged: BlockInfo = { ...shardInfo, prevRef: [ref(6), ref(7)] }
    expect(isAfterMerge(merged)).toBe(true)
    expect(prevBlocks(merged).map(({ shard, seqno }) => ({ shard, seqno }))).toEqual([
      { shard: 0x2000_0000_0000_0000n, seqno: 6 },
      { shard: 0x6000_0000_0000_0000n, seqno: 7 },
    ])
  })
})

describe('masterBlock', () => {
  test('returns the masterchain block to which a shard block refers', () => {
    const { rootHash, fileHash } = ref(6)
    const expected = { workchain: -1, shard: FULL_SHARD, seqno: 6, rootHash, fileHash }
    expect(masterBlock(shardInfo)).toEqual(expected)
    expect(isMasterchainInfo(shardInfo)).toBe(false)
  })

  test('returns undefined for a masterchain block', () => {
    expect(masterBlock(masterchainInfo)).toBeUndefined()
    expect(isMasterchainInfo(masterchainInfo)).toBe(true)
  })
})
