import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WatchedAccount } from '#shared/schema/indexer.ts'
import type { AccountWatch } from '../../../../src-main/indexer/watch/accountWatch.ts'
import { openAccountWatch } from '../../../../src-main/indexer/watch/accountWatch.ts'
import { StoreError } from '../../../../src-main/store/indexStore.ts'

const HEAD = 1_000
const NOW = 1_700_000_000
const ALL = { limit: 1_000, offset: 0 }
/** Interval of the checks, ms. */
const MINUTE_MS = 60_000

const addressOf = (number: number) => Buffer.concat([Buffer.from([0]), Buffer.alloc(32, number)])
const textOf = (number: number) => `0:${number.toString(16).padStart(2, '0').toUpperCase().repeat(32)}`
const numberOf = (account: Buffer) => account[1] ?? 0

type Session = { last(): Promise<{ seqno: number }>; shards(): Promise<readonly never[]> }

/**
 * A store with complete histories as of HEAD, each with one open trace, and a network whose head is HEAD, so that a
 * check is no more than a read of the trace by `readTrace`.
 */
function rigOf(
  numbers: readonly number[],
  readTrace: (number: number, signal: AbortSignal) => Promise<void>,
) {
  const open = new Set(numbers)
  const history = {
    mcSeqno: HEAD,
    newestLt: 9n,
    oldestLt: 5n,
    isComplete: true,
    searchedSeqno: 0,
    before: { lt: 0n, hash: Buffer.alloc(32) },
    oldest: { mcSeqno: 5, now: NOW, origStatus: 'active' },
    newest: { lt: 9n, mcSeqno: 9, now: NOW },
  }
  const rows = numbers.map((number) => ({ account: addressOf(number), depth: 'all', addedAt: NOW }))
  const store = {
    isReadOnly: false,
    watchedAccounts: async () => rows,
    saveWatched: vi.fn(async () => {}),
    removeWatched: vi.fn(async () => {}),
    accountHistory: vi.fn(async (account: Buffer) => ({ account, ...history })),
    historySize: async () => 3,
    coverage: () => [] as { first: number; last: number }[],
    ownedContracts: async () => [],
    writeHistory: vi.fn(async () => ({})),
    unreadParts: async (account: Buffer) => ({
      openTraces: open.has(numberOf(account)) ? [account] : [],
      undetected: [],
      unclassified: [],
    }),
  }
  const network = {
    stats: () => ({ alive: 1, servers: [] }),
    bestSeqno: () => HEAD,
    session: (_: { readonly signal: AbortSignal }): Session => ({
      last: async () => ({ seqno: HEAD }),
      shards: async () => [],
    }),
  }
  const context = {
    store,
    network,
    parser: { history: vi.fn(async (read: unknown) => read) },
    onWritten: () => {},
    diskLimit: { check: async () => {} },
    fetching: () => 0,
    searchDepth: 0,
    readThrough: {
      async trace(hash: Buffer, { signal }: { readonly signal: AbortSignal }) {
        await readTrace(numberOf(hash), signal)
        open.delete(numberOf(hash))
      },
    },
    detection: { detect: async () => {} },
    classification: { classify: async () => {} },
  }
  return { store, context, network, history }
}

