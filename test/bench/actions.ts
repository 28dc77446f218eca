import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveDevnet } from '../../src-main/devnet/serveDevnet.ts'
import { openTestContext } from '../integration/devnet/testContext.ts'
import { writeBigActions } from './bigActions.ts'
import { makeBigIndex } from './bigIndex.ts'
import { type Lap, lap, playTransfers } from './detect.ts'
import { addressOf, type Case, type CaseFigures, measureInTurns, readAll } from './query.ts'

/** The size that the goal is for; smaller for a quick look. */
const TRANSACTIONS = Number(process.env.TONSCOPE_BENCH_TRANSACTIONS ?? 3_000_000)
/** The 99th percentile, in those of `transactions` by account. */
const LIST_GOAL = 1.5
/** Ingest with classification, in that with detection alone. */
const INGEST_GOAL = 0.75
const TURNS = 3
const PAGE = { limit: 100, offset: 0, sort: 'desc' }
const FLAGS = { include_accounts: false, include_transactions: false }

/** Yields ingest of a chain of jetton transfers with classification and without, then lists of a large index. */
export async function* benchActions(): AsyncGenerator<object> {
  yield await ingestWithActions()
  yield* lists()
}

async function ingestWithActions(): Promise<object> {
  const stage = await openTestContext('bench')
  try {
    await playTransfers(stage)
    const server = await serveDevnet(stage.devnet, { clock: () => stage.now() })
    try {
      const run = (classifies: boolean) => lap(stage, server, { detects: true, classifies })
      await run(true)
      const laps: Record<'with' | 'without', Lap[]> = { with: [], without: [] }
      for (let turn = 0; turn < TURNS; turn++) {
        laps.without.push(await run(false))
        laps.with.push(await run(true))
      }
      const sum = (some: readonly Lap[], of: keyof Lap) => some.reduce((total, each) => total + each[of], 0)
      const rate = (some: readonly Lap[], seconds: keyof Lap) =>
        Math.round(sum(some, 'transactions') / sum(some, seconds))
      const ratio = (seconds: keyof Lap) =>
        Math.round((rate(laps.with, seconds) / rate(laps.without, seconds)) * 100) / 100
      return {
        what: 'ingest with actions',
        transactionsPerSecond: rate(laps.with, 'ingestSeconds'),
        withoutActions: rate(laps.without, 'ingestSeconds'),
        ratio: ratio('ingestSeconds'),
        ratioUntilNothingWaits: ratio('wholeSeconds'),
        ratioGoal: INGEST_GOAL,
      }
    } finally {
      await server.close()
    }
  } finally {
    await stage.close()
  }
}

async function* lists(): AsyncGenerator<object> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-actions-'))
  try {
    mkdirSync(dir, { recursive: true })
    const { file, hot } = makeBigIndex(dir, TRANSACTIONS)
    const actions = writeBigActions(file)
    readAll(file)
    const account = (i: number) => addressOf(hot[i % hot.length] as Buffer)
    const byAccount: Case = {
      operation: 'transactions',
      name: 'hot account',
      values: (i) => ({ ...PAGE, account: [account(i)] }),
    }
    const of = (name: string, values: (i: number) => object): Case => ({
      operation: 'actions',
      name,
      values: (i) => ({ ...PAGE, ...FLAGS, ...values(i) }),
    })
    const cases = [
      of('hot account', (i) => ({ account: account(i) })),
      of('hot account, one type', (i) => ({ account: account(i), action_type: ['jetton_transfer'] })),
      of('hot account, offset 1000', (i) => ({ account: account(i), offset: 1000 })),
      of('newest', () => ({})),
      of('newest of two types', () => ({ action_type: ['ton_transfer', 'jetton_transfer'] })),
    ]
    for (const one of cases) {
      const [reference, found] = (await measureInTurns(file, [byAccount, one])) as [CaseFigures, CaseFigures]
      yield {
        ...found,
        actions,
        transactions: { p50_ms: reference.p50_ms, p99_ms: reference.p99_ms, kilobytes: reference.kilobytes },
        ratio: Math.round((found.p99_ms / reference.p99_ms) * 100) / 100,
        goal: LIST_GOAL,
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
