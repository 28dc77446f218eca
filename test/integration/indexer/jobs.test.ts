import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address } from '@ton/core'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IndexJob } from '#shared/schema/indexer.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import {
  type HistoryPart,
  readPart,
  readSideBySide,
} from '../../../src-main/indexer/readThrough/historyParts.ts'
import { NoServerError } from '../../../src-main/liteserver/errors.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { transactionLink } from '../../../src-main/liteserver/verify/transactions.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { readConfig } from './bareIndexer.ts'
import { checkIndex } from './checkIndex.ts'
import { indexedTransactions } from './indexedRows.ts'
import { ask, command, indexStatus, indexUntil } from './indexGateway.ts'

/** Recorded blocks 1 to 800. */
const NETWORK = 'sample'
/** A wallet of them. */
const WALLET = '0:6818dc87ad4d1928e3bd9cc2a19de6ba35e09ed95601fdf0fe2838d0cf07cd88'

const HEAD = 800
/** A transaction of them in a trace with others. */
const JOINED = '1wri6b/qjvnh6c6sC6NZnP08LZ+Sm6137vHeoX1hftg='
const PAGE = 500

const REFUSED: readonly (readonly [name: 'backfill' | 'pause' | 'cancel', body: object, reason: RegExp])[] = [
  ['backfill', {}, /422: a backfill takes from and to, or last_seconds, or account/],
  ['backfill', { from: 5, account: WALLET }, /422: a backfill takes/],
  ['backfill', { from: 5, to: 801 }, /422: to: the newest masterchain block is 800/],
  ['backfill', { from: 6, to: 5 }, /422: from: 6 is after 5/],
  ['backfill', { from: 0 }, /422: from must be at least 1/],
  ['backfill', { account: 'nobody' }, /422: account: nobody is no address/],
  ['backfill', { account: WALLET, oldest_first: true }, /422: oldest_first: /],
  ['pause', { job: 77 }, /404: there is no job 77/],
  ['cancel', {}, /422: job is missing/],
]

