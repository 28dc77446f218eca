import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HINTS_PATH, type HintSettings, hintsSchema } from '#shared/schema/hints.ts'
import { NETWORKS_PATH } from '#shared/schema/networks.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { command, step } from '../indexer/indexGateway.ts'

type Asked = { readonly path: string; readonly headers: IncomingMessage['headers'] }

const SECRET = 'key-of-the-hint-server'
const OWNER = `0:${'83'.repeat(32)}`
/** Base addresses of the default network, and of a second one. */
const DEFAULT = ['', '/sample']
const OTHER = '/devnet'

describe('the hint server of a network', () => {
  let dataDir: string
  let gateway: Gateway
  let url: string
  let asked: Asked[]
  let logged: string[]
  let answer: (response: ServerResponse) => void
  const random = new SeededRandom('hint settings')
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    answer(response)
  })

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(async () => {
    asked = []
    logged = []
    answer = (response) =>
      response.end(JSON.stringify({ transactions: [], jetton_wallets: [], nft_items: [], records: [] }))
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-hints-'))
    gateway = await start()
  })
  afterEach(async () => {
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  function start(): Promise<Gateway> {
    return startGateway({
      network: 'sample',
      otherNetworks: ['devnet'],
      devnet: { blockInterval: 0, traffic: false, scenario: false, seed: 'hints' },
      index: 'off',
      port: 0,
      dataDir,
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    })
  }
  async function restart(): Promise<void> {
    await gateway.close()
    gateway = await start()
  }

  async function put(base: string, change: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${gateway.url}${base}${HINTS_PATH}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(change),
    })
    return { status: response.status, text: await response.text() }
  }
  async function settings(base: string): Promise<HintSettings> {
    const response = await fetch(`${gateway.url}${base}${HINTS_PATH}`)
    return hintsSchema.parse(((await response.json()) as { result: unknown }).result)
  }
  /** Asks for a hash and for lists that only a hint server can help with; returns the number of its requests. */
  async function ask(base: string): Promise<number> {
    const before = asked.length
    const hash = () => encodeURIComponent(random.bytes(32).toString('base64'))
    const owner = `0:${random.bytes(32).toString('hex')}`
    for (const path of [
      `transactions?hash=${hash()}`,
      `messages?msg_hash=${hash()}`,
      `jetton/wallets?owner_address=${owner}`,
      `nft/items?owner_address=${owner}`,
      `dns/records?wallet=${owner}`,
    ]) {
      const response = await fetch(`${gateway.url}${base}/api/v3/${path}&x_no_search=true`)
      expect([200, 503], path).toContain(response.status)
      await response.arrayBuffer()
    }
    return asked.length - before
  }

  it('is sent nothing before it is allowed, and only for its network then', async () => {
    // Of a chain that is indexed from its first block on everything is known.
    await command(`${gateway.url}${OTHER}`, 'settings', { mode: 'off' })
    await step(`${gateway.url}${OTHER}`, 20)
    for (const base of [...DEFAULT, OTHER]) expect(await ask(base)).toBe(0)
    expect((await put(OTHER, { url, key: SECRET })).status).toBe(200)
    // The pace of a server with a key: each question has its turn, or is not sent.
    expect(await ask(OTHER)).toBeGreaterThan(0)
    expect(asked.every(({ headers }) => headers['x-api-key'] === SECRET)).toBe(true)
    for (const base of DEFAULT) {
      expect(await settings(base)).toMatchObject({ url: null, has_key: false, counts: null })
      expect(await ask(base)).toBe(0)
    }
  })

  it('is the same below each base of its network, and is kept over a restart with its key', async () => {
    await put('/sample', { url, key: SECRET })
    for (const base of DEFAULT)
      expect(await settings(base)).toMatchObject({ url, has_key: true, problem: null })
    expect(await settings(OTHER)).toMatchObject({ url: null })
    await restart()
    expect(asked).toEqual([])
    for (const base of DEFAULT) expect(await settings(base)).toMatchObject({ url, has_key: true })
    expect(await settings(OTHER)).toMatchObject({ url: null })
    expect(await ask('')).toBeGreaterThan(0)
    expect(asked.every(({ headers }) => headers['x-api-key'] === SECRET)).toBe(true)
    const file = join(dataDir, 'sample/hints.json')
    expect((await stat(file)).mode & 0o077).toBe(0)
    // Forbidden for good.
    await put('', { url: null })
    await restart()
    expect(await settings('')).toMatchObject({ url: null, has_key: false, problem: null })
    expect(await readFile(file, 'utf8')).not.toContain(SECRET)
    const before = asked.length
    await ask('')
    expect(asked.length).toBe(before)
  })

  it.each([
    ['is cut off', () => `{"version":1,"url":"${url}","key":"${SECRET}`, 'it is no JSON'],
    ['has another form', () => JSON.stringify({ version: 1, url: [url], key: SECRET }), 'url'],
    ['is of a later version', () => JSON.stringify({ version: 2, url, key: SECRET }), 'version'],
    [
      'has an address that is none',
      () => JSON.stringify({ version: 1, url: 'nothing', key: null }),
      'no URL',
    ],
    ['is too large', () => JSON.stringify({ version: 1, url, key: SECRET }).padEnd(9_000), 'bytes'],
  ])(
    'is not asked if the file of the setting %s, which the log and the answer say',
    async (_case, content, why) => {
      const file = join(dataDir, 'sample/hints.json')
      await gateway.close()
      await writeFile(file, content())
      gateway = await start()
      expect(logged.join()).toContain(file)
      expect(logged.join()).not.toContain(SECRET)
      const { url: present, problem } = await settings('')
      expect([present, problem]).toEqual([
        null,
        expect.stringContaining('hints.json of this network does not count'),
      ])
      expect(problem).toContain(why)
      expect(problem).not.toContain(dataDir)
      expect(problem).not.toContain(SECRET)
      expect(await ask('')).toBe(0)
      expect(await settings(OTHER)).toMatchObject({ problem: null })
      await put('', { url })
      expect(await settings('')).toMatchObject({ url, problem: null })
    },
  )

  it('is not allowed if the setting cannot be stored, and is forbidden all the same', async () => {
    const file = join(dataDir, 'sample/hints.json')
    await mkdir(join(file, 'in the way'), { recursive: true })
    const refused = await put('', { url })
    expect(refused.status).toBe(500)
    expect(refused.text).toContain('nothing is changed: the data directory cannot be written')
    expect(await settings('')).toMatchObject({ url: null })
    expect(await ask('')).toBe(0)
    await rm(file, { recursive: true })
    expect((await put('', { url })).status).toBe(200)
    expect(await ask('')).toBeGreaterThan(0)
    await rm(file)
    await mkdir(join(file, 'in the way'), { recursive: true })
    const forbidden = await put('', { url: null })
    expect(forbidden.status).toBe(500)
    expect(forbidden.text).toContain('no server is asked until the next start')
    expect(await settings('')).toMatchObject({ url: null })
    expect(await ask('')).toBe(0)
  })

  it('cannot be changed by a foreign page below any base', async () => {
    for (const base of ['', '/sample', '/devnet', '/testnet']) {
      const foreign = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${gateway.url}.evil.example` },
        { Origin: 'http://127.0.0.1:1' },
      ]
      for (const headers of foreign) {
        expect((await put(base, { url, key: SECRET }, headers)).status, headers.Origin).toBe(403)
      }
      const response = await fetch(`${gateway.url}${NETWORKS_PATH}`)
      const { networks } = (await response.json()) as { networks: { name: string; state: string }[] }
      expect(networks.find(({ name }) => name === 'testnet')?.state).toBe('asleep')
      if (base === '/testnet') continue
      expect(await settings(base)).toMatchObject({ url: null, has_key: false })
      expect(await ask(base)).toBe(0)
      // A page of the gateway itself can.
      expect((await put(base, { url }, { Origin: gateway.url })).status).toBe(200)
      await put(base, { url: null })
    }
  })

  it('is sent nothing more once it is forbidden, and what is on its way is aborted', async () => {
    await put('', { url })
    const paths = [
      `transactions?hash=${encodeURIComponent(random.bytes(32).toString('base64'))}`,
      `jetton/wallets?owner_address=${OWNER}`,
      `dns/records?wallet=${OWNER}`,
    ]
    for (const path of paths) {
      await put('', { url, key: SECRET })
      const before = asked.length
      const arrived = Promise.withResolvers<void>()
      const left = Promise.withResolvers<void>()
      answer = (response) => {
        response.on('close', () => left.resolve())
        arrived.resolve()
      }
      const finding = fetch(`${gateway.url}/api/v3/${path}&x_no_search=true`)
      await arrived.promise
      expect((await put('', { url: null })).status).toBe(200)
      await left.promise
      expect((await finding).status, path).toBe(503)
      expect(await ask(''), path).toBe(0)
      expect(asked.length - before, path).toBe(1)
    }
  })
})
