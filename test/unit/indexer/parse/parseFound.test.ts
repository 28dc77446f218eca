import { Address } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { blockTransactions } from '../../../../src-main/chain/block/blockTransactions.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { accountCell, openAccount } from '../../../../src-main/chain/state/account.ts'
import { openShardAccounts } from '../../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'
import { parseBlock } from '../../../../src-main/indexer/parse/parseBlock.ts'
import { parseFoundState, parseFoundTransaction } from '../../../../src-main/indexer/parse/parseFound.ts'
import { parseZeroState } from '../../../../src-main/indexer/parse/parseZeroState.ts'
import { sampleContents } from '../../chain/archive/sampleNetwork.ts'

const contents = sampleContents()
const store = new ArchiveStore(contents)

describe('separately fetched data', () => {
  const block = contents.blocks.find(({ id }) => id.workchain === 0 && id.seqno === 784)!
  const file = block.read()
  const facts = parseBlock(block.id, file)

  test('have the same transaction as its block', () => {
    expect(facts.transactions.length).toBe(251)
    for (const { lt, cell } of blockTransactions(parseBocRoot(file))) {
      const boc = serializeBoc(cell)
      const found = { boc, workchain: 0, block: block.id, mcSeqno: 790, globalVersion: 13 }
      const inBlock = facts.transactions.find((transaction) => transaction.hash.equals(cell.hash()))
      expect(inBlock?.lt).toBe(lt)
      expect(parseFoundTransaction(found)).toEqual({ ...inBlock, block: block.id, mcSeqno: 790 })
    }
  })

  test('have the whole account as in its block', async () => {
    const { accounts } = openShardStateUnsplit(await store.state(store.find(block.id)!))
    const whole = openShardAccounts(accounts)
    expect(facts.states.length).toBeGreaterThan(0)
    for (const state of facts.states) {
      const { account, lastTransHash, lastTransLt } = whole.get(state.account.subarray(1))!
      const boc = serializeBoc(account)
      const found = { boc, lastTransHash, lastTransLt, mcSeqno: 790, utime: facts.header.genUtime }
      expect(parseFoundState(found)).toEqual([
        { ...state, shown: boc, mcSeqno: 790, utime: facts.header.genUtime },
      ])
      expect(lastTransHash.equals(state.lastTransHash)).toBe(true)
    }
  })

  test('have no state for an account that does not exist, and are rejected if malformed', () => {
    const nothing = serializeBoc(accountCell(undefined))
    const found = { lastTransHash: Buffer.alloc(32), lastTransLt: 0n, mcSeqno: 1, utime: 0 }
    expect(parseFoundState({ ...found, boc: nothing })).toEqual([])
    expect(() => parseFoundState({ ...found, boc: file })).toThrow(TlbError)
    const place = { workchain: 0, block: block.id, mcSeqno: 1, globalVersion: 13 }
    expect(() => parseFoundTransaction({ ...place, boc: file })).toThrow(TlbError)
  })
})

describe('parseZeroState', () => {
  test('returns every account with its balance and whole cell', () => {
    let count = 0
    for (const { id, data } of contents.zeroStates) {
      const root = parseBocRoot(data)
      const { accounts, genUtime } = openShardStateUnsplit(root)
      const entries = [...openShardAccounts(accounts).entries()]
      const states = parseZeroState(id, root)
      expect(states.length).toBe(entries.length)
      for (const [i, { key, value }] of entries.entries()) {
        const state = states[i]!
        const { addr, storage } = openAccount(value.account)!
        expect(new Address(id.workchain, key).equals(addr as Address)).toBe(true)
        expect(state).toMatchObject({
          mcSeqno: 0,
          utime: genUtime,
          lastTransLt: 0n,
          balance: storage.balance.coins,
        })
        expect(state.account.equals(Buffer.concat([Buffer.of(id.workchain & 0xff), key]))).toBe(true)
        expect(parseBocRoot(state.shown).hash().equals(state.hash)).toBe(true)
        count++
      }
    }
    expect(count).toBeGreaterThan(3)
  })

  test('rejects the state of another workchain', () => {
    const [masterchain, basechain] = contents.zeroStates
    expect(() => parseZeroState(basechain!.id, parseBocRoot(masterchain!.data))).toThrow(TlbError)
  })
})