describe('backfills of a network that is not followed', () => {
  let dataDir: string
  let gateway: Gateway
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-jobs-'))
    await start()
  })
  afterAll(async () => {
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const file = () => databaseFile(join(dataDir, NETWORK, 'index'))
  const backfill = (body: object) => command<IndexJob>(gateway.url, 'backfill', body)

  async function start(): Promise<void> {
    const log = pino({ level: 'silent' })
    gateway = await startGateway({ network: NETWORK, index: 'off', port: 0, dataDir, log })
  }
  async function jobUntil(id: number, isSo: (job: IndexJob) => boolean): Promise<IndexJob> {
    const { jobs } = await indexUntil(gateway.url, (status) =>
      status.jobs.some((job) => job.id === id && isSo(job)),
    )
    return jobs.find((job) => job.id === id) as IndexJob
  }
  const done = (id: number) => jobUntil(id, ({ state }) => state === 'done')

  it.each(REFUSED)('reject %s %j', async (name, body, reason) => {
    await expect(command(gateway.url, name, body)).rejects.toThrow(reason)
  })

  it('index a range and skip covered blocks', async () => {
    const job = await backfill({ from: 20, to: 30 })
    expect(job).toMatchObject({ kind: 'range', first: 20, last: 30, newest_first: true, done: 0, total: 11 })
    expect(await done(job.id)).toMatchObject({ done: 11, total: 11, detail: null })
    const wider = await backfill({ from: 15, to: 35, oldest_first: true })
    await done(wider.id)
    expect((await indexStatus(gateway.url)).coverage).toEqual([{ first: 15, last: 35 }])
    checkIndex(file())
  })

  it('read the whole history of an account', async () => {
    const job = await backfill({ account: WALLET })
    expect(job).toMatchObject({ kind: 'account', account: WALLET.toUpperCase(), total: null })
    const { done: count } = await done(job.id)
    const path = `/api/v2/getTransactions?address=${WALLET}&limit=100`
    const all = await ask<{ transaction_id: { lt: string } }[]>(gateway.url, path)
    expect(count).toBe(all.length)
    const hex = `00${WALLET.slice(2)}`
    const rows = indexedTransactions(file()).filter(({ account }) => account === hex)
    expect(rows.map(({ lt }) => lt.toString())).toEqual(all.map(({ transaction_id: { lt } }) => lt))
    // What the index has counts, as for ranges: a job that a kill has interrupted has saved less.
    expect(await done((await backfill({ account: WALLET })).id)).toMatchObject({ done: count })
    await gateway.close()
    await start()
    expect(await done(job.id)).toMatchObject({ done: count, total: null, eta_seconds: null })
  })

  describe('of a history that is read side by side', () => {
    /** The elector: it has a transaction in each block. */
    const address = Address.parse(`-1:${'3'.repeat(64)}`)
    let network: OpenLiteNetwork
    beforeAll(async () => {
      network = await openLiteNetwork({ config: await readConfig(gateway.globalConfigFile) })
    })
    afterAll(() => network.close())

    /** The account's history in one piece, and the place where it begins. */
    async function whole() {
      const session = network.session()
      const head = await session.last()
      const { lastTransLt: lt, lastTransHash: hash } = await session.account(head, address)
      const options = { from: { lt, hash }, count: 10_000, onRead: () => {} }
      const { transactions } = await readPart(session, address, options)
      return { session, head, options, lts: ltsOf(transactions) }
    }
    const ltsOf = (transactions: HistoryPart['transactions']) =>
      transactions.map(({ cell }) => transactionLink(cell).lt)

    it.each([20, 100, 300])(
      'find the same transactions with %i blocks between the pieces',
      async (spacing) => {
        const { session, head, options, lts } = await whole()
        const places = { seqno: head.seqno - 1, spacing }
        const found = await readSideBySide(session, address, options, places)
        expect(ltsOf(found.transactions)).toEqual(lts)
        expect(found.next.lt).toBe(0n)
        expect(found.pieces).toBeGreaterThan(1)
      },
    )

    it('leave out what follows a piece that is too long', async () => {
      const { session, head, options, lts } = await whole()
      const places = { seqno: head.seqno - 1, spacing: 300 }
      const found = await readSideBySide(session, address, { ...options, count: 50 }, places)
      const read = ltsOf(found.transactions)
      expect(read).toEqual(lts.slice(0, read.length))
      expect(read.length).toBeLessThan(lts.length)
      expect(found.next.lt).toBe(lts[read.length])
    })

    it('leave out what follows a piece that no server answers', async () => {
      const { session, head, options, lts } = await whole()
      const places = { seqno: head.seqno - 1, spacing: 100 }
      const starts: bigint[] = []
      let refused: bigint | undefined
      const transactions: typeof session.transactions = (...query) => {
        starts.push(query[1])
        return query[1] === refused ? Promise.reject(new NoServerError()) : session.transactions(...query)
      }
      const failing = { ...session, transactions }
      await readSideBySide(failing, address, options, places)
      refused = starts.reduce((oldest, lt) => (lt < oldest ? lt : oldest))
      const found = await readSideBySide(failing, address, options, places)
      const read = ltsOf(found.transactions)
      expect(read).toEqual(lts.slice(0, read.length))
      expect(read.length).toBeGreaterThan(0)
      expect(found.next.lt).toBe(lts[read.length])
      expect(found.next.lt).toBeGreaterThan(refused)
    })
  })

  it('run one after another, pause, continue after a restart, and can be cancelled', async () => {
    const long = await backfill({ from: 1, to: 700 })
    const next = await backfill({ from: 701, to: 710 })
    expect(next.state).toBe('waiting')
    await jobUntil(long.id, (job) => job.done > 40)
    await command(gateway.url, 'pause', { job: long.id })
    await done(next.id)
    const paused = await jobUntil(long.id, ({ state }) => state === 'paused')
    await command(gateway.url, 'resume', { job: long.id })
    await jobUntil(long.id, (job) => job.done > paused.done + 20 && job.rate !== null)

    await gateway.close()
    await start()
    const { done: kept } = await jobUntil(long.id, ({ state }) => state === 'running')
    expect(kept).toBeGreaterThan(paused.done)
    await jobUntil(long.id, (job) => job.done > kept)
    await command(gateway.url, 'cancel', { job: long.id })
    await jobUntil(long.id, ({ state }) => state === 'cancelled')
    await expect(command(gateway.url, 'resume', { job: long.id })).rejects.toThrow(
      /409: job \d+ is cancelled/,
    )
    checkIndex(file())
  }, 60_000)

  it('stop at the disk limit, and continue when it is raised', async () => {
    const { disk } = await indexUntil(gateway.url, (status) => status.disk.index_bytes > 0)
    await command(gateway.url, 'settings', { disk_limit_bytes: disk.index_bytes })
    const job = await backfill({ from: 760, to: 780 })
    const stopped = await jobUntil(job.id, ({ detail }) => detail !== null)
    expect(stopped).toMatchObject({
      state: 'running',
      detail: expect.stringMatching(/has reached its disk limit/),
    })
    expect((await indexStatus(gateway.url)).disk.limit_bytes).toBe(disk.index_bytes)
    await command(gateway.url, 'settings', { disk_limit_bytes: null })
    expect(await done(job.id)).toMatchObject({ detail: null })
  }, 60_000)

  it('leave following off until it is switched on, which is saved', async () => {
    await command(gateway.url, 'settings', { mode: 'follow' })
    expect(await indexStatus(gateway.url)).toMatchObject({ mode: 'follow' })
    await gateway.close()
    const log = pino({ level: 'silent' })
    gateway = await startGateway({ network: NETWORK, port: 0, dataDir, log })
    const before = (await indexStatus(gateway.url)).behind ?? 0
    expect(await indexUntil(gateway.url, ({ behind }) => (behind ?? before) < before)).toMatchObject({
      mode: 'follow',
    })
  }, 60_000)

  it('join each transaction of the whole chain to the trace of its sender', async () => {
    await done((await backfill({ from: 1, to: HEAD })).id)
    const all = await everyRow<TransactionJson>('transactions')
    const traces = await everyRow<TraceJson>('traces')
    const traceOf = new Map(
      traces.flatMap(({ trace_id, transactions_order }) =>
        (transactions_order ?? []).map((hash) => [hash, trace_id]),
      ),
    )
    const sender = new Map(all.flatMap(({ hash, out_msgs }) => out_msgs.map((sent) => [sent.hash, hash])))
    const received = all.filter(({ in_msg }) => in_msg && sender.has(in_msg.hash))
    expect(received.length).toBeGreaterThan(100)
    const traceIds = new Map(all.map(({ hash, trace_id }) => [hash, trace_id]))
    const apart = received.filter(
      ({ in_msg, trace_id }) => trace_id !== traceIds.get(sender.get(in_msg?.hash ?? '') ?? ''),
    )
    expect(apart.map(({ hash }) => hash)).toEqual([])
    // A trace is listed when its last message has arrived.
    const arrived = new Set(received.map(({ in_msg }) => in_msg?.hash))
    const underWay = all.filter(({ out_msgs }) =>
      out_msgs.some((sent) => sent.destination && !arrived.has(sent.hash)),
    )
    const open = new Set(underWay.map(({ trace_id }) => trace_id))
    expect(open.size).toBeLessThan(5)
    const listed = all.filter(({ trace_id }) => !open.has(trace_id))
    expect(listed.filter(({ hash, trace_id }) => traceOf.get(hash) !== trace_id)).toEqual([])
    const [named] = await rowsOf<TraceJson>('traces', `tx_hash=${encodeURIComponent(JOINED)}`)
    expect(named?.transactions_order).toContain(JOINED)
    expect(named?.trace_id).toBe(traceOf.get(JOINED))
  }, 120_000)

  async function rowsOf<Row>(name: 'transactions' | 'traces', query: string): Promise<readonly Row[]> {
    const response = await fetch(`${gateway.url}/api/v3/${name}?${query}`)
    const body = (await response.json()) as Record<string, readonly Row[]>
    expect(body).toHaveProperty(name)
    return body[name] ?? []
  }
  /** Returns the rows of all pages. */
  async function everyRow<Row>(name: 'transactions' | 'traces'): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (;;) {
      const page = await rowsOf<Row>(name, `limit=${PAGE}&offset=${rows.length}&sort=asc`)
      rows.push(...page)
      if (page.length < PAGE) return rows
    }
  }
})
