import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { readArchive } from '../../src-main/chain/archive/openArchive.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { gather } from '../../src-main/indexer/fetch/gather.ts'
import { mapInOrder } from '../../src-main/indexer/fetch/mapInOrder.ts'
import { BLOCKS_PER_WRITE, CONCURRENT_BLOCKS } from '../../src-main/indexer/ingest.ts'
import { parseBlock } from '../../src-main/indexer/parse/parseBlock.ts'
import type { BlockFile, MasterchainFiles } from '../../src-main/indexer/parse/parseJobs.ts'
import { createParsePool, type ParsePool } from '../../src-main/indexer/parse/parsePool.ts'
import { startParseThread } from '../../src-main/indexer/parse/parseThread.ts'
import { openIndexStore } from '../../src-main/store/openIndexStore.ts'
import { loadBlockHeader } from '../chain/blockCodecs.ts'

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url))
const SAMPLE = fileURLToPath(new URL('../../src-main/networks/sample', import.meta.url))

const MASTERCHAIN_BLOCK = 'tonkeeper-tongo/mc_34974098.boc'
/** Mainnet blocks of 2022 to 2026: 1,320 transactions in 1.9 MB. */
const SHARD_BLOCKS = [
  'tonkeeper-tongo/block-1.boc',
  'tonkeeper-tongo/block-3.boc',
  'xssnick-tonutils-go/wc0_71398501.boc',
  'rsquad-ton-rust-node/bundle-56703839/block_56703836.boc',
  'rsquad-ton-rust-node/bundle-56703839/block_56703838.boc',
  'rsquad-ton-rust-node/bundle-56703839/block_56703839.boc',
  'ston-fi-ton-rs/wc0_52111590.boc',
]

const TRANSACTIONS = Number(process.env.TONSCOPE_BENCH_TRANSACTIONS ?? 60_000)
/** Parsing alone and the whole take turns: the machine's speed changes from one second to the next. */
const TURNS = 4
/** Until the threads' code is compiled. */
const WARM_UP_TRANSACTIONS = 4_000
const GOALS = { transactionsPerSecond: 2000, ratio: 0.6, bytesPerTransaction: 1800, eventLoopP99: 20 }

type Source = { readonly name: string; readonly units: readonly Omit<Unit, 'shardTops'>[] }

/** Masterchain blocks with a shard block each. */
function openSource(): Source {
  if (existsSync(FIXTURES)) {
    const masterchain = blockFile(readFileSync(FIXTURES + MASTERCHAIN_BLOCK))
    return {
      name: 'mainnet',
      units: SHARD_BLOCKS.map((name) => unitOf([masterchain, blockFile(readFileSync(FIXTURES + name))])),
    }
  }
  const blocks = readArchive(SAMPLE).blocks.map(({ id, read }) => ({ id, data: read() }))
  const masterchain = blocks.find(({ id }) => id.workchain === -1) as BlockFile
  const full = blocks.filter(({ id }) => id.workchain === 0).sort((a, b) => b.data.length - a.data.length)
  return { name: 'sample', units: full.slice(0, 7).map((block) => unitOf([masterchain, block])) }
}

function unitOf(files: readonly BlockFile[]): Omit<Unit, 'shardTops'> {
  const transactions = files.reduce((sum, { id, data }) => sum + parseBlock(id, data).transactions.length, 0)
  return { files, transactions }
}

function blockFile(data: Buffer): BlockFile {
  const root = parseBocRoot(data)
  const { shard, seqno } = loadBlockHeader(root.beginParse())
  const id = { ...shard, seqno, rootHash: root.hash(), fileHash: hash('sha256', data, 'buffer') }
  return { id, data }
}

type Unit = MasterchainFiles & { readonly transactions: number }

/** The source again and again, numbered from `first` on, until it has that many transactions. */
function* repeated({ units }: Source, transactions: number, first = 1): Generator<Unit> {
  for (let seqno = first, done = 0; done < transactions; seqno++) {
    const unit = units[seqno % units.length] as (typeof units)[number]
    yield { ...unit, shardTops: [{ workchain: -1, shard: 1n << 63n, seqno }] }
    done += unit.transactions
  }
}

type Lap = {
  readonly units: number
  readonly transactions: number
  readonly seconds: number
  readonly cpuSeconds: number
}

