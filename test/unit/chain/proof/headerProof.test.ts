import { beginCell, type Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { storeBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import type { BlockInfo } from '../../../../src-main/chain/block/blockInfo.ts'
import { storeBlockInfo } from '../../../../src-main/chain/block/blockInfo.ts'
import { storeMcBlockExtra } from '../../../../src-main/chain/block/mcBlockExtra.ts'
import { SHARD_FEES } from '../../../../src-main/chain/block/shardFees.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { CellUsage } from '../../../../src-main/chain/merkle/cellUsage.ts'
import { MerkleError } from '../../../../src-main/chain/merkle/merkleError.ts'
import { buildMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { buildMerkleUpdate } from '../../../../src-main/chain/merkle/merkleUpdate.ts'
import {
  blockConfig,
  blockShards,
  checkHeader,
  HeaderError,
  newStateHash,
} from '../../../../src-main/chain/proof/headerProof.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'
import { loadBlockHeader } from '../../../chain/blockCodecs.ts'
import { openHeaderProof } from '../../../chain/openedProofs.ts'
import '../block/arbitraries.ts'

const text = (value: string) => beginCell().storeStringTail(value).endCell()
const OLD_STATE = beginCell().storeRef(text('old')).storeRef(text('kept')).endCell()
const NEW_STATE = beginCell().storeRef(text('new')).storeRef(text('kept')).endCell()
const CONFIG = text('configuration')

const INFO: BlockInfo = {
  version: 0,
  beforeSplit: false,
  afterSplit: false,
  wantSplit: false,
  wantMerge: false,
  keyBlock: true,
  seqno: 9,
  vertSeqno: 0,
  shard: { workchain: -1, shard: FULL_SHARD },
  genUtime: 1_600_000_000,
  startLt: 1n,
  endLt: 4n,
  genValidatorListHashShort: 1,
  genCatchainSeqno: 2,
  minRefMcSeqno: 8,
  prevKeyBlockSeqno: 0,
  genSoftware: undefined,
  masterRef: undefined,
  prevRef: [{ endLt: 0n, seqno: 8, rootHash: Buffer.alloc(32, 1), fileHash: Buffer.alloc(32, 2) }],
  prevVertRef: undefined,
}

function blockOf(info: BlockInfo): Cell {
  const custom = storeMcBlockExtra({
    shardHashes: null,
    shardFees: HashmapAugE.empty(SHARD_FEES),
    prevBlkSignatures: [],
    recoverCreateMsg: undefined,
    mintMsg: undefined,
    config: info.keyBlock ? { configAddr: Buffer.alloc(32, 5), config: CONFIG } : undefined,
  })
  const isMasterchain = info.shard.workchain === -1
  const extra = storeBlockExtra({
    inMsgDescr: text('in'),
    outMsgDescr: text('out'),
    accountBlocks: text('accounts'),
    randSeed: Buffer.alloc(32),
    createdBy: Buffer.alloc(32),
    custom: isMasterchain ? beginCell().store(custom).endCell() : undefined,
  })
  return beginCell()
    .storeUint(0x11ef55aa, 32)
    .storeInt(-239, 32)
    .storeRef(beginCell().store(storeBlockInfo(info)))
    .storeRef(text('value flow'))
    .storeRef(buildMerkleUpdate(OLD_STATE, NEW_STATE))
    .storeRef(beginCell().store(extra))
    .endCell()
}

const idOf = (root: Cell, info = INFO): BlockIdExt => ({
  ...info.shard,
  seqno: info.seqno,
  rootHash: root.hash(),
  fileHash: Buffer.alloc(32, 7),
})

const BLOCK = blockOf(INFO)
const ID = idOf(BLOCK)

/** Returns a proof of the cells that `read` loads. */
function proofOf(root: Cell, read: (root: Cell) => void): Cell {
  const usage = new CellUsage(root)
  read(usage.root)
  return buildMerkleProof(root, usage, { unreadLeaves: 'prune' })
}

describe('openHeaderProof', () => {
  test('returns the header of a proof that prunes the rest', () => {
    const proof = proofOf(BLOCK, (root) => loadBlockHeader(root.beginParse()))
    expect(proof.refs).toHaveLength(1)
    const { id, info, cells } = openHeaderProof(proof, ID)
    expect({ id, info }).toEqual({ id: ID, info: INFO })
    expect(newStateHash(cells)).toBeUndefined()
    expect(() => blockConfig(cells)).toThrow(PrunedBranchError)
  })

  test('returns the hash of the state after it if the proof contains the update’s cell', () => {
    const proof = proofOf(BLOCK, (root) => void newStateHash(checkHeader(root, ID).cells))
    const { cells } = openHeaderProof(proof, ID)
    expect(newStateHash(cells)).toEqual(NEW_STATE.hash())
  })

  test('returns a key block’s configuration and shards if the proof contains them', () => {
    const proof = proofOf(BLOCK, (root) => void blockConfig(checkHeader(root, ID).cells)?.config.bits)
    const { cells } = openHeaderProof(proof, ID)
    expect(blockConfig(cells)?.config.equals(CONFIG)).toBe(true)
    expect(blockShards(cells)).toBeNull()
  })

  test('rejects a proof of another block', () => {
    const other = blockOf({ ...INFO, genUtime: 1 })
    const proof = proofOf(other, (root) => checkHeader(root, idOf(other)))
    expect(() => openHeaderProof(proof, ID)).toThrow(HeaderError)
  })

  test('rejects a cell that is not a proof, and a proof without the header', () => {
    expect(() => openHeaderProof(BLOCK, ID)).toThrow(MerkleError)
    const proof = proofOf(BLOCK, (root) => void root.bits)
    expect(() => openHeaderProof(proof, ID)).toThrow(PrunedBranchError)
  })
})

describe('checkHeader', () => {
  test.each([
    ['root-hash', { rootHash: Buffer.alloc(32) }],
    ['workchain', { workchain: 0 }],
    ['shard', { shard: 0x4000_0000_0000_0000n }],
    ['seqno', { seqno: 10 }],
  ] as const)('compares the %s', (check, wrong) => {
    let error: unknown
    try {
      checkHeader(BLOCK, { ...ID, ...wrong })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(HeaderError)
    expect(error).toMatchObject({ code: check, block: { ...ID, ...wrong } })
  })
})

describe('blockShards', () => {
  test('rejects a shard block', () => {
    const info: BlockInfo = {
      ...INFO,
      keyBlock: false,
      shard: { workchain: 0, shard: FULL_SHARD },
      masterRef: INFO.prevRef[0],
    }
    const root = blockOf(info)
    const { cells } = checkHeader(root, idOf(root, info))
    expect(() => blockShards(cells)).toThrow(TlbError)
    expect(blockConfig(cells)).toBeUndefined()
  })
})
