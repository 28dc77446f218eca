import { createHash } from 'node:crypto'
import { Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { masterBlock, prevBlocks } from '../../src-main/chain/block/blockInfo.ts'
import { blockTransactions } from '../../src-main/chain/block/blockTransactions.ts'
import { allShards, findShard, shardBlockId } from '../../src-main/chain/block/shardHashes.ts'
import { loadTransaction } from '../../src-main/chain/block/transaction.ts'
import { type BlockIdExt, formatBlockIdExt } from '../../src-main/chain/blockId.ts'
import { parseBoc, parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { blockConfig, blockShards, checkHeader } from '../../src-main/chain/proof/headerProof.ts'
import { PrunedBranchError, parseCell } from '../../src-main/chain/tlb.ts'
import { openHeaderProof } from '../chain/openedProofs.ts'
import { rebuildBlock } from './rebuiltBlock.ts'
import {
  fixtureBlocks,
  GENESIS,
  readPackage,
  readShared,
  realnetBlocks,
  realnetZeroBlocks,
} from './sharedBlocks.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

describe.skipIf(!hasShared)(`recorded blocks (${NEEDS_SHARED})`, () => {
  const seen = new Map<string, number>()
  const rebuild = (root: Cell) => {
    const rebuilt = rebuildBlock(root)
    for (const [kind, times] of rebuilt.kinds) seen.set(kind, (seen.get(kind) ?? 0) + times)
    return rebuilt
  }

  test('every whole block of fixtures/ equals the manifest, and is written as it was read', () => {
    const blocks = fixtureBlocks()
    expect(blocks).toHaveLength(125)
    for (const { file, boc, id, fileHashStart, ...said } of blocks) {
      const root = parseBocRoot(boc)
      const fileHash = sha256(boc)
      expect(hex(fileHash), file).toMatch(fileHashStart)
      const { info } = checkHeader(root, { ...id, fileHash })
      const rebuilt = rebuild(root)
      expect(hex(rebuilt.root.hash()), file).toBe(hex(id.rootHash))
      expect(
        {
          genUtime: info.genUtime,
          isKeyBlock: info.keyBlock,
          globalId: rebuilt.globalId,
          globalVersion: info.genSoftware?.version,
          transactions: rebuilt.transactions,
        },
        file,
      ).toEqual(said)
    }
  })

  test('every block of the mainnet genesis archive is the one its entry names, and is written as it was read', () => {
    const entries = ['archive.00000.pack', 'archive.00000.0_8000000000000000.pack']
      .flatMap((name) => readPackage(`${GENESIS}/${name}`))
      .filter(({ kind }) => kind === 'block')
    expect(entries).toHaveLength(299)
    for (const { id, data } of entries) {
      const root = parseBocRoot(data)
      checkHeader(root, id)
      expect(hex(sha256(data))).toBe(hex(id.fileHash))
      expect(hex(rebuild(root).root.hash())).toBe(hex(id.rootHash))
    }
  })

  test('every block of realnet/ is written as it was read, and follows and commits to known blocks', () => {
    const known = new Set(realnetZeroBlocks().map(formatBlockIdExt))
    let count = 0
    for (const { id, boc } of realnetBlocks()) {
      const root = parseBocRoot(boc)
      const { info, cells } = checkHeader(root, id)
      expect(hex(sha256(boc))).toBe(hex(id.fileHash))
      expect(hex(rebuild(root).root.hash())).toBe(hex(id.rootHash))
      const isKnown = (block: BlockIdExt) => known.has(formatBlockIdExt(block))
      expect(prevBlocks(info).every(isKnown)).toBe(true)
      const master = masterBlock(info)
      expect(master === undefined || isKnown(master)).toBe(true)
      if (id.workchain === -1) {
        const shards = allShards(blockShards(cells))
        expect(shards.map(shardBlockId).every(isKnown)).toBe(true)
        for (const { workchain, shard, descr } of shards) {
          expect(findShard(blockShards(cells), workchain, shard)?.descr).toEqual(descr)
        }
      }
      known.add(formatBlockIdExt(id))
      count++
    }
    expect(count).toBe(2546)
  })

  test('all forms but those that no network makes were among them', () => {
    const expected = [
      'envelope v1',
      'envelope v2',
      'in deferred-fin',
      'in deferred-tr',
      'in ext',
      'in fin',
      'in imm',
      'message external-in',
      'message external-out',
      'message internal',
      'out deferred-tr',
      'out deq-imm',
      'out deq-short',
      'out ext',
      'out imm',
      'out new',
      'transaction generic',
      'transaction tick-tock',
    ]
    expect([...seen.keys()].sort()).toEqual(expected)
  })

  test('bundle-56703839: account_blocks and descriptors, rebuilt from their leaves, have mainnet’s hashes', () => {
    const boc = readShared('fixtures/rsquad-ton-rust-node/bundle-56703839/block_56703839.boc')
    const root = parseBocRoot(boc)
    const rebuilt = rebuildBlock(root).root
    const extraHashes = (block: Cell) => block.refs[3]!.refs.map((ref) => hex(ref.hash()))
    expect(extraHashes(rebuilt)).toEqual(extraHashes(root))
    expect(hex(rebuilt.hash())).toBe('5b25cdef8466c04571335b40ac4f74fdbb9eda5de9046225f1351ef1971db775')
  })

  test.each([1, 3, 4, 5])('tongo’s block-%i decodes to the same values as with tongo', (number) => {
    const path = `fixtures/tonkeeper-tongo/block-${number}`
    const root = parseBocRoot(readShared(`${path}.boc`))
    const tongo = JSON.parse(readShared(`${path}.expected.json.gz`).toString())
    const { valueFlow, inMessages, outMessages } = rebuildBlock(root)
    expect([inMessages, outMessages]).toEqual([tongo.InMsgDescrLength, tongo.OutMsgDescrLength])
    for (const [field, theirs] of Object.entries<{ Grams: string } | null>(tongo.ValueFlow)) {
      const ours = valueFlow[`${field[0]!.toLowerCase()}${field.slice(1)}` as keyof typeof valueFlow]
      expect(ours?.coins.toString(), field).toBe(theirs?.Grams)
    }
    const statuses = {
      'non-existing': 'nonexist',
      uninitialized: 'uninit',
      active: 'active',
      frozen: 'frozen',
    }
    const accounts: Record<string, { Transactions: Record<string, object> }> = {}
    for (const { account, lt, cell } of blockTransactions(root)) {
      const transaction = parseCell(cell, 'Transaction', loadTransaction)
      accounts[hex(account)] ??= { Transactions: {} }
      accounts[hex(account)]!.Transactions[lt.toString()] = {
        AccountAddr: hex(transaction.accountAddr),
        Lt: Number(transaction.lt),
        PrevTransHash: hex(transaction.prevTransHash),
        PrevTransLt: Number(transaction.prevTransLt),
        Now: transaction.now,
        OutMsgCnt: transaction.outMsgs.length,
        OrigStatus: statuses[transaction.origStatus],
        EndStatus: statuses[transaction.endStatus],
      }
    }
    expect(accounts).toEqual(tongo.Accounts)
  })

  test('proofs and pruned blocks of other tools show their headers', () => {
    const header = parseBocRoot(readShared('fixtures/getgems-ton-grpc/header_proof_58182688.boc'))
    const id = {
      workchain: -1,
      shard: FULL_SHARD,
      seqno: 58182688,
      rootHash: Buffer.from('9b3184087274bb28db6a90ce88e0d3918bdebf723f89fc121a1e77d02e34cf5f', 'hex'),
      fileHash: Buffer.alloc(32),
    }
    expect(openHeaderProof(header, id).info.genUtime).toBe(Date.parse('2026-03-11T15:46:01Z') / 1000)

    const [shardProof] = parseBoc(readShared('fixtures/ton-org-ton-core/account_proof_31618192.boc'))
    const shardId = {
      workchain: 0,
      shard: FULL_SHARD,
      seqno: 31618192,
      rootHash: Buffer.from('ad1fac010600066adee2f20868a8c14accca61c429dced7e2e2ae0e6c2b7d118', 'hex'),
      fileHash: Buffer.alloc(32),
    }
    expect(openHeaderProof(shardProof!, shardId).info.genSoftware?.version).toBe(3)

    // Written by JavaScript tools with wrong level masks, so that only @ton/core reads these two.
    for (const [piece, seqno, root] of [
      [0, 4350480, 'caf60c4ec9f988441d8bc7b2c33aeb5cc26b04a8143210bbf764f51da89e37b6'],
      [1, 4350531, '292edb12dadb1b56db5c44687bf1311dcac38089f8b895b11bf0c8fbd605989e'],
    ] as const) {
      const [cell] = Cell.fromBoc(readShared(`fixtures/oraidex-tonbridge-testnet/piece_${piece}.boc`))
      const block = { ...id, seqno, rootHash: Buffer.from(root, 'hex') }
      const { info, cells } = checkHeader(cell!, block)
      expect(info.keyBlock).toBe(true)
      expect(() => info.prevRef).toThrow(PrunedBranchError)
      expect(blockConfig(cells)?.configAddr.toString('hex')).toBe('5'.repeat(64))
    }
  })
})