/** Runs the units through the parser, some ahead, and hands what comes to `write`, as the index does. */
async function ingest(
  units: Iterable<Unit>,
  pool: ParsePool,
  write: (facts: readonly Uint8Array[]) => Promise<unknown>,
): Promise<Lap> {
  let transactions = 0
  let count = 0
  const cpu = process.cpuUsage()
  const start = performance.now()
  const parsed = mapInOrder(units, CONCURRENT_BLOCKS, async (unit) => {
    const facts = await pool.masterchainBlock(unit)
    return { facts, transactions: unit.transactions }
  })
  for await (const some of gather(parsed, BLOCKS_PER_WRITE)) {
    await write(some.map(({ facts }) => facts))
    for (const one of some) transactions += one.transactions
    count += some.length
  }
  const { user, system } = process.cpuUsage(cpu)
  return {
    units: count,
    transactions,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
  }
}

function together(laps: readonly Lap[]): Lap {
  const sum = (of: keyof Lap) => laps.reduce((total, lap) => total + lap[of], 0)
  return {
    units: sum('units'),
    transactions: sum('transactions'),
    seconds: sum('seconds'),
    cpuSeconds: sum('cpuSeconds'),
  }
}

const round = (value: number) => Math.round(value * 100) / 100
const rate = ({ transactions, seconds }: Lap) => Math.round(transactions / seconds)
/** Of all threads: what a machine with other work to do can be judged by. */
const perCpuSecond = ({ transactions, cpuSeconds }: Lap) => Math.round(transactions / cpuSeconds)

function openPool(): ParsePool {
  return createParsePool({
    startThread: () => startParseThread(new URL('./ingestWorker.ts', import.meta.url)),
  })
}

/**
 * From blocks' files to committed rows at full speed: see ingestWorker for how a few blocks become many. In turns with
 * parsing alone: the same threads, archive compression included, without the writer. Event-loop delays are those of
 * the main thread, which is the gateway's, while rows are written.
 */
export async function benchIngest(): Promise<object[]> {
  const source = openSource()
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-ingest-'))
  try {
    const store = await openIndexStore({ dir, zeroState: Buffer.alloc(32, 1) })
    const pool = openPool()
    const write = (facts: readonly Uint8Array[]) => store.writeBlocks(facts)
    const withoutWriter = async () => undefined
    await ingest(repeated(source, WARM_UP_TRANSACTIONS), pool, withoutWriter)
    const warmUp = await ingest(repeated(source, WARM_UP_TRANSACTIONS), pool, write)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const alones: Lap[] = []
    const laps: Lap[] = []
    let utilized = 0
    for (let next = 1 + warmUp.units; laps.length < TURNS; next += laps.at(-1)?.units ?? 0) {
      alones.push(await ingest(repeated(source, TRANSACTIONS / TURNS), pool, withoutWriter))
      const before = performance.eventLoopUtilization()
      delay.enable()
      laps.push(await ingest(repeated(source, TRANSACTIONS / TURNS, next), pool, write))
      delay.disable()
      utilized += performance.eventLoopUtilization(before).utilization / TURNS
    }
    const [alone, lap] = [together(alones), together(laps)]
    await pool.close()
    await store.close()
    const written = warmUp.transactions + lap.transactions
    const reopened = await openIndexStore({ dir, zeroState: Buffer.alloc(32, 1) })
    const sizes = await reopened.sizes()
    await reopened.close()
    return [
      {
        what: 'parse alone',
        blocks: source.name,
        transactions: alone.transactions,
        transactionsPerSecond: rate(alone),
        transactionsPerCpuSecond: perCpuSecond(alone),
      },
      {
        what: 'blocks to committed rows',
        blocks: source.name,
        transactions: lap.transactions,
        transactionsPerSecond: rate(lap),
        transactionsPerCpuSecond: perCpuSecond(lap),
        goal: GOALS.transactionsPerSecond,
        ratioToParseAlone: round(rate(lap) / rate(alone)),
        ratioGoal: GOALS.ratio,
        bytesPerTransaction: Math.round(sizes.index / written),
        bytesGoal: GOALS.bytesPerTransaction,
        archiveBytesPerTransaction: Math.round(sizes.archive / written),
        eventLoopDelayP99Ms: round(delay.percentile(99) / 1e6),
        eventLoopUtilization: round(utilized),
        eventLoopGoalMs: GOALS.eventLoopP99,
      },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
