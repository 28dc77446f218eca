import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it, vi } from 'vitest'
import { readHistory } from '../../../../src-main/indexer/readThrough/accountHistory.ts'
import type { AccountHistory } from '../../../../src-main/store/parsedBlock.ts'

const HEAD = 1_000
const ACCOUNT = Buffer.alloc(33, 0x11)
const NO_HASH = Buffer.alloc(32)

/** A transaction without messages. */
function transactionOf(lt: bigint, before: Link | undefined): Cell {
  const messages = beginCell().storeBit(false).storeBit(false).endCell()
  const stateUpdate = beginCell().storeUint(0x72, 8).storeBuffer(NO_HASH).storeBuffer(NO_HASH).endCell()
  // trans_storage$0001 without fees
  const description = beginCell().storeUint(0b0001, 4).storeCoins(0).storeBit(false).storeBit(false).endCell()
  return beginCell()
    .storeUint(0b0111, 4)
    .storeBuffer(ACCOUNT.subarray(1))
    .storeUint(lt, 64)
    .storeBuffer(before?.hash ?? NO_HASH)
    .storeUint(before?.lt ?? 0n, 64)
    .storeUint(1_700_000_000, 32)
    .storeUint(0, 15)
    .storeUint(0b1010, 4)
    .storeRef(messages)
    .storeCoins(0)
    .storeBit(false)
    .storeRef(stateUpdate)
    .storeRef(description)
    .endCell()
}
type Link = { readonly lt: bigint; readonly hash: Buffer; readonly cell: Cell }

/** Chains of transactions, oldest first: an account that was deleted and made again begins a new one. */
function chainOf(...lts: readonly bigint[]): readonly Link[] {
  const links: Link[] = []
  for (const lt of lts) {
    const cell = transactionOf(lt, links.at(-1))
    links.push({ lt, hash: cell.hash(), cell })
  }
  return links
}

/** Reads the history of an account whose newest chain is `chain` and of which `known` is stored. */
async function read(chain: readonly Link[], known: Partial<AccountHistory> | undefined, count: number) {
  const newest = chain.at(-1)
  const session = {
    last: async () => ({ seqno: HEAD }),
    account: async () => ({
      account: undefined,
      lastTransLt: newest?.lt ?? 0n,
      lastTransHash: newest?.hash ?? NO_HASH,
    }),
    async transactions(_: unknown, lt: bigint, __: unknown, limit: number) {
      const to = chain.findIndex((one) => one.lt === lt) + 1
      return chain
        .slice(Math.max(0, to - limit), to)
        .map(({ cell }) => ({ transaction: cell }))
        .reverse()
    },
    transactionBlock: async () => ({ workchain: 0, seqno: 1 }),
    blockHeader: async () => ({ globalVersion: undefined }),
  }
  const parsed = vi.fn(async (found: unknown) => found)
  const reader = {
    store: {
      accountHistory: async () => known,
      writeHistory: async () => ({}),
      coverage: () => [],
    },
    parser: { history: parsed },
    commitments: async () => 1,
    onWritten: () => {},
    searchDepth: 0,
    readsSenders: false,
  }
  const reading = await readHistory(reader as never, session as never, ACCOUNT, count)
  const [written] = parsed.mock.calls.map(
    ([found]) => found as { histories: readonly AccountHistory[]; transactions: readonly unknown[] },
  )
  return { reading, range: written?.histories[0], transactions: written?.transactions.length }
}

const stored = (chain: readonly Link[]) => ({
  account: ACCOUNT,
  mcSeqno: HEAD - 10,
  newestLt: chain.at(-1)?.lt ?? 0n,
  oldestLt: chain[0]?.lt ?? 0n,
  isComplete: true,
  searchedSeqno: 0,
  before: { lt: 0n, hash: NO_HASH },
})

describe('reading a history', () => {
  it('joins new transactions to the known ones', async () => {
    const chain = chainOf(5n, 7n, 9n)
    expect(await read(chain, stored(chain.slice(0, 2)), 0)).toMatchObject({
      reading: { isContinued: true },
      range: { newestLt: 9n, oldestLt: 5n, mcSeqno: HEAD },
      transactions: 1,
    })
  })

  it('does not join transactions of an account that was deleted and made again: its deletion lies between', async () => {
    const again = chainOf(21n, 23n)
    expect(await read(again, stored(chainOf(5n, 7n)), 0)).toMatchObject({
      reading: { isContinued: false },
      range: { newestLt: 23n, oldestLt: 21n },
      transactions: 2,
    })
  })

  it('of an account that did not exist records no range without a transaction', async () => {
    expect(await read(chainOf(5n, 7n), { ...stored([]), newestLt: 0n }, 0)).toMatchObject({
      range: { newestLt: 7n, oldestLt: 7n, isComplete: false },
      transactions: 1,
    })
  })

  it('as of an older head joins the known ones', async () => {
    const chain = chainOf(5n, 7n, 9n)
    expect(await read(chain.slice(0, 2), stored(chain), 0)).toMatchObject({
      reading: { isContinued: true },
      range: { newestLt: 7n, oldestLt: 5n },
      transactions: 0,
    })
  })
})
