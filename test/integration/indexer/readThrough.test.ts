import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArchive } from '../../../src-main/chain/archive/openArchive.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { CoverageError, type Indexer } from '../../../src-main/indexer/indexer.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { isSentByTransaction, SYSTEM } from '../../../src-main/store/systemMessage.ts'
import { tracesOf } from '../../fixtures/store/independentTraces.ts'
import { sampleFacts } from '../../unit/store/queries/sampleIndex.ts'
import { SAMPLE, serveContents } from '../archive/sampleIndex.ts'
import { indexedScenario, openRecordedChain } from '../gateway/recordedChain.ts'
import { openBareIndexer, readConfig } from './bareIndexer.ts'
import { type IndexedTransaction, indexedTransactions } from './indexedRows.ts'
import { indexedToHead } from './indexGateway.ts'

const keep = async (gateway: Gateway) => gateway
const inTime = () => ({ signal: AbortSignal.timeout(30_000) })
const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** The scenario's chain, once indexed as a whole, and once only as far as requests need it. */
describe('read-through', () => {
  let whole: AsyncDisposable & Gateway
  let bare: AsyncDisposable & { readonly indexer: Indexer }
  let expected: readonly IndexedTransaction[]

  beforeAll(async () => {
    whole = await openRecordedChain(await indexedScenario(), {}, keep)
    bare = await openBareIndexer({ config: await readConfig(whole.globalConfigFile) })
    await indexedToHead(whole.url)
    expected = indexedTransactions(databaseFile(join(whole.dataDir, 'devnet', 'index')))
  }, 120_000)
  afterAll(async () => {
    await bare[Symbol.asyncDispose]()
    await whole[Symbol.asyncDispose]()
  })

  const found = () => indexedTransactions(bare.indexer.store.file)
  const without = ({ traceRoot: _, ...row }: IndexedTransaction) => row

  it('reads the history of accounts, whole or in pieces from the newest end', async () => {
    const { readThrough, store } = bare.indexer
    const accounts = [...new Set(expected.map(({ account }) => account))]
    const [busy = '', ...others] = accounts
      .filter((account) => account.startsWith('00'))
      .sort((a, b) => historyOf(b).length - historyOf(a).length)
    function historyOf(account: string) {
      return expected.filter((row) => row.account === account)
    }
    for (const account of others.slice(0, 6)) {
      expect(await readThrough.history(bytes(account), 1_000, inTime())).toBe(true)
      const rows = found().filter((row) => row.account === account)
      expect(rows.map(without)).toEqual(historyOf(account).map(without))
      expect((await store.accountHistory(bytes(account)))?.isComplete).toBe(true)
    }
    const all = historyOf(busy)
    expect(all.length).toBeGreaterThan(32)
    for (const pages of [1, 2]) {
      await readThrough.history(bytes(busy), 16, inTime())
      const rows = found().filter((row) => row.account === busy)
      expect(rows.map(without)).toEqual(all.slice(0, 16 * pages).map(without))
      expect(await store.accountHistory(bytes(busy))).toMatchObject({
        newestLt: all[0]?.lt,
        oldestLt: all[16 * pages - 1]?.lt,
        isComplete: false,
      })
    }
  })

  it('reads the whole trace of an indexed transaction', async () => {
    const { readThrough } = bare.indexer
    const known = new Set(found().map(({ hash }) => hash))
    const traces = Map.groupBy(expected, ({ traceRoot }) => traceRoot)
    const long = [...traces.values()].filter(
      (rows) => rows.length > 3 && rows.some(({ hash }) => known.has(hash)),
    )
    expect(long.length).toBeGreaterThan(2)
    for (const rows of long.slice(0, 6)) {
      const some = rows.find(({ hash }) => known.has(hash))
      expect(await readThrough.trace(bytes(some?.hash ?? ''), inTime())).toBe(true)
      expect(found().filter(({ traceRoot }) => traceRoot === rows[0]?.traceRoot)).toEqual(rows)
    }
  })

  it('finds a transaction of the newest blocks by its hash, and its neighbours', async () => {
    const { readThrough } = bare.indexer
    const known = new Set(found().map(({ hash }) => hash))
    const roots = expected.filter(({ hash, traceRoot }) => hash === traceRoot && !known.has(hash))
    const start = roots.find(({ traceRoot }) =>
      expected.some((row) => row.traceRoot === traceRoot && row.hash !== traceRoot),
    )
    const hash = start?.hash ?? ''
    expect(await readThrough.transaction(bytes(hash), inTime())).toBe(true)
    expect(found().find((row) => row.hash === hash)).toEqual(start)
    expect(await readThrough.neighbours(bytes(hash), inTime())).toBe(true)
    const trace = expected.filter(({ traceRoot }) => traceRoot === hash)
    expect(found().filter(({ traceRoot }) => traceRoot === hash)).toEqual(trace)
    expect(await readThrough.transaction(Buffer.alloc(32, 7), inTime())).toBe(false)
    expect(await readThrough.trace(Buffer.alloc(32, 7), inTime())).toBe(false)
  })

  it('reads a whole masterchain block, which is covered afterwards', async () => {
    const { readThrough, store } = bare.indexer
    expect(store.coverage()).toEqual([])
    expect(await readThrough.masterchainBlock(7, inTime())).toBe(true)
    expect(store.coverage()).toEqual([{ first: 7, last: 7 }])
    expect(
      found()
        .filter(({ mcSeqno }) => mcSeqno === 7n)
        .map(without),
    ).toEqual(expected.filter(({ mcSeqno }) => mcSeqno === 7n).map(without))
    expect(await readThrough.masterchainBlock(1_000_000, inTime())).toBe(false)
  })

  it('shares one fetch between concurrent requests', async () => {
    const { readThrough } = bare.indexer
    // Detection reads states too, in the background.
    await expect
      .poll(() => bare.indexer.status().detection, { timeout: 30_000 })
      .toEqual({ pending: 0, rechecks: 0, waiting: 0, detail: null })
    let writes = 0
    const stop = bare.indexer.onWritten(() => writes++)
    const account = bytes(`00${'99'.repeat(32)}`)
    await Promise.all(Array.from({ length: 5 }, () => readThrough.history(account, 10, inTime())))
    stop()
    expect(writes).toBe(1)
    expect(await readThrough.state(account, inTime())).toBe(false)
  })

  it('rejects immediately with the coverage if no liteserver answers', async () => {
    await whole.close()
    const account = Buffer.alloc(33, 0x55)
    await expect(bare.indexer.readThrough.history(account, 10, inTime())).rejects.toThrow(CoverageError)
    const unreachable = bare.indexer.readThrough.masterchainBlock(9, inTime())
    await expect(unreachable).rejects.toThrow(/no liteserver .*: of the masterchain 7 is indexed/)
    expect(bare.indexer.status().state).toBe('offline')
  }, 60_000)
})

