import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadName } from '../../src-main/api/v3/context.ts'
import { createReadPool, type ReadPool } from '../../src-main/api/v3/readPool.ts'
import { databaseFile, openReader, openWriter } from '../../src-main/store/openDatabase.ts'
import type { Connection } from '../../src-main/store/sqlite/driver.ts'
import { CHAIN } from '../fixtures/store/openWriter.ts'
import { makeBigIndex } from './bigIndex.ts'

/** The size that the goals are for; less where one only wants to look. */
const TRANSACTIONS = Number(process.env.TONSCOPE_BENCH_TRANSACTIONS ?? 3_000_000)
/** An index that is there already. */
const INDEX_DIR = process.env.TONSCOPE_BENCH_INDEX
const RUNS = 200
/** Until the thread's code is compiled. */
const WARM_UP = 200
const GOALS = { p99: 25, memory: 350, start: 0.2 }
const OPTIONS = { addressBook: true, metadata: true, testOnly: false, offline: true, head: 0 }
const PAGE = { limit: 100, offset: 0, sort: 'desc' }

export type Address = { readonly workchain: number; readonly hash: Buffer }
export type Case = { readonly name: string; readonly operation: ReadName; values(i: number): object }

/** Questions of v3 at limit 100 to a reader thread, rendering included, on an index of three million transactions. */
export async function benchQuery(): Promise<readonly object[]> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-query-'))
  try {
    const whole = INDEX_DIR ?? join(dir, 'whole')
    const empty = join(dir, 'empty')
    for (const each of [whole, empty]) mkdirSync(each, { recursive: true })
    if (!INDEX_DIR) makeBigIndex(whole, TRANSACTIONS)
    openWriter(empty, CHAIN).close()
    const connection = openReader(databaseFile(whole))
    const cases = casesOf(connection)
    connection.close()
    const figures: object[] = []
    for (const one of cases) {
      readAll(databaseFile(whole))
      figures.push(await measure(databaseFile(whole), one))
    }
    return [
      ...figures,
      await memoryOf(databaseFile(whole), cases),
      await starts(databaseFile(empty), databaseFile(whole)),
      { transactions: countOf(whole), goals: GOALS },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Reads a file into the system's cache: the index is measured, not the disk. */
export function readAll(path: string): void {
  const file = openSync(path, 'r')
  const bytes = Buffer.allocUnsafe(1 << 22)
  while (readSync(file, bytes) > 0);
  closeSync(file)
}

function countOf(dir: string): number {
  const connection = openReader(databaseFile(dir))
  const count = connection.prepare<[], number>('SELECT max(id) FROM transactions').pluck().get()
  connection.close()
  return count ?? 0
}

/** What people and wallets ask most; `i` runs over different accounts, hashes and places. */
function casesOf(connection: Connection): readonly Case[] {
  const sample = <Row>(sql: string) => connection.prepare<[], Row>(sql).all()
  const pick = <T>(list: readonly T[], i: number) => list[i % list.length] as T
  const hot: Address[] = sample<{ address: Buffer }>(
    `SELECT a.address FROM accounts a JOIN (SELECT account, count(*) AS rows FROM
       (SELECT account FROM transactions ORDER BY lt DESC LIMIT 20000) newest GROUP BY account ORDER BY rows DESC LIMIT 18) h
     ON h.account = a.id`,
  ).map(({ address }) => addressOf(address))
  const hottest = hot.slice(0, 5)
  type Row = {
    address: Buffer
    hash: Buffer
    message: Buffer
    body: Buffer
    mc_seqno: number
    now: number
    lt: number
    opcode: number
  }
  const top = connection.prepare<[], number>('SELECT max(id) FROM transactions').pluck().get() ?? 1
  // Far enough from both ends of what is covered for the hours around them.
  const rows = Array.from({ length: 400 }, (_, i) =>
    connection
      .prepare<[number], Row>(
        `SELECT a.address, t.hash, m.hash AS message, c.hash AS body, t.mc_seqno, t.now, t.lt,
         coalesce(m.opcode, 0) AS opcode FROM transactions t
         JOIN accounts a ON a.id = t.account JOIN messages m ON m.id = t.in_msg JOIN contents c ON c.id = m.body
         WHERE t.id >= ? ORDER BY t.id LIMIT 1`,
      )
      .get(Math.floor(top * (0.15 + (0.7 * ((i * 7919) % 400)) / 400))),
  ).flatMap((row) => row ?? [])
  const row = (i: number) => pick(rows, i)
  const many = (i: number) => Array.from({ length: 100 }, (_, k) => addressOf(row(i * 37 + k).address))
  const of = (operation: ReadName, name: string, values: (i: number) => object): Case => ({
    name,
    operation,
    values,
  })
  return [
    of('transactions', 'newest', () => ({})),
    of('transactions', 'oldest, offset 1000', () => ({ sort: 'asc', offset: 1000 })),
    of('transactions', 'hot account', (i) => ({ account: [pick(hot, i)] })),
    of('transactions', 'hottest account, offset 20000', (i) => ({
      account: [pick(hottest, i)],
      offset: 20_000,
    })),
    of('transactions', 'any account', (i) => ({ account: [addressOf(row(i).address)] })),
    of('transactions', 'hot account in an hour', (i) => ({
      account: [pick(hot, i)],
      start_utime: row(i).now - 1800,
      end_utime: row(i).now + 1800,
    })),
    of('transactions', '100 accounts', (i) => ({ account: many(i) })),
    of('transactions', 'span of time', (i) => ({ start_utime: row(i).now, end_utime: row(i).now + 600 })),
    of('transactions', 'masterchain', () => ({ workchain: -1 })),
    of('transactions', 'masterchain block', (i) => ({ mc_seqno: row(i).mc_seqno })),
    of('transactions', 'hash', (i) => ({ hash: [row(i).hash] })),
    of('transactionsByMessage', 'message', (i) => ({ msg_hash: [row(i).message] })),
    of('transactionsByMessage', 'opcode', (i) => ({ opcode: row(i).opcode })),
    of('adjacentTransactions', 'both', (i) => ({ hash: row(i).hash, direction: 'both' })),
    of('messages', 'newest', () => ({})),
    of('messages', 'without externals', () => ({ exclude_externals: true })),
    of('messages', 'to a hot account', (i) => ({ destination: pick(hot, i), exclude_externals: true })),
    of('messages', 'from a hot account', (i) => ({ source: pick(hot, i) })),
    of('messages', 'to the hottest account, offset 10000', (i) => ({
      destination: pick(hottest, i),
      offset: 10_000,
      start_lt: 1n,
    })),
    of('messages', 'opcode', (i) => ({ opcode: row(i).opcode })),
    of('messages', 'opcode in an hour', (i) => ({
      opcode: row(i).opcode,
      start_utime: row(i).now - 1800,
      end_utime: row(i).now + 1800,
    })),
    of('messages', 'body', (i) => ({ body_hash: row(i).body })),
    of('messages', 'hash', (i) => ({ msg_hash: [row(i).message] })),
    of('blocks', 'newest', () => ({})),
    of('blocks', 'masterchain', (i) => ({ workchain: -1, offset: i })),
    of('blocks', 'span of lt', (i) => ({
      start_lt: BigInt(row(i).lt),
      end_lt: BigInt(row(i).lt) + 100_000_000n,
    })),
    of('masterchainBlockShards', 'any', (i) => ({ seqno: row(i).mc_seqno })),
    of('traces', 'newest, 10', () => ({ limit: 10 })),
    of('traces', 'hot account, 10', (i) => ({ account: pick(hot, i), limit: 10 })),
    of('traces', 'hottest account, 10, offset 10000', (i) => ({
      account: pick(hottest, i),
      limit: 10,
      offset: 10_000,
    })),
    of('traces', 'transaction', (i) => ({ tx_hash: [row(i).hash] })),
    of('accountStates', '100 accounts', (i) => ({ address: many(i), include_boc: true })),
    of('walletStates', '100 accounts', (i) => ({ address: many(i) })),
    of('addressBook', '100 accounts', (i) => ({ address: many(i).map(rawText) })),
    of('topAccountsByBalance', '100', () => ({})),
    of('masterchainInfo', '', () => ({})),
  ].map((one) => ({ ...one, values: (i) => ({ ...PAGE, ...defaultsOf(one.operation), ...one.values(i) }) }))
}

function defaultsOf(operation: string): object {
  if (operation === 'traces') return { include_actions: false }
  return operation === 'messages' ? { exclude_externals: false, only_externals: false } : {}
}

export function addressOf(address: Buffer): Address {
  return { workchain: address.readInt8(0), hash: address.subarray(1) }
}

export function rawText({ workchain, hash }: Address): string {
  return `${workchain}:${hash.toString('hex')}`
}

async function ask(pool: ReadPool, { operation, name, values }: Case, i: number): Promise<number> {
  const answer = await pool.query({ operation, values: values(i), options: OPTIONS })
  if (answer.kind === 'missing')
    throw new Error(`${operation} (${name}) is not answered from the whole index`)
  // A transaction at the end of its trace has no neighbours.
  if (answer.kind !== 'json') return 0
  const { length } = answer.json
  // The gateway frees what it has sent (sentBytes.ts).
  answer.json.buffer.transfer(0)
  return length
}

export type CaseFigures = {
  readonly operation: string
  readonly filter: string
  readonly p50_ms: number
  readonly p99_ms: number
  /** Of an answer. */
  readonly kilobytes: number
}

/** Asks one reader thread a question many times, with different values. */
export async function measure(file: string, one: Case): Promise<CaseFigures> {
  const [figures] = await measureInTurns(file, [one])
  return figures as CaseFigures
}

/** The same for several questions, each in a thread of its own and one after the other: noise is shared by all. */
export async function measureInTurns(file: string, cases: readonly Case[]): Promise<CaseFigures[]> {
  const lanes = cases.map((one) => ({
    one,
    pool: createReadPool({ file, threads: 1 }),
    times: [] as number[],
    bytes: 0,
  }))
  try {
    for (const { one, pool } of lanes) for (let i = 0; i < WARM_UP; i++) await ask(pool, one, i)
    for (let i = 0; i < RUNS; i++) {
      for (const lane of lanes) {
        const begin = performance.now()
        lane.bytes += await ask(lane.pool, lane.one, i + WARM_UP)
        lane.times.push(performance.now() - begin)
      }
    }
    return lanes.map(({ one, times, bytes }) => {
      times.sort((a, b) => a - b)
      const at = (part: number) => Math.round((times[Math.floor(part * (RUNS - 1))] ?? 0) * 100) / 100
      return {
        operation: one.operation,
        filter: one.name,
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        kilobytes: Math.round(bytes / RUNS / 1024),
      }
    })
  } finally {
    await Promise.all(lanes.map(({ pool }) => pool.close()))
  }
}

/** Of a process that has answered all of them, with as many threads as it would have. */
async function memoryOf(file: string, cases: readonly Case[]): Promise<object> {
  const pool = createReadPool({ file })
  try {
    for (const one of cases) await Promise.all([ask(pool, one, 1), ask(pool, one, 2), ask(pool, one, 3)])
    return { memory_mb: Math.round(process.memoryUsage().rss / 2 ** 20) }
  } finally {
    await pool.close()
  }
}

/** From nothing to the first answer, interleaved; the median of nine. */
async function starts(empty: string, whole: string): Promise<object> {
  const once = async (file: string) => {
    const begin = performance.now()
    const pool = createReadPool({ file, threads: 1 })
    await pool.query({ operation: 'topAccountsByBalance', values: { ...PAGE, limit: 1 }, options: OPTIONS })
    const time = performance.now() - begin
    await pool.close()
    return time
  }
  const times: { empty: number; whole: number }[] = []
  for (let round = 0; round < 9; round++) times.push({ empty: await once(empty), whole: await once(whole) })
  const median = (name: 'empty' | 'whole') =>
    times.map((time) => time[name]).sort((a, b) => a - b)[4] as number
  return {
    start_empty_ms: Math.round(median('empty')),
    start_whole_ms: Math.round(median('whole')),
    ratio: Math.round((median('whole') / median('empty')) * 100) / 100,
  }
}
