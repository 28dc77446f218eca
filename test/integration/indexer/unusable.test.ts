import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { command, headSeqno, indexStatus, indexUntil } from './indexGateway.ts'

describe('a gateway without a usable index', () => {
  let dataDir: string
  let running: Gateway[] = []
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-unusable-'))
  })
  afterEach(async () => {
    await Promise.all(running.map((gateway) => gateway.close()))
    running = []
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(): Promise<Gateway> {
    const log = pino({ level: 'silent' })
    const gateway = await startGateway({ network: 'sample', port: 0, dataDir, log })
    running.push(gateway)
    return gateway
  }
  const folder = () => join(dataDir, 'sample', 'index')

  /** Checks that v2 answers, and that v3, the index and `/healthz` name the reason why v3 does not. */
  async function expectWithout({ url }: Gateway, reason: RegExp): Promise<void> {
    expect(await headSeqno(url)).toBe(800)
    const status = await indexStatus(url)
    expect(status).toMatchObject({ mode: 'off', state: 'stopped', coverage: [] })
    expect(status.detail).toMatch(reason)
    const response = await fetch(`${url}/api/v3/transactions?limit=1`)
    expect(response.status).toBe(503)
    expect(await response.text()).toMatch(reason)
    await expect(command(url, 'backfill', { from: 1, to: 2 })).rejects.toThrow(/^503: /)
    const health = await fetch(`${url}/healthz`)
    expect([health.status, await health.json()]).toMatchObject([
      200,
      { status: 'degraded', problems: [expect.stringMatching(reason)], index: { state: 'stopped' } },
    ])
  }

  it('reports that another Tonscope uses it', async () => {
    const first = await start()
    const second = await start()
    await expectWithout(second, /is in use by process/)
    await indexUntil(first.url, ({ coverage }) => coverage[0]?.first === 1)
    await first.close()
    expect(await command(second.url, 'resume')).toMatchObject({ mode: 'follow', detail: null })
    await indexUntil(second.url, ({ coverage }) => (coverage[0]?.last ?? 0) > 20)
  })

  it('reports that a newer program wrote it', async () => {
    await (await start()).close()
    const connection = new (sqlite())(databaseFile(folder()))
    connection.pragma('user_version = 99')
    connection.close()
    await expectWithout(await start(), /newer/)
  })

  it('reports that it is damaged', async () => {
    await mkdir(folder(), { recursive: true })
    await writeFile(databaseFile(folder()), Buffer.alloc(20_000, 7))
    const gateway = await start()
    await expectWithout(gateway, /is no index/)
    const reason = /is no index.*, and cannot be rebuilt: there are no blocks in the archive/
    await indexUntil(gateway.url, ({ detail }) => reason.test(detail ?? ''))
    await expectWithout(gateway, reason)
  })
})