/** The recorded network, in which the account with the system address sends messages. */
describe('read-through of the system address', () => {
  it('joins what its account sent to the traces of that account, and no message of a block', async () => {
    const facts = sampleFacts(1, Number.MAX_SAFE_INTEGER)
    const traces = new Map(tracesOf(facts).flatMap((trace) => trace.members.map((hash) => [hash, trace])))
    const received = facts
      .flatMap(({ blocks }) => blocks.flatMap(({ transactions }) => transactions))
      .filter(({ inMsg }) => inMsg?.source?.equals(SYSTEM))
    const [sent, made] = [true, false].map((isSent) =>
      received.filter(({ inMsg }) => inMsg && isSentByTransaction(inMsg) === isSent),
    ) as [typeof received, typeof received]
    expect([sent.length, made.length]).toEqual([11, 801])
    const served = await serveContents(readArchive(SAMPLE))
    const { zeroState } = served.config
    const config = { ...served.config, initBlock: zeroState, hardforks: [] }
    const bare = await openBareIndexer({ config })
    try {
      const { readThrough, store } = bare.indexer
      for (const { hash, account } of [...sent.slice(0, 1), ...sent.slice(-2), ...made.slice(-1)]) {
        await readThrough.history(account, 200, inTime())
        expect(await readThrough.trace(hash, inTime())).toBe(true)
        const trace = traces.get(hash.toString('hex'))
        const rows = indexedTransactions(store.file).filter(({ traceRoot }) => traceRoot === trace?.root)
        expect(rows.map((row) => row.hash).sort()).toEqual(trace?.members)
      }
    } finally {
      await bare[Symbol.asyncDispose]()
      await served.close()
    }
  })
})
