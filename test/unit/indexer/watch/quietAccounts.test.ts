import { describe, expect, it, vi } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { findQuiet } from '../../../../src-main/indexer/watch/quietAccounts.ts'

const HEAD = 1_010
/** Masterchain blocks since the accounts were read. */
const NEW = 10
/** 3 for a masterchain block and 2 for the block of its one shard. */
const LIST_QUERIES = 5 * NEW
const CHANGED = 7

const idOf = (workchain: number, seqno: number) => ({
  workchain,
  seqno,
  shard: FULL_SHARD,
  rootHash: Buffer.alloc(32, seqno),
  fileHash: Buffer.alloc(32),
})
const hashOf = (number: number) => Buffer.alloc(32, `account ${number} `)

/** A chain with one shard, in whose newest block the account CHANGED has a transaction. */
function sessionOf() {
  const session = {
    last: async () => idOf(-1, HEAD),
    masterchainBlock: async (seqno: number) => idOf(-1, seqno),
    shards: async ({ seqno }: { readonly seqno: number }) => [idOf(0, seqno)],
    blockHeader: async () => ({ prevBlocks: [] }),
    blockTransactions: vi.fn(async ({ workchain, seqno }: { workchain: number; seqno: number }) => ({
      incomplete: false,
      transactions: workchain === 0 && seqno === HEAD ? [{ account: hashOf(CHANGED), lt: 1n }] : [],
    })),
  }
  return session
}

function entriesOf(count: number, changes: object = {}) {
  return Array.from({ length: count }, (_, number) => ({
    known: {
      account: Buffer.concat([Buffer.from([0]), hashOf(number)]),
      mcSeqno: HEAD - NEW,
      newestLt: 9n,
      oldestLt: 5n,
      isComplete: false,
      searchedSeqno: 0,
      ...changes,
    },
  }))
}

async function quietOf(entries: readonly object[]) {
  const session = sessionOf()
  const { quiet } = await findQuiet(session as never, entries as never)
  return { quiet, lists: session.blockTransactions.mock.calls.length }
}

describe('findQuiet', () => {
  it('reads no list while a query for each account costs less', async () => {
    expect(await quietOf(entriesOf(LIST_QUERIES))).toEqual({ quiet: [], lists: 0 })
  })

  it('reads the lists of all new blocks for more accounts, and passes those that are in none', async () => {
    const { quiet, lists } = await quietOf(entriesOf(LIST_QUERIES + 1))
    expect(lists).toBe(2 * NEW)
    expect(quiet).toHaveLength(LIST_QUERIES)
    expect(quiet.some(({ account }) => account.subarray(1).equals(hashOf(CHANGED)))).toBe(false)
    expect(quiet[0]).toEqual({ ...entriesOf(1)[0]?.known, mcSeqno: HEAD })
  })

  it('leaves accounts out that were read long ago, and does not ask for all of them because of these', async () => {
    const old = entriesOf(3, { mcSeqno: HEAD - 299 })
    const { quiet, lists } = await quietOf([...old, ...entriesOf(LIST_QUERIES + 5)])
    expect({ lists, quiet: quiet.length }).toEqual({ lists: 2 * NEW, quiet: LIST_QUERIES + 4 })
  })

  it('does not ask for the shards for a few accounts', async () => {
    const session = { ...sessionOf(), shards: vi.fn() }
    await findQuiet(session as never, entriesOf(LIST_QUERIES) as never)
    expect(session.shards).not.toHaveBeenCalled()
  })

  it('looks for others in the same lists, and reads none for them alone', async () => {
    const session = sessionOf()
    const others = entriesOf(CHANGED + 2)
    const alone = await findQuiet(session as never, [], others as never)
    expect(alone.quiet).toEqual([])
    const many = Array.from({ length: LIST_QUERIES + 1 }, (_, number) => ({
      known: { ...entriesOf(1)[0]?.known, account: Buffer.alloc(33, 100 + number) },
    }))
    const { quiet, hasChanged } = await findQuiet(session as never, many as never, others as never)
    expect(quiet).toHaveLength(many.length + others.length - 1)
    expect(others.map(({ known }) => hasChanged(known.account)).indexOf(true)).toBe(CHANGED)
  })

  it.each([{ newestLt: 0n }, { mcSeqno: HEAD - 300 }, { mcSeqno: HEAD }])(
    'leaves accounts with %o to a query of their own',
    async (changes) => {
      expect(await quietOf(entriesOf(10 * LIST_QUERIES, changes))).toEqual({ quiet: [], lists: 0 })
    },
  )
})
