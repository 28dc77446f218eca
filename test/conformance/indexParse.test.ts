import { createHash } from 'node:crypto'
import { Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { openArchive } from '../../src-main/chain/archive/openArchive.ts'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { openShardAccounts } from '../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { parseBlock } from '../../src-main/indexer/parse/parseBlock.ts'
import { parseZeroState } from '../../src-main/indexer/parse/parseZeroState.ts'
import { REALNET, readRealnet } from '../fixtures/recorded.ts'
import { plainBlock, plainState } from './plainFacts.ts'
import { fixtureBlocks, GENESIS, readPackage, readShared, realnetBlocks } from './sharedBlocks.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'
import { type WalkedState, walkBlock, walkState } from './walkedBlock.ts'

type TongoTransaction = Readonly<
  Record<'AccountAddr' | 'PrevTransHash' | 'OrigStatus' | 'EndStatus', string> &
    Record<'Lt' | 'PrevTransLt' | 'Now' | 'OutMsgCnt', number>
>
type TongoBlock = {
  readonly Accounts: Record<string, { readonly Transactions: Record<string, TongoTransaction> }>
  readonly TxHashes: string[] | null
}

const ZERO_STATES = [
  { workchain: -1, name: 'zerostate.boc' },
  { workchain: 0, name: 'basestate0.boc' },
]

/** Holds a block's facts against the walk, and counts. */
function compare(blocks: Iterable<{ readonly id: BlockIdExt; readonly boc: Buffer }>) {
  const counts = { blocks: 0, transactions: 0, messages: 0, states: 0 }
  for (const { id, boc } of blocks) {
    const facts = parseBlock(id, boc)
    expect(plainBlock(facts)).toEqual(walkBlock(boc))
    counts.blocks++
    counts.transactions += facts.transactions.length
    for (const { inMsg, outMsgs } of facts.transactions) counts.messages += outMsgs.length + (inMsg ? 1 : 0)
    counts.states += facts.states.length
  }
  return counts
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

describe.skipIf(!hasShared)(`what blocks become in the index (${NEEDS_SHARED})`, () => {
  test('every whole block of fixtures/', () => {
    const blocks = fixtureBlocks().map(({ id, boc }) => ({ id: { ...id, fileHash: sha256(boc) }, boc }))
    expect(compare(blocks)).toEqual({ blocks: 125, transactions: 1902, messages: 2861, states: 894 })
  })

  test('the beginning of mainnet', () => {
    const entries = ['archive.00000.pack', 'archive.00000.0_8000000000000000.pack']
      .flatMap((name) => readPackage(`${GENESIS}/${name}`))
      .filter(({ kind }) => kind === 'block')
    const blocks = entries.map(({ id, data }) => ({ id, boc: data }))
    expect(compare(blocks)).toEqual({ blocks: 299, transactions: 1087, messages: 1482, states: 396 })
  })

  test.each(['block-1', 'block-3', 'block-4', 'block-5'])('parses %s as tongo decoded it', (name) => {
    const block = fixtureBlocks().find(({ file }) => file === `tonkeeper-tongo/${name}.boc`)!
    const facts = parseBlock({ ...block.id, fileHash: sha256(block.boc) }, block.boc)
    const expected: TongoBlock = JSON.parse(
      readShared(`fixtures/tonkeeper-tongo/${name}.expected.json.gz`).toString(),
    )
    expect(facts.transactions.map(({ hash }) => hash.toString('hex')).sort()).toEqual(expected.TxHashes ?? [])
    const theirs = Object.values(expected.Accounts).flatMap(({ Transactions }) => Object.values(Transactions))
    const ours = facts.transactions.map((transaction) => ({
      AccountAddr: transaction.account.subarray(1).toString('hex'),
      Lt: Number(transaction.lt),
      PrevTransHash: transaction.prevHash.toString('hex'),
      PrevTransLt: Number(transaction.prevLt),
      Now: transaction.now,
      OutMsgCnt: transaction.outMsgs.length,
      OrigStatus: transaction.origStatus,
      EndStatus: transaction.endStatus,
    }))
    const byPlace = (a: TongoTransaction, b: TongoTransaction) =>
      a.AccountAddr < b.AccountAddr ? -1 : a.AccountAddr > b.AccountAddr ? 1 : a.Lt - b.Lt
    expect(ours.sort(byPlace)).toEqual(theirs.sort(byPlace))
  })
})

describe('what blocks of the simplex network become in the index', () => {
  test('every block', () => {
    const counts = { blocks: 2546, transactions: 4891, messages: 1918, states: 2861 }
    expect(compare(realnetBlocks())).toEqual(counts)
  })

  test('the states of all blocks of realnet/, one after another, lead to those that the chain has in the end', async () => {
    const latest = new Map<string, WalkedState>()
    const archive = openArchive(REALNET)
    const newest = new Map<string, BlockIdExt>()
    for (const { workchain, name } of ZERO_STATES) {
      const data = readRealnet(name)
      const root = parseBocRoot(data)
      const id = { workchain, shard: FULL_SHARD, seqno: 0, rootHash: root.hash(), fileHash: sha256(data) }
      for (const { mcSeqno, utime, ...state } of parseZeroState(id, root)) {
        expect([mcSeqno, utime > 0]).toEqual([0, true])
        latest.set(state.account.toString('hex'), plainState(state))
      }
    }
    for (const { id, boc } of realnetBlocks()) {
      const { transactions, states } = parseBlock(id, boc)
      for (const { account, endStatus } of transactions) {
        if (endStatus === 'nonexist') latest.delete(account.toString('hex'))
      }
      for (const state of states) latest.set(state.account.toString('hex'), plainState(state))
      newest.set(`${id.workchain}:${id.shard}`, id)
    }
    // The whole basechain was split.
    newest.delete(`0:${FULL_SHARD}`)
    const inTheEnd: WalkedState[] = []
    for (const id of newest.values()) {
      const state = await archive.state(archive.find(id)!)
      for (const { key, value } of openShardAccounts(openShardStateUnsplit(state).accounts).entries()) {
        const { account, lastTransHash, lastTransLt } = value
        // Read again by @ton/core.
        const cell = Cell.fromBoc(serializeBoc(account))[0] as Cell
        const name = `${id.workchain}:${key.toString('hex')}`
        inTheEnd.push(walkState(name, { cell, lastTransHash, lastTransLt }))
      }
    }
    archive.close()
    const byAccount = (a: WalkedState, b: WalkedState) => (a.account < b.account ? -1 : 1)
    expect(inTheEnd.length).toBe(33)
    expect([...latest.values()].sort(byAccount)).toEqual(inTheEnd.sort(byAccount))
  })
})
