import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { dns } from '../../../src-main/devnet/scenario/dns.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { multisig } from '../../../src-main/devnet/scenario/multisig.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { findActions } from '../../../src-main/store/queries/actions.ts'
import { loadActions } from '../../../src-main/store/queries/loadActions.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { TOKEN_TABLES, tokenRows } from '../../conformance/tokenRows.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { openScene, type Scene } from '../devnet/scene.ts'
import { checkIndex } from './checkIndex.ts'

const QUEUES = ['detection_queue', 'classification_queue'] as const
const CHILD = fileURLToPath(new URL('./kill/detectChild.ts', import.meta.url))
const NODE_OPTIONS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const KILLS = Number(process.env.KILLS ?? 8)
/** A child is killed at a random instant after it has opened the index. */
const LONGEST_LIFE_MS = 2_000
const TIMEOUT = KILLS * 30_000

describe('an indexer that is killed during detection or classification', () => {
  let scene: Scene
  let server: AdnlServer
  let dir: string

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tonscope-detect-kill-'))
    scene = await openScene([wallets, jettons, collection, dns, multisig])
    server = await serveDevnet(scene.context.devnet, { clock: () => scene.context.now() })
    const { port, publicKey } = server
    const liteservers = [{ host: '127.0.0.1', port, publicKey }]
    const { zeroState } = scene.context.devnet.store
    const config = { liteservers, zeroState, initBlock: zeroState, hardforks: [] }
    await writeFile(join(dir, 'config.json'), formatGlobalConfig(config))
  }, TIMEOUT)
  afterAll(async () => {
    await server?.close()
    await scene?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** Runs a child until its end, or for `lifeMs` after it has opened the index. Returns what it printed. */
  async function run(folder: string, lifeMs?: number): Promise<string> {
    const head = String(scene.context.devnet.store.head().seqno)
    const parameters = [...NODE_OPTIONS, CHILD, join(dir, 'config.json'), join(dir, folder), head]
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'close')
    let printed = ''
    const opened = Promise.withResolvers<void>()
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text
      opened.resolve()
    })
    await Promise.race([opened.promise, ended])
    if (lifeMs !== undefined) {
      await Promise.race([sleep(lifeMs), ended])
      child.kill('SIGKILL')
    }
    await ended
    return printed
  }

  function rowsOf(folder: string): Record<string, string[]> {
    const file = databaseFile(join(dir, folder))
    const text = (row: object) => JSON.stringify(row)
    const tables = TOKEN_TABLES.map((table) => [table, tokenRows(file, table).map(text).sort()] as const)
    return Object.fromEntries([...tables, ['actions', actionTexts(file)], ['listed', listedTexts(file)]])
  }

  function queued(folder: string, table: 'detection_queue' | 'classification_queue'): number {
    const connection = openReader(databaseFile(join(dir, folder)))
    try {
      return connection.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() as number
    } finally {
      connection.close()
    }
  }

  it('has the same rows as an uninterrupted one, without duplicates', { timeout: TIMEOUT }, async () => {
    expect(await run('whole')).toContain('done')
    const random = new SeededRandom(testSeed())
    const middle = { detection_queue: 0, classification_queue: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      const printed = await run('killed', (kill + random.next()) * (LONGEST_LIFE_MS / KILLS))
      checkIndex(databaseFile(join(dir, 'killed')))
      for (const table of QUEUES) {
        if (!printed.includes('done') && queued('killed', table) > 0) middle[table]++
      }
      if (printed.includes('done')) await rm(join(dir, 'killed'), { recursive: true })
    }
    for (const table of QUEUES) expect(middle[table]).toBeGreaterThan(0)
    expect(await run('killed')).toContain('done')
    for (const table of QUEUES) expect(queued('killed', table)).toBe(0)
    const expected = rowsOf('whole')
    expect(expected.jetton_transfers?.length).toBeGreaterThan(0)
    expect(expected.actions?.some((action) => action.includes('jetton_transfer'))).toBe(true)
    expect(rowsOf('killed')).toEqual(expected)
  })
})

/** Returns all actions without row numbers. */
function actionTexts(file: string): string[] {
  const connection = openReader(file)
  try {
    const reader = readerOf(connection)
    const all = findActions(reader, {}, { limit: 100_000, offset: 0, sort: 'asc' })
    return loadActions(reader, all).map(({ transactionNumbers, transactions, ...action }) =>
      JSON.stringify(
        { ...action, transactions: transactions.map((hash) => hash.toString('hex')).sort() },
        (_, value) => (typeof value === 'bigint' ? String(value) : value),
      ),
    )
  } finally {
    connection.close()
  }
}

/** Returns the accounts by which actions are listed. */
function listedTexts(file: string): string[] {
  const connection = openReader(file)
  try {
    return connection
      .prepare<[], string>(
        `SELECT hex(ac.address) || hex(a.action_id) || aa.trace_end_lt || k.type FROM action_accounts aa
        JOIN accounts ac ON ac.id = aa.account LEFT JOIN actions a ON a.id = aa.action
        JOIN action_kinds k ON k.id = aa.kind ORDER BY 1`,
      )
      .pluck()
      .all()
  } finally {
    connection.close()
  }
}
