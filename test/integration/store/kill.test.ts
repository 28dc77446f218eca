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
import { openSums } from '../../../src-main/store/integrity/sumsFile.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import type { ParsedMcBlock } from '../../../src-main/store/parsedBlock.ts'
import type { Connection } from '../../../src-main/store/sqlite/driver.ts'
import { openIndex } from '../../../src-main/store/writerThread.ts'
import { generatedChain, randomNumbers } from '../../fixtures/store/generatedChain.ts'
import { tracesOf } from '../../fixtures/store/independentTraces.ts'
import { CHAIN } from '../../fixtures/store/openWriter.ts'
import { storedTraces } from '../../fixtures/store/storedRows.ts'
import { savePackedBlocks } from './packedBlocks.ts'

const KILLS = 50
/** That one process writes before it waits, at most. */
const LIFE_BLOCKS = 30
/** Of the time between a kill and the next open, at most; a start takes some 50 ms. */
const REOPEN_MS = 2_000
const PROCESS = fileURLToPath(new URL('./writingProcess.ts', import.meta.url))

const root = mkdtempSync(join(tmpdir(), 'tonscope-kill-'))
const blocksFile = join(root, 'blocks')
let chain: ParsedMcBlock[]
beforeAll(() => {
  chain = [...generatedChain({ seed: 5, blocks: KILLS * LIFE_BLOCKS, externals: 1, accounts: 300 })]
  savePackedBlocks(blocksFile, chain)
})
afterAll(() => rmSync(root, { recursive: true }))

describe('an index whose process is killed again and again', () => {
  for (const direction of ['up', 'down'] as const) {
    it.concurrent(`has no gap and no duplicate, with blocks written ${direction}`, {
      timeout: 300_000,
    }, async () => {
      const dir = join(root, direction)
      const random = randomNumbers(direction.length)
      let covered: readonly ParsedMcBlock[] = []
      let livesThatWrote = 0
      let livesWithSums = 0
      for (let kill = 1; kill <= KILLS; kill++) {
        await writeUntilKilled(dir, direction, random)
        if (hasSums(dir)) livesWithSums++
        const reopenedAt = performance.now()
        const { methods, coverage } = openIndex({ dir, chain: CHAIN, isReadOnly: false })
        expect(performance.now() - reopenedAt).toBeLessThan(REOPEN_MS)
        const connection = openReader(databaseFile(dir))
        const there = blocksIn(coverage)
        checkRows(connection, coverage, there)
        if (kill % 10 === 0) expect(storedTraces(connection)).toEqual(tracesOf(there))
        connection.close()
        methods.close()
        if (there.length > covered.length) livesThatWrote++
        covered = there
      }
      expect(livesThatWrote).toBeGreaterThan(KILLS / 2)
      expect(livesWithSums).toBeGreaterThan(KILLS * 0.8)
    })
  }
})

/** Killed while it starts (one in six), or some time after one of its first blocks. */
async function writeUntilKilled(dir: string, direction: string, random: () => number): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--experimental-strip-types', '--no-warnings', PROCESS, dir, blocksFile, direction, `${LIFE_BLOCKS}`],
    // Starts in a third of the time.
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'cache') },
    },
  )
  const ended = once(child, 'exit')
  if (random() < 1 / 6) await sleep(random() * 200)
  else {
    await dots(child, 1 + Math.floor(random() * 8))
    await sleep(random() * 5)
  }
  child.kill('SIGKILL')
  await ended
}

/** Waits until the process has said so many. */
async function dots(child: ChildProcess, count: number): Promise<void> {
  const { stdout } = child
  if (!stdout) throw new Error('nothing can be heard of the process')
  let heard = 0
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    heard += chunk.length
    if (heard >= count) return
  }
  throw new Error('the process ended by itself')
}

/** Whether the checksums count, and are not computed again when the index is opened. */
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

function blocksIn(coverage: readonly SeqnoRange[]): ParsedMcBlock[] {
  return coverage.flatMap(({ first, last }) => chain.slice(first - 1, last))
}

function checkRows(
  connection: Connection,
  coverage: readonly SeqnoRange[],
  there: readonly ParsedMcBlock[],
): void {
  const one = (sql: string) => connection.prepare(sql).pluck().get()
  const expected = there.flatMap(({ blocks }) => blocks)
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
