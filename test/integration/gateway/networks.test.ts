import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TonClient } from '@ton/ton'
import pino from 'pino'
import TonWeb from 'tonweb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NETWORKS_PATH, type NetworkEntry, networkEntry, networksSchema } from '#shared/schema/networks.ts'
import { WS_PATH } from '#shared/schema/streaming.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { threadMemory } from '../../../src-main/platform/startThread.ts'
import { exchange } from '../clients/rawHttp.ts'
import { openSseClient, openWsClient } from '../streaming/streamClients.ts'

/** How long a network may take to start or to end on a loaded machine. */
const PATIENCE = { timeout: 30_000, interval: 50 }

/** Longer than a loaded machine needs between the handshake of a stream and its session. */
const SLEEP_AFTER_MS = 1_500

function start(dataDir: string, settings: GatewaySettings = {}): Promise<Gateway> {
  return startGateway({
    network: 'sample',
    otherNetworks: ['devnet'],
    devnet: { blockInterval: 0, traffic: false, scenario: false, seed: 'networks' },
    index: 'off',
    port: 0,
    dataDir,
    log: pino({ level: 'silent' }),
    ...settings,
  })
}

/** Returns the number of indexes that are open for writing: one for each network that runs. */
const writers = async () => (await threadMemory()).filter(({ name }) => name === 'index writer').length

