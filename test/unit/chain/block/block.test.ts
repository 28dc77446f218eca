import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { Block } from '../../../../src-main/chain/block/block.ts'
import { loadBlock, storeBlock } from '../../../../src-main/chain/block/block.ts'
import type { BlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import { loadBlockExtra, storeBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import type { McBlockExtra } from '../../../../src-main/chain/block/mcBlockExtra.ts'
import {
  loadMcBlockConfig,
  loadMcBlockShards,
  storeMcBlockExtra,
} from '../../../../src-main/chain/block/mcBlockExtra.ts'
import { SHARD_FEES, shardFeesKey } from '../../../../src-main/chain/block/shardFees.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { PrunedBranchError, parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import { loadBlockHeader, loadMcBlockExtra } from '../../../chain/blockCodecs.ts'
import { cell, expectRoundTrip, expectSameCells, hash, maybe, plainCurrencies } from './arbitraries.ts'
import { pruned } from './prunedCell.ts'

const marked = (mark: number) => beginCell().storeUint(mark, 16).endCell()
const none = { coins: 0n }
const BLOCK: Block = {
  globalId: -777,
  info: {
    version: 0,
    beforeSplit: false,
    afterSplit: false,
    wantSplit: false,
    wantMerge: false,
    keyBlock: false,
    seqno: 1,
    vertSeqno: 0,
    shard: { workchain: -1, shard: FULL_SHARD },
    genUtime: 1_600_000_000,
    startLt: 1n,
    endLt: 4n,
    genValidatorListHashShort: 1,
    genCatchainSeqno: 2,
    minRefMcSeqno: 0,
    prevKeyBlockSeqno: 0,
    genSoftware: undefined,
    masterRef: undefined,
    prevRef: [{ endLt: 0n, seqno: 0, rootHash: Buffer.alloc(32, 1), fileHash: Buffer.alloc(32, 2) }],
    prevVertRef: undefined,
  },
  valueFlow: {
    fromPrevBlk: none,
    toNextBlk: none,
    imported: none,
    exported: none,
    feesCollected: none,
    burned: undefined,
    feesImported: none,
    recovered: none,
    created: none,
    minted: none,
  },
  stateUpdate: marked(1),
  extra: marked(2),
}
const BLOCK_CELL = beginCell().store(storeBlock(BLOCK)).endCell()

describe('loadBlock', () => {
  test('reads a block that storeBlock writes', () => {
    expect(parseCell(BLOCK_CELL, 'Block', loadBlock)).toEqual(BLOCK)
  })

  test('rejects another constructor', () => {
    expect(() => parseCell(marked(1), 'Block', loadBlock)).toThrow(TlbError)
  })
})

describe('loadBlockHeader', () => {
  test('reads a proof that contains only the header', () => {
    const [info, ...others] = BLOCK_CELL.refs
    const builder = beginCell().storeBits(BLOCK_CELL.bits).storeRef(info!)
    for (const other of others) builder.storeRef(pruned(other))
    const proof = builder.endCell()
    expect(loadBlockHeader(proof.beginParse())).toEqual(BLOCK.info)
    expect(() => parseCell(proof, 'Block', loadBlock)).toThrow(PrunedBranchError)
  })
})

describe('loadBlockExtra', () => {
  test('reads an extra that storeBlockExtra writes', () => {
    const extra: fc.Arbitrary<BlockExtra> = fc.record({
      inMsgDescr: cell,
      outMsgDescr: cell,
      accountBlocks: cell,
      randSeed: hash,
      createdBy: hash,
      custom: maybe(cell),
    })
    expectRoundTrip(extra, loadBlockExtra, storeBlockExtra)
  })
})

const mcExtra: fc.Arbitrary<McBlockExtra> = fc.record({
  shardHashes: fc.option(cell),
  shardFees: fc
    .option(fc.record({ fees: plainCurrencies, create: plainCurrencies }))
    .map((fees) =>
      fees
        ? HashmapAugE.empty(SHARD_FEES).set(shardFeesKey({ workchain: 0, shard: FULL_SHARD }), fees)
        : HashmapAugE.empty(SHARD_FEES),
    ),
  prevBlkSignatures: fc.array(
    fc.record({ nodeIdShort: hash, signature: fc.tuple(hash, hash).map((parts) => Buffer.concat(parts)) }),
    { maxLength: 4 },
  ),
  recoverCreateMsg: maybe(cell),
  mintMsg: maybe(cell),
  config: maybe(fc.record({ configAddr: hash, config: cell })),
})

describe('loadMcBlockExtra', () => {
  test('reads an extra that storeMcBlockExtra writes', () => {
    expectSameCells(mcExtra, loadMcBlockExtra, storeMcBlockExtra)
  })

  test('reads shards or configuration from a proof that prunes the rest', () => {
    fc.assert(
      fc.property(mcExtra, (extra) => {
        const whole = beginCell().store(storeMcBlockExtra(extra)).endCell()
        const config = extra.config?.config
        const builder = beginCell().storeBits(whole.bits)
        for (const ref of whole.refs) builder.storeRef(ref === config ? ref : pruned(ref))
        const proof = builder.endCell()
        expect(loadMcBlockConfig(proof.beginParse())).toEqual(extra.config)
        expect(loadMcBlockShards(whole.beginParse())).toEqual(extra.shardHashes)
      }),
    )
  })
})