const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('the check of watched accounts', () => {
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
  async function start(rig: ReturnType<typeof rigOf>) {
    watch = await openAccountWatch(rig.context as never)
    return watch
  }
  const states = async (from: AccountWatch) => {
    const { accounts } = await from.list(ALL)
    return new Map(accounts.map((one: WatchedAccount) => [one.account, one.state]))
  }

  it('reads the others while as many accounts as are checked at once do not answer', async () => {
    const dead = [1, 2, 3, 4, 5]
    const numbers = range(60)
    const rig = rigOf(numbers, async (number, signal) => {
      if (dead.includes(number)) await hang(signal)
    })
    const opened = await start(rig)
    await vi.advanceTimersByTimeAsync(15_000)
    const found = await states(opened)
    expect(numbers.filter((number) => found.get(textOf(number)) === 'current')).toEqual(
      numbers.filter((number) => !dead.includes(number)),
    )
  })

  it('says why the disk is full, loses nothing, and goes on when there is room', async () => {
    let isFull = true
    const rig = rigOf([1, 2], async () => {
      if (isFull) throw new StoreError('disk-full', 'no space is left on the disk')
    })
    const opened = await start(rig)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await opened.list(ALL)).toMatchObject({
      total: 2,
      failed: 2,
      accounts: [
        { state: 'failed', transactions: 3, detail: expect.stringMatching(/no space/) },
        { state: 'failed', transactions: 3 },
      ],
    })
    isFull = false
    opened.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await opened.list(ALL)).toMatchObject({
      failed: 0,
      accounts: [
        { state: 'current', open_traces: 0, detail: null },
        { state: 'current', open_traces: 0 },
      ],
    })
  })

  it('ends for an account that is no longer watched, and begins again if it is watched again', async () => {
    let began = 0
    const ended: unknown[] = []
    const rig = rigOf([1], async (_, signal) => {
      began++
      if (began === 1)
        await hang(signal).catch((error: unknown) => {
          ended.push(error)
          throw error
        })
    })
    const opened = await start(rig)
    await vi.advanceTimersByTimeAsync(100)
    expect(began).toBe(1)
    expect(await opened.unwatch({ account: textOf(1) })).toMatchObject({ accounts: [], total: 0 })
    await vi.advanceTimersByTimeAsync(100)
    expect(ended).toMatchObject([{ message: 'the account is no longer watched' }])
    await opened.watch({ account: textOf(1) })
    await vi.advanceTimersByTimeAsync(100)
    expect(await states(opened)).toEqual(new Map([[textOf(1), 'current']]))
  })

  it('lists an account once that is watched twice at once', async () => {
    const rig = rigOf([], async () => {})
    const opened = await start(rig)
    await Promise.all([
      opened.watch({ account: textOf(1), depth: '5' }),
      opened.watch({ account: textOf(1), depth: 'all' }),
    ])
    expect(await opened.list(ALL)).toMatchObject({ total: 1, accounts: [{ depth: 'all' }] })
  })

  it('asks once a minute for each account at rest', async () => {
    const rig = rigOf(range(20), async () => {})
    const last = vi.spyOn(rig.network, 'session')
    await start(rig)
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    last.mockClear()
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
    // One for each account, and one for the lists of blocks, which cost more here.
    expect(last).toHaveBeenCalledTimes(3 * (20 + 1))
  })

  it('reads a new account while the lists of blocks do not come', async () => {
    const rig = rigOf(range(20), async () => {})
    const opened = await start(rig)
    await vi.advanceTimersByTimeAsync(1_000)
    let asked = 0
    rig.network.session = ({ signal }) => ({
      last: async () => ({ seqno: HEAD + 1 }),
      shards: async () => {
        asked++
        return hang(signal)
      },
    })
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(asked).toBe(1)
    rig.network.session = () => ({ last: async () => ({ seqno: HEAD }), shards: async () => [] })
    await opened.watch({ account: textOf(99) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await states(opened)).get(textOf(99))).toBe('current')
  })

  it('takes no transaction from a trace for the newest of covered blocks before it', async () => {
    const rig = rigOf([1], async () => {})
    const opened = await start(rig)
    await vi.advanceTimersByTimeAsync(100)
    // A trace has brought a transaction of a block after the covered ones: there can be others before it.
    rig.store.coverage = () => [{ first: 1, last: HEAD }]
    rig.history.newest = { lt: 11n, mcSeqno: HEAD + 2, now: NOW }
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(rig.store.writeHistory).not.toHaveBeenCalled()
    rig.history.newest = { lt: 10n, mcSeqno: HEAD, now: NOW }
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(rig.store.writeHistory).toHaveBeenCalledWith({
      transactions: [],
      states: [],
      histories: [expect.objectContaining({ mcSeqno: HEAD, newestLt: 10n })],
    })
    expect(await states(opened)).toEqual(new Map([[textOf(1), 'current']]))
  })

  it('shows what is stored while no liteserver is alive', async () => {
    const rig = rigOf(range(5), async () => {})
    rig.network.stats = () => ({ alive: 0, servers: [] })
    const opened = await start(rig)
    expect(await opened.list({ limit: 2, offset: 3 })).toMatchObject({
      total: 5,
      accounts: [
        { account: textOf(4), state: 'offline', transactions: 3, newest_utime: NOW, is_complete: true },
        { account: textOf(5), state: 'offline', transactions: 3 },
      ],
    })
    expect(await opened.list({ ...ALL, account: textOf(2) })).toMatchObject({
      accounts: [{ account: textOf(2) }],
    })
    expect(await opened.list({ ...ALL, account: textOf(9) })).toMatchObject({ accounts: [], total: 5 })
  })
})
