import { BitString, beginCell, Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_TRANSACTIONS } from '../../../../src-main/chain/block/accountBlock.ts'
import { storeBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import type { TransactionRange } from '../../../../src-main/chain/block/blockTransactions.ts'
import { blockTransactions } from '../../../../src-main/chain/block/blockTransactions.ts'
import { SHARD_ACCOUNT_BLOCKS } from '../../../../src-main/chain/block/shardAccountBlocks.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'
import { storeShardAccountBlocks } from '../../../chain/blockCodecs.ts'
import { pruned } from './prunedCell.ts'

type Place = { readonly account: Buffer; readonly lt: bigint }

const empty = beginCell().endCell()
const fees = { coins: 1n }
const account = (first: number) => Buffer.alloc(32, first)

/** A stand-in for a transaction: nothing here looks into one. */
const transactionAt = ({ account, lt }: Place) => beginCell().storeBuffer(account).storeUint(lt, 64).endCell()

/** A block with these transactions that is otherwise empty. */
function blockOf(places: readonly Place[], named = (account: Buffer) => account): Cell {
  const accounts = [...new Set(places.map((place) => place.account.toString('hex')))].sort()
  const entries = accounts.map((hex) => {
    const key = Buffer.from(hex, 'hex')
    const transactions = places
      .filter((place) => place.account.equals(key))
      .sort((a, b) => (a.lt < b.lt ? -1 : 1))
      .map((place) => ({ key: keyOfUint(place.lt, 64), value: transactionAt(place), extra: fees }))
    const stateUpdate = { oldHash: account(0), newHash: account(1) }
    const value = {
      accountAddr: named(key),
      transactions: HashmapAugE.from(ACCOUNT_TRANSACTIONS, transactions),
      stateUpdate,
    }
    return { key, value }
  })
  const blocks = HashmapAugE.from(SHARD_ACCOUNT_BLOCKS, entries)
  const extra = storeBlockExtra({
    inMsgDescr: empty,
    outMsgDescr: empty,
    accountBlocks: beginCell().store(storeShardAccountBlocks(blocks)).endCell(),
    randSeed: Buffer.alloc(32),
    createdBy: Buffer.alloc(32),
    custom: undefined,
  })
  return beginCell()
    .storeUint(0x11ef55aa, 32)
    .storeInt(-239, 32)
    .storeRef(empty)
    .storeRef(empty)
    .storeRef(empty)
    .storeRef(beginCell().store(extra))
    .endCell()
}

const placesIn = (block: Cell, range?: TransactionRange) =>
  [...blockTransactions(block, range)].map(({ account, lt }) => `${account[0]}:${lt}`)

const PLACES: readonly Place[] = [
  { account: account(1), lt: 5n },
  { account: account(1), lt: 6n },
  { account: account(1), lt: 2n ** 63n },
  { account: account(7), lt: 4n },
  { account: account(200), lt: 1n },
  { account: account(200), lt: 2n },
]
const BLOCK = blockOf(PLACES)

describe('blockTransactions', () => {
  test('yields transactions by account and lt, with their cells', () => {
    const found = [...blockTransactions(BLOCK)]
    expect(found.map(({ account, lt }) => ({ account, lt }))).toEqual(PLACES)
    for (const { account, lt, cell } of found) expect(cell.equals(transactionAt({ account, lt }))).toBe(true)
  })

  test('starts after a position, even if no transaction is there', () => {
    expect(placesIn(BLOCK, { after: PLACES[0] })).toEqual([
      '1:6',
      '1:9223372036854775808',
      '7:4',
      '200:1',
      '200:2',
    ])
    expect(placesIn(BLOCK, { after: { account: account(3), lt: 9n } })).toEqual(['7:4', '200:1', '200:2'])
    expect(placesIn(BLOCK, { after: { account: account(255), lt: 0n } })).toEqual([])
  })

  test('yields transactions in descending order', () => {
    expect(placesIn(BLOCK, { reverse: true, after: { account: account(1), lt: 6n } })).toEqual(['1:5'])
    expect(placesIn(BLOCK, { reverse: true, after: { account: account(8), lt: 0n } })).toEqual([
      '7:4',
      '1:9223372036854775808',
      '1:6',
      '1:5',
    ])
  })

  test('equals a sorted list for any transactions, start and direction', () => {
    const place = fc.record({
      account: fc.integer({ min: 0, max: 5 }).map(account),
      lt: fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    })
    const before = (a: Place, b: Place) =>
      a.account.compare(b.account) || (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0)
    const places = fc.uniqueArray(place, {
      maxLength: 12,
      selector: ({ account, lt }) => `${account[0]}:${lt}`,
    })
    fc.assert(
      fc.property(places, place, fc.boolean(), (taken, after, reverse) => {
        const sorted = taken.toSorted(before)
        const expected = (reverse ? sorted.reverse() : sorted).filter((one) =>
          reverse ? before(one, after) < 0 : before(one, after) > 0,
        )
        expect(placesIn(blockOf(taken), { after, reverse })).toEqual(
          expected.map(({ account, lt }) => `${account[0]}:${lt}`),
        )
      }),
    )
  })

  test('opens no cells beyond the requested transactions', () => {
    const opened: Cell[] = []
    const walk = blockTransactions(BLOCK, { visit: (cell) => opened.push(cell) })
    walk.next()
    // Block, extra, account_blocks, two forks, account 1's leaf, and one fork of its transactions with its leaf.
    expect(opened).toHaveLength(8)
  })

  test('throws PrunedBranchError for a pruned branch, or skips it on request', () => {
    const extra = BLOCK.refs[3]!
    const accountBlocks = extra.refs[2]!
    const root = accountBlocks.refs[0]!
    const rebuilt = (cell: Cell, index: number, ref: Cell) =>
      new Cell({ bits: cell.bits, refs: cell.refs.map((old, i) => (i === index ? ref : old)) })
    const proofRoot = rebuilt(root, 0, pruned(root.refs[0]!))
    const proof = rebuilt(BLOCK, 3, rebuilt(extra, 2, rebuilt(accountBlocks, 0, proofRoot)))
    expect(() => placesIn(proof)).toThrow(PrunedBranchError)
    expect(placesIn(proof, { skipPruned: true })).toEqual(['200:1', '200:2'])
    expect(placesIn(proof, { after: { account: account(128), lt: 0n } })).toEqual(['200:1', '200:2'])
  })

  test('does not open an account’s transactions before the start', () => {
    // A liteserver's proof of a second page shows the later half alone (seen on mainnet's block 99).
    const lts = [1n, 2n, 3n, 4n, 5n, 6n, 7n]
    const block = blockOf(lts.map((lt) => ({ account: account(1), lt })))
    const behind = (lt: bigint, reverse = false) => ({ after: { account: account(1), lt }, reverse })
    const prune = (half: 0 | 1) => damaged(block, [3, 2, 0, half], pruned)
    expect(placesIn(prune(0), behind(4n))).toEqual(['1:5', '1:6', '1:7'])
    expect(placesIn(prune(0), behind(3n))).toEqual(['1:4', '1:5', '1:6', '1:7'])
    expect(placesIn(prune(1), behind(3n, true))).toEqual(['1:2', '1:1'])
    expect(() => placesIn(prune(0), behind(2n))).toThrow(PrunedBranchError)
  })

  test('yields nothing for an empty block, and rejects an AccountBlock of another account', () => {
    expect(placesIn(blockOf([]))).toEqual([])
    const lying = blockOf(PLACES, () => account(9))
    expect(() => placesIn(lying)).toThrow(TlbError)
  })

  test('throws only TlbError and PrunedBranchError for damaged blocks', () => {
    const paths = [
      [],
      [3],
      [3, 2],
      [3, 2, 0],
      [3, 2, 0, 0],
      [3, 2, 0, 1],
      [3, 2, 0, 0, 0],
      [3, 2, 0, 0, 0, 0],
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.nat(1023),
        fc.nat(3),
        fc.nat(3),
        (path, length, refs, flip) => {
          const broken = damaged(BLOCK, path, (cell) => {
            const bits = Buffer.from(cell.bits.subbuffer(0, cell.bits.length & ~7) ?? [])
            if (bits.length > flip) bits[flip] = bits[flip]! ^ 0xff
            const kept = Math.min(length, bits.length * 8)
            return new Cell({ bits: new BitString(bits, 0, kept), refs: cell.refs.slice(0, refs) })
          })
          try {
            placesIn(broken)
          } catch (error) {
            expect(error instanceof TlbError || error instanceof PrunedBranchError).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** The same tree with the cell at `path`, counted in references, replaced. */
function damaged(cell: Cell, [first, ...rest]: readonly number[], change: (cell: Cell) => Cell): Cell {
  if (first === undefined) return change(cell)
  const refs = cell.refs.map((ref, i) => (i === first ? damaged(ref, rest, change) : ref))
  return new Cell({ bits: cell.bits, refs })
}
