import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeqnoRange } from '../../../src-main/store/indexStore.ts'
import { isWrittenByOthers } from '../../../src-main/store/integrity/checkPages.ts'
import { readLog } from '../../../src-main/store/integrity/logFile.ts'
import { type Checkpoint, openSums } from '../../../src-main/store/integrity/sumsFile.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import type { ParsedMcBlock } from '../../../src-main/store/parsedBlock.ts'
import type { Connection } from '../../../src-main/store/sqlite/driver.ts'
import { openIndex } from '../../../src-main/store/writerThread.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { generatedChain } from '../../fixtures/store/generatedChain.ts'
import { tracesOf } from '../../fixtures/store/independentTraces.ts'
import { CHAIN } from '../../fixtures/store/openWriter.ts'
import { storedTraces } from '../../fixtures/store/storedRows.ts'
import { savePackedBlocks } from './packedBlocks.ts'

const KILLS = Number(process.env.KILLS ?? 10)
/** Maximum number of blocks that one process writes before it waits. */
const LIFE_BLOCKS = 30
const PROCESS = fileURLToPath(new URL('./writingProcess.ts', import.meta.url))

const root = mkdtempSync(join(tmpdir(), 'tonscope-kill-'))
const blocksFile = join(root, 'blocks')
let chain: ParsedMcBlock[]
beforeAll(() => {
  chain = [...generatedChain({ seed: 5, blocks: KILLS * LIFE_BLOCKS, externals: 1, accounts: 300 })]
  savePackedBlocks(blocksFile, chain)
})
afterAll(() => rmSync(root, { recursive: true }))

describe('an index whose process is killed repeatedly', () => {
  for (const direction of ['up', 'down'] as const) {
    it.concurrent(`has no gap and no duplicate, with blocks written ${direction}`, {
      timeout: 300_000,
    }, async () => {
      const dir = join(root, direction)
      const random = new SeededRandom(direction.length)
      let covered: readonly ParsedMcBlock[] = []
      let livesThatWrote = 0
      let livesWithSums = 0
      let livesWithCheckpoint = 0
      for (let kill = 1; kill <= KILLS; kill++) {
        await writeUntilKilled(dir, direction, random)
        if (hasSums(dir)) livesWithSums++
        const saved = hasSums(dir) ? savedCheckpoint(dir) : undefined
        const { methods, coverage } = openIndex({ dir, chain: CHAIN, isReadOnly: false })
        if (saved) {
          // Checksums that are computed again begin without a checkpoint.
          expect(savedCheckpoint(dir)).toEqual(saved)
          livesWithCheckpoint++
        }
        const connection = openReader(databaseFile(dir))
        const indexed = blocksIn(coverage)
        checkRows(connection, coverage, indexed)
        if (kill % 10 === 0) expect(storedTraces(connection)).toEqual(tracesOf(indexed))
        connection.close()
        methods.close()
        if (indexed.length > covered.length) livesThatWrote++
        covered = indexed
      }
      expect(livesThatWrote).toBeGreaterThan(KILLS / 2)
      expect(livesWithSums).toBeGreaterThan(KILLS * 0.8)
      expect(livesWithCheckpoint).toBeGreaterThan(KILLS / 2)
    })
  }
})

/** Runs a process and kills it while it starts (one in six), or some time after one of its first blocks. */
async function writeUntilKilled(dir: string, direction: string, random: SeededRandom): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--experimental-strip-types', '--no-warnings', PROCESS, dir, blocksFile, direction, `${LIFE_BLOCKS}`],
    // With compiled code a start takes a third of the time.
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'cache') },
    },
  )
  const ended = once(child, 'exit')
  if (random.next() < 1 / 6) await sleep(random.next() * 200)
  else {
    await dots(child, 1 + random.below(8))
    await sleep(random.next() * 5)
  }
  child.kill('SIGKILL')
  await ended
}

/** Waits until the process has printed a number of dots. */
async function dots(child: ChildProcess, count: number): Promise<void> {
  const { stdout } = child
  if (!stdout) throw new Error('the process has no output')
  let received = 0
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    received += chunk.length
    if (received >= count) return
  }
  throw new Error('the process ended by itself')
}

/** Returns whether the checksums are valid, so that they are not computed again when the index is opened. */
function hasSums(dir: string): boolean {
  const path = databaseFile(dir)
  const sums = existsSync(path) ? openSums(path, { readOnly: true }) : undefined
  if (!sums) return false
  const file = openSync(path, 'r')
  try {
    return !isWrittenByOthers({ path, file }, sums, readLog(path, sums))
  } finally {
    closeSync(file)
    sums.close()
  }
}

/** Returns the last checkpoint that is saved with the checksums; undefined before the first. */
function savedCheckpoint(dir: string): Checkpoint | undefined {
  const path = databaseFile(dir)
  const sums = existsSync(path) ? openSums(path, { readOnly: true }) : undefined
  try {
    return sums?.checkpoint()
  } finally {
    sums?.close()
  }
}

function blocksIn(coverage: readonly SeqnoRange[]): ParsedMcBlock[] {
  return coverage.flatMap(({ first, last }) => chain.slice(first - 1, last))
}

function checkRows(
  connection: Connection,
  coverage: readonly SeqnoRange[],
  indexed: readonly ParsedMcBlock[],
): void {
  const one = (sql: string) => connection.prepare(sql).pluck().get()
  const expected = indexed.flatMap(({ blocks }) => blocks)
  const transactions = expected.flatMap((block) => block.transactions)
  const messages = transactions.flatMap(({ inMsg, outMsgs }) => (inMsg ? [inMsg, ...outMsgs] : outMsgs))
  expect({
    integrity: one('PRAGMA integrity_check'),
    coverage: connection.prepare('SELECT first, last FROM coverage ORDER BY first').all(),
    blocks: one('SELECT count(*) FROM blocks WHERE gen_utime IS NOT NULL'),
    placesOnly: one('SELECT count(*) FROM blocks WHERE gen_utime IS NULL'),
    transactions: one('SELECT count(*) FROM transactions'),
    counted: one('SELECT coalesce(sum(tx_count), 0) FROM blocks'),
    nodes: one('SELECT coalesce(sum(nodes), 0) FROM traces'),
    messages: one('SELECT count(*) FROM messages'),
    withoutTrace: one('SELECT count(*) FROM transactions WHERE trace NOT IN (SELECT id FROM traces)'),
  }).toEqual({
    integrity: 'ok',
    coverage,
    blocks: expected.length,
    placesOnly: 0,
    transactions: transactions.length,
    counted: transactions.length,
    nodes: transactions.length,
    messages: new Set(messages.map(({ hash }) => hash.toString('latin1'))).size,
    withoutTrace: 0,
  })
}