describe('a gateway with several networks', () => {
  let dataDir: string
  let gateway: Gateway
  let sampleConfig: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-networks-'))
    gateway = await start(dataDir)
    sampleConfig = await readFile(gateway.globalConfigFile ?? '', 'utf8')
  })
  afterAll(async () => {
    await gateway.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const ask = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init)
  // biome-ignore lint/suspicious/noExplicitAny: each path has its own form of the answer.
  const json = async (path: string): Promise<any> => (await ask(path)).json()
  const rootOf = async (base: string): Promise<string> =>
    (await json(`${base}/api/v2/getMasterchainInfo`)).result.init.root_hash
  const entryOf = async (name: string): Promise<NetworkEntry | undefined> => {
    const list = networksSchema.parse(await json(NETWORKS_PATH))
    return list.networks.find((entry) => entry.name === name)
  }
  const command = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    ask(NETWORKS_PATH + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const stateIs = (name: string, state: NetworkEntry['state']) =>
    vi.waitFor(async () => expect((await entryOf(name))?.state).toBe(state), PATIENCE)
  /** Sends a request target unchanged. */
  const raw = async (target: string, head = '', method = 'GET') => {
    const host = head.includes('Host:') ? '' : `Host: 127.0.0.1:${gateway.port}\r\n`
    const bytes = Buffer.from(`${method} ${target} HTTP/1.1\r\n${host}${head}Connection: close\r\n\r\n`)
    const { responses } = await exchange(gateway.port, bytes)
    return { status: responses[0]?.status, body: responses[0]?.body ?? '' }
  }

  it('serves each network below its base, and the first one without a base too', async () => {
    expect(gateway.networks).toEqual([
      { name: 'sample', url: gateway.url },
      { name: 'devnet', url: `${gateway.url}/devnet` },
    ])
    const [sample, named, devnet] = await Promise.all([rootOf(''), rootOf('/sample'), rootOf('/devnet')])
    expect(named).toBe(sample)
    expect(devnet).not.toBe(sample)
    // Side by side, each answer is that of the network in its address.
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const base = ['', '/devnet', '/sample'][i % 3] as string
        const { first } = await json(`${base}/api/v3/masterchainInfo`)
        return [base, first.root_hash] as const
      }),
    )
    const ids = new Map(answers)
    expect(new Set(answers.map((answer) => answer.join(' '))).size).toBe(3)
    expect(ids.get('/sample')).toBe(ids.get(''))
    expect(ids.get('/devnet')).not.toBe(ids.get(''))
    expect((await json('/devnet/healthz')).network).toBe('devnet')
    expect((await json('/devnet/api/tonscope/status')).api.v2).toBe(`${gateway.url}/devnet/api/v2`)
  })

  it('writes links below the base on which they are asked for', async () => {
    const page = await (await ask('/devnet/docs/v3')).text()
    expect(page).toContain('data-document="/devnet/api/v3/openapi.json"')
    expect(page).toContain('<a class="brand" href="/devnet/">')
    for (const base of ['/devnet', '/sample', '']) {
      const document = await json(`${base}/api/v3/openapi.json`)
      expect(document.servers[0].url).toBe(base || '/')
    }
    const redirected = await ask('/devnet/api/v2/', { redirect: 'manual' })
    expect(redirected.headers.get('location')).toBe('/devnet/docs')
  })

  it('streams below a base', async () => {
    const ws = await openWsClient(`${gateway.url}/devnet`)
    await ws.close()
    const subscription = { types: ['transactions'], addresses: [`-1:${'0'.repeat(64)}`] }
    const sse = await openSseClient(`${gateway.url}/devnet`, subscription)
    await sse.close()
  })

  it.each(['', '/sample', '/devnet', '/testnet'])(
    'keeps the rules for hosts and pages below "%s"',
    async (base) => {
      const foreignHost = 'Host: evil.example\r\n'
      const foreignPage =
        'Origin: https://evil.example\r\nContent-Type: application/json\r\nContent-Length: 0\r\n'
      const upgrade =
        'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
      const answers = await Promise.all([
        raw(`${base}/api/v2/getMasterchainInfo`, foreignHost),
        raw(`${base}/healthz`, foreignHost),
        raw(`${base}/`, foreignHost),
        raw(`http://evil.example${base}/api/v2/getMasterchainInfo`),
        raw(`${base}${WS_PATH}`, foreignHost + upgrade),
        raw(`${base}/api/tonscope/index/follow`, foreignPage, 'POST'),
        raw(`${base}/api/tonscope/access/settings`, foreignPage, 'POST'),
        raw(`${base}/api/tonscope/devnet/reset`, foreignPage, 'POST'),
        raw(`${base}${NETWORKS_PATH}`, foreignPage, 'POST'),
        raw(`${base}${NETWORKS_PATH}/devnet/wake`, foreignPage, 'POST'),
        raw(`${base}/api/v2/sendBoc`, foreignPage, 'POST'),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
      // Nothing of that has started a network.
      expect((await entryOf('testnet'))?.state).toBe('asleep')
    },
  )

  it.each([
    '/Devnet/api/v2/getMasterchainInfo',
    '/%64evnet/api/v2/getMasterchainInfo',
    '/devnet%2fapi/v2/getMasterchainInfo',
    '/devnet%2Fapi%2Fv2/getMasterchainInfo',
    '//devnet/api/v2/getMasterchainInfo',
    '/devnet//api/v2/getMasterchainInfo',
    '/./devnet/api/v2/getMasterchainInfo',
    '/%2e/devnet/api/v2/getMasterchainInfo',
    '/x/../devnet/api/v2/getMasterchainInfo',
    '/sample/../devnet/api/v2/getMasterchainInfo',
    '/sample/%2e%2e/devnet/api/v2/getMasterchainInfo',
    '/devnet/devnet/api/v2/getMasterchainInfo',
    '/devnet\\api\\v2\\getMasterchainInfo',
    '/devnet;x/api/v2/getMasterchainInfo',
    '/unknown/api/v2/getMasterchainInfo',
    '/unknown/healthz',
    '/unknown/metrics',
    '/unknown/api/tonscope/networks',
  ])('serves no network at %s', async (target) => {
    const { status, body } = await raw(target)
    // The explorer's page for an address that is none, or a refusal in the envelope of the API.
    if (status === 200) expect(body).toMatch(/^<!doctype html>/)
    else expect([404, 400]).toContain(status)
    expect(body).not.toContain('root_hash')
  })

  it('says in the envelope of each API that there is no such network', async () => {
    expect(await json('/unknown/api/v3/masterchainInfo')).toEqual({
      error: 'there is no network at /unknown',
      code: 404,
    })
    expect(await json('/unknown/api/v2/getMasterchainInfo')).toMatchObject({ ok: false, code: 404 })
    expect((await ask('/unknown/api/v2/sendBoc', { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('is used by SDKs that have a base in their address', async () => {
    const client = new TonClient({ endpoint: `${gateway.url}/devnet/api/v2/jsonRPC` })
    const { latestSeqno } = await client.getMasterchainInfo()
    const web = new TonWeb.HttpProvider(`${gateway.url}/devnet/api/v2/jsonRPC`)
    expect((await web.getMasterchainInfo()).last.seqno).toBe(latestSeqno)
  })

  it('adds a network, starts it at its first request, and puts it to sleep', async () => {
    const added = await command('POST', '', { name: 'mine', title: ' My own ', config: sampleConfig })
    expect(networkEntry.parse(await added.json())).toMatchObject({
      name: 'mine',
      title: 'My own',
      base: '/mine',
      start: 'on-demand',
      state: 'asleep',
      source: 'paste',
      removable: true,
    })
    // Questions whether it runs do not start it, nor does a page of another site.
    expect(await json('/mine/healthz')).toMatchObject({ status: 'asleep', network: 'mine' })
    expect((await ask('/mine/metrics')).status).toBe(503)
    expect(await json(`/mine${NETWORKS_PATH}`)).toMatchObject({ default: 'sample' })
    const image = await ask('/mine/api/v2/getMasterchainInfo', {
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
    })
    expect([image.status, image.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await entryOf('mine'))?.state).toBe('asleep')
    expect(await writers()).toBe(2)

    // Both answers wait for the one start.
    const [first, second] = await Promise.all([rootOf('/mine'), rootOf('/mine')])
    expect([first, second]).toEqual([await rootOf(''), await rootOf('')])
    expect(await entryOf('mine')).toMatchObject({ state: 'running', head: { seqno: 800 } })
    expect(await writers()).toBe(3)
  })

  it('keeps the name, and takes another title', async () => {
    const renamed = await command('PATCH', '/mine', { title: 'Another', start: 'never' })
    expect(await renamed.json()).toMatchObject({ name: 'mine', title: 'Another', start: 'never' })
    for (const [path, body, status] of [
      ['/sample', { start: 'never' }, 409],
      ['/devnet', { title: 'x' }, 409],
      ['/devnet', { start: 'never' }, 409],
      ['/unknown', { title: 'x' }, 404],
      ['/mine', { title: '' }, 422],
      ['/mine', { name: 'other' }, 422],
    ] as const) {
      expect([path, (await command('PATCH', path, body)).status]).toEqual([path, status])
    }
    // What is refused is not stored.
    expect(await entryOf('devnet')).toMatchObject({ start: 'always', start_fixed: true })
    expect(await entryOf('mine')).toMatchObject({ start_fixed: false })
    const { starts } = JSON.parse(await readFile(join(dataDir, 'networks.json'), 'utf8'))
    expect(starts).toEqual({ mine: 'never' })
  })

  it.each([
    [{ name: 'mine', config: '{}' }, 409, 'already'],
    [{ name: 'devnet', config: '{}' }, 409, 'already'],
    [{ name: 'docs', config: '{}' }, 422, 'has a page of this name'],
    [{ name: '../x', config: '{}' }, 422, 'lower-case'],
    [{ name: 'a'.repeat(33), config: '{}' }, 422, 'at most 32'],
    [{ name: 'bad', config: 'no json' }, 422, 'is not a global config'],
    [{ name: 'bad', config: '{}' }, 422, 'is not a global config'],
    [{ name: 'bad', file: 'relative.json' }, 422, 'is not the whole path'],
    [{ name: 'bad', file: '/missing/x.json' }, 422, 'cannot be read'],
    [{ name: 'bad', url: 'file:///etc/passwd' }, 422, 'begins with http'],
    [{ name: 'bad', url: 'http://192.0.2.1/x.json' }, 422, 'is not https'],
    [{ name: 'bad' }, 422, ''],
  ])('refuses to add %j', async (body, status, text) => {
    const answer = await command('POST', '', body)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { error: string }).error).toContain(text)
  })

  it('keeps a network that cannot be removed from the file', async () => {
    await command('PATCH', '/mine', { start: 'on-demand' })
    const root = await rootOf('/mine')
    // A folder in the way of the new file, as a full disk is.
    const blocked = join(dataDir, 'networks.json.tmp')
    await mkdir(blocked)
    try {
      const refused = await command('DELETE', '/mine', {})
      expect([refused.status, await refused.text()]).toEqual([
        500,
        expect.stringContaining('cannot be written'),
      ])
    } finally {
      await rm(blocked, { recursive: true })
    }
    expect(await entryOf('mine')).toMatchObject({ state: 'running', removable: true })
    expect(await rootOf('/mine')).toBe(root)
    await gateway.close()
    gateway = await start(dataDir, { port: gateway.port })
    expect(await rootOf('/mine')).toBe(root)
  })

  it('removes a network with its data', async () => {
    expect((await command('DELETE', '/devnet', {})).status).toBe(409)
    const folder = (await readdir(dataDir)).find((name) => name.startsWith('mine-'))
    expect(folder).toMatch(/^mine-[0-9a-f]{12}$/)
    expect((await command('DELETE', '/mine?data=delete', {})).status).toBe(200)
    expect(await entryOf('mine')).toBeUndefined()
    expect((await ask('/mine/api/v2/getMasterchainInfo')).status).toBe(404)
    expect((await readdir(dataDir)).some((name) => name.startsWith('mine-'))).toBe(false)
    expect(await readdir(join(dataDir, 'networks'))).toEqual([])
  })

  it('takes over what another process or an editor writes to the file', async () => {
    const file = join(dataDir, 'networks.json')
    const config = join(dataDir, 'networks/edited.config.json')
    const added = { name: 'edited', title: 'Edited', source: 'file', folder: 'edited-0123456789ab' }
    const taken = { ...added, name: 'devnet', folder: 'foreign-0123456789ab' }
    const write = (stored: object) => writeFile(file, JSON.stringify({ version: 1, starts: {}, ...stored }))
    await writeFile(config, sampleConfig)
    const devnet = await rootOf('/devnet')
    await write({ added: [added, taken] })
    await vi.waitFor(async () => expect(await entryOf('edited')).toMatchObject({ title: 'Edited' }), PATIENCE)
    expect(await rootOf('/edited')).toBe(await rootOf(''))
    // Networks of the command line keep their names.
    expect(await rootOf('/devnet')).toBe(devnet)
    expect(await writers()).toBe(3)

    await write({ added: [{ ...added, title: 'Again' }], starts: { edited: 'never' } })
    const changed = { title: 'Again', start: 'never', state: 'running' }
    await vi.waitFor(async () => expect(await entryOf('edited')).toMatchObject(changed), PATIENCE)

    // A file that cannot be used changes nothing.
    await writeFile(file, '{"version":1,')
    await rm(file)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await entryOf('edited')).toMatchObject(changed)

    await write({ added: [] })
    await vi.waitFor(async () => expect(await entryOf('edited')).toBeUndefined(), PATIENCE)
    await vi.waitFor(async () => expect(await writers()).toBe(2), PATIENCE)
    expect((await ask('/edited/api/v2/getMasterchainInfo')).status).toBe(404)
    await rm(config)
  })

  it('limits keys to networks by their base, and counts a rate once for all of them', async () => {
    const access = (path: string, body: object) =>
      ask(`/api/tonscope/access/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const made = await access('add', { name: 'devnet-only', rate: null, networks: ['devnet'] })
    const { result } = (await made.json()) as { result: { key: string } }
    const headers = { 'X-API-Key': result.key }
    await access('settings', { enabled: true, keyless_rate: 1 })
    try {
      const answers = await Promise.all(
        ['', '/sample', '/testnet', '/devnet'].map((base) =>
          ask(`${base}/api/v2/getMasterchainInfo`, { headers }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200])
      expect((await entryOf('testnet'))?.state).toBe('asleep')
      const keyless: number[] = []
      for (const base of ['', '/devnet', '/sample', '/testnet']) {
        keyless.push((await ask(`${base}/api/v2/getMasterchainInfo`)).status)
      }
      expect(keyless.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
      expect((await entryOf('testnet'))?.state).toBe('asleep')
    } finally {
      await access('settings', { enabled: false })
    }
  })

  it('sleeps after a while without requests, keeps its networks over a restart, and wakes again', async () => {
    await command('POST', '', { name: 'second', config: sampleConfig })
    await command('PATCH', '/second', { title: 'Second' })
    const { port } = gateway
    await gateway.close()
    const starting = start(dataDir, { port, sleepAfterMs: SLEEP_AFTER_MS })
    // A request that comes while the default network starts waits for it.
    const early = await vi.waitFor(() => ask('/api/v2/getMasterchainInfo'), { ...PATIENCE, interval: 2 })
    expect(early.status).toBe(200)
    gateway = await starting
    // The liteserver's port is kept, so that the stored config still leads to it.
    expect(await entryOf('second')).toMatchObject({ title: 'Second', state: 'asleep', head: null })
    expect(await writers()).toBe(2)
    const seqno = (await json('/second/api/v2/getMasterchainInfo')).result.last.seqno
    await stateIs('second', 'asleep')
    await vi.waitFor(async () => expect(await writers()).toBe(2), PATIENCE)
    expect((await entryOf('second'))?.head?.seqno).toBe(seqno)
    // An open stream keeps a network awake; so does no question whether it runs.
    const ws = await openWsClient(`${gateway.url}/second`)
    await stateIs('second', 'running')
    await new Promise((resolve) => setTimeout(resolve, 1.5 * SLEEP_AFTER_MS))
    expect((await entryOf('second'))?.state).toBe('running')
    await ws.close()
    await stateIs('second', 'asleep')
    // Networks of the command line stay.
    expect((await entryOf('devnet'))?.state).toBe('running')

    await command('PATCH', '/second', { start: 'never' })
    expect(await json('/second/api/v3/masterchainInfo')).toEqual({
      error: 'network second is asleep, and its setting is to start only by a command',
      code: 503,
    })
    await command('POST', '/second/wake', {})
    await stateIs('second', 'running')
    expect((await json('/second/api/v2/getMasterchainInfo')).result.last.seqno).toBe(seqno)
  })
})
