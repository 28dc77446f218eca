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
import { TOKEN_TABLES, tokenRows } from '../../conformance/tokenRows.ts'
import { openScene, type Scene } from '../devnet/scene.ts'
import { checkIndex } from './checkIndex.ts'

const CHILD = fileURLToPath(new URL('./kill/detectChild.ts', import.meta.url))
const NODE_OPTIONS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
const KILLS = Number(process.env.KILLS ?? 8)
/** A child is killed at a random instant after it has opened the index. */
const LONGEST_LIFE_MS = 2_000
const TIMEOUT = KILLS * 30_000

describe('an indexer that is killed in the middle of detection', () => {
  let scene: Scene
  let server: AdnlServer
  let dir: string

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'tonscope-detect-kill-'))
    scene = await openScene([wallets, jettons, collection, dns, multisig])
    server = await serveDevnet(scene.stage.devnet, { clock: () => scene.stage.now() })
    const { port, publicKey } = server
    const liteservers = [{ host: '127.0.0.1', port, publicKey }]
    const { zeroState } = scene.stage.devnet.store
    const config = { liteservers, zeroState, initBlock: zeroState, hardforks: [] }
    await writeFile(join(dir, 'config.json'), formatGlobalConfig(config))
  }, TIMEOUT)
  afterAll(async () => {
    await server?.close()
    await scene?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** Runs a child on a folder for so long after it has opened the index, or until it ends; returns what it printed. */
  async function run(folder: string, lifeMs?: number): Promise<string> {
    const head = String(scene.stage.devnet.store.head().seqno)
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
    return Object.fromEntries(TOKEN_TABLES.map((table) => [table, tokenRows(file, table).map(text).sort()]))
  }

  function queued(folder: string): number {
    const connection = openReader(databaseFile(join(dir, folder)))
    try {
      return connection.prepare<[], number>('SELECT count(*) FROM detection_queue').pluck().get() as number
    } finally {
      connection.close()
    }
  }

  it('has the rows of one that ran through, each once', { timeout: TIMEOUT }, async () => {
    expect(await run('whole')).toContain('done')
    let middle = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const printed = await run('killed', (kill + Math.random()) * (LONGEST_LIFE_MS / KILLS))
      checkIndex(databaseFile(join(dir, 'killed')))
      if (!printed.includes('done') && queued('killed') > 0) middle++
      if (printed.includes('done')) await rm(join(dir, 'killed'), { recursive: true })
    }
    expect(middle).toBeGreaterThan(0)
    expect(await run('killed')).toContain('done')
    expect(queued('killed')).toBe(0)
    const expected = rowsOf('whole')
    expect(expected.jetton_transfers?.length).toBeGreaterThan(0)
    expect(rowsOf('killed')).toEqual(expected)
  })
})
