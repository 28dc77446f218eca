import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type AccountWatch, openAccountWatch } from '../../../../src-main/indexer/watch/accountWatch.ts'
import type { AccountHistory } from '../../../../src-main/store/parsedBlock.ts'

const START = 1_000
const MINUTE_MS = 60_000
/** Masterchain blocks of a minute, and shards, of mainnet. */
const BLOCKS = 24
const SHARDS = 4
/** 3 for a masterchain block and 2 for each of its shard blocks. */
const LIST_QUERIES = BLOCKS * (3 + 2 * SHARDS)
const NOW = 1_700_000_000

const addressOf = (number: number) => {
  const address = Buffer.alloc(33)
  address.writeUInt32BE(number, 29)
  return address
}
const range = (count: number, first = 1) => Array.from({ length: count }, (_, index) => index + first)

type Block = { readonly shard: bigint; readonly seqno: number }

/** Complete histories of accounts without new transactions, on a chain that makes BLOCKS blocks a minute. */
function rigOf(numbers: readonly number[], contractsOf: (account: Buffer) => readonly Buffer[] = () => []) {
  const seqnos = new Map<string, number>()
  const begun = performance.now()
  const head = () => START + Math.floor(((performance.now() - begun) / MINUTE_MS) * BLOCKS)
  const counts: Record<string, number> = {}
  // Proved answers about blocks are cached.
  const known = new Set<string>()
  const count = (name: string, block?: Block) => {
    const key = `${name} ${block?.shard} ${block?.seqno}`
    if (block && known.has(key)) return
    known.add(key)
    counts[name] = (counts[name] ?? 0) + 1
  }
  const idOf = (workchain: number, seqno: number, shard = FULL_SHARD) => ({
    workchain,
    seqno,
    shard,
    rootHash: Buffer.alloc(32, seqno),
    fileHash: Buffer.alloc(32),
  })
  const session = {
    // The head of a far network is followed: it is no query of the watch.
    last: async () => idOf(-1, head()),
    async account() {
      count('account')
      return {
        account: undefined,
        lastTransLt: 9n,
        lastTransHash: Buffer.alloc(32),
        block: idOf(0, head()),
        shardUtime: NOW,
      }
    },
    async masterchainBlock(seqno: number) {
      count('masterchainBlock', idOf(-1, seqno))
      return idOf(-1, seqno)
    },
    async shards(block: Block) {
      count('shards', block)
      return range(SHARDS).map((shard) => idOf(0, block.seqno, BigInt(shard) << 60n))
    },
    async blockHeader(block: Block) {
      count('blockHeader', block)
      return { prevBlocks: [] }
    },
    async blockTransactions(block: Block) {
      count('blockTransactions', block)
      return { incomplete: false, transactions: [] }
    },
  }
  const store = {
    isReadOnly: false,
    watchedAccounts: async () =>
      numbers.map((number) => ({ account: addressOf(number), depth: 'all', addedAt: NOW })),
    accountHistory: async (account: Buffer) => ({
      account,
      mcSeqno: seqnos.get(account.toString('hex')) ?? START - 1,
      newestLt: 9n,
      oldestLt: 5n,
      isComplete: true,
      searchedSeqno: 0,
      before: { lt: 0n, hash: Buffer.alloc(32) },
      oldest: { mcSeqno: 5, now: NOW, origStatus: 'active' },
      newest: { lt: 9n, mcSeqno: 9, now: NOW },
    }),
    historySize: async () => 3,
    coverage: () => [],
    async writeHistory({ histories }: { readonly histories: readonly AccountHistory[] }) {
      for (const { account, mcSeqno } of histories) seqnos.set(account.toString('hex'), mcSeqno)
    },
    unreadParts: async () => ({ openTraces: [], undetected: [], unclassified: [] }),
    ownedContracts: async (account: Buffer) => contractsOf(account),
  }
  const context = {
    store,
    network: {
      stats: () => ({ alive: 1, servers: [] }),
      bestSeqno: head,
      session: () => session,
    },
    parser: { history: async (read: unknown) => read },
    commitments: async () => 1,
    onWritten: () => {},
    diskLimit: { check: async () => {} },
    fetching: () => 0,
    searchDepth: 0,
    readThrough: { trace: async () => true },
    detection: { detect: async () => true },
    classification: { classify: async () => {} },
  }
  return {
    context,
    head,
    counts,
    seqnoOf: (account: Buffer) => seqnos.get(account.toString('hex')) ?? 0,
    reset() {
      for (const name of Object.keys(counts)) delete counts[name]
    },
    total: () => Object.values(counts).reduce((sum, one) => sum + one, 0),
  }
}

/** Queries of watched accounts at rest. The figures are those of docs/indexing.md. */
describe('watched accounts at rest', () => {
  let watch: AccountWatch | undefined
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance', 'setInterval', 'clearInterval'],
    })
  })
  afterEach(async () => {
    await watch?.close()
    watch = undefined
    vi.useRealTimers()
  })
  async function start(rig: ReturnType<typeof rigOf>): Promise<void> {
    watch = await openAccountWatch(rig.context as never)
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    rig.reset()
  }

  it.each([
    { accounts: 1, queries: 1 },
    { accounts: 100, queries: 100 },
    // One more for the number of shards.
    { accounts: 200, queries: 201 },
    { accounts: 1_000, queries: LIST_QUERIES + 1 },
  ])('cost $queries queries a minute if they are $accounts', async ({ accounts, queries }) => {
    const rig = rigOf(range(accounts))
    await start(rig)
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
    expect(rig.total() / 3).toBeLessThanOrEqual(queries)
    // Each was looked at in the last minute.
    const oldest = Math.min(...range(accounts).map((number) => rig.seqnoOf(addressOf(number))))
    expect(rig.head() - oldest).toBeLessThanOrEqual(BLOCKS + 1)
  })

  it('share the lists of blocks with their token contracts, which cost no query then', async () => {
    const contracts = (account: Buffer) => range(5, 1_000_000 + 10 * account.readUInt32BE(29)).map(addressOf)
    const rig = rigOf(range(1_000), contracts)
    await start(rig)
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS)
    expect(rig.counts.account ?? 0).toBe(0)
    expect(rig.total() / 15).toBeLessThanOrEqual(LIST_QUERIES + 1)
    const [contract = Buffer.alloc(33)] = contracts(addressOf(7))
    expect(rig.head() - rig.seqnoOf(contract)).toBeLessThanOrEqual(BLOCKS + 1)
  })

  it('have their token contracts looked at every ten minutes where no lists are read', async () => {
    const rig = rigOf(range(10), (account) => range(2, 100 + 10 * account.readUInt32BE(29)).map(addressOf))
    await start(rig)
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
    expect((rig.counts.account ?? 0) / 30).toBeLessThanOrEqual(10 + (2 * 10) / 10 + 0.5)
  })

  it('are not asked for one by one because one of them was read long ago', async () => {
    const rig = rigOf(range(1_000))
    await start(rig)
    // A failing account has an old history until it can be read.
    rig.context.store.accountHistory = vi.fn(rig.context.store.accountHistory)
    const { accountHistory } = rig.context.store
    const old = addressOf(1)
    rig.context.store.accountHistory = async (account) => {
      const known = await accountHistory(account)
      return account.equals(old) ? { ...known, mcSeqno: Math.max(1, rig.head() - 290) } : known
    }
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
    expect(rig.total() / 3).toBeLessThanOrEqual(LIST_QUERIES + 5)
  })
})
