import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { STATUS_PATH, type Status, statusSchema } from '#shared/schema/status.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'

/** The whole of a gateway over the network that comes with the program. */
describe('startGateway', () => {
  let dataDir: string
  const running: Gateway[] = []
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-'))
  })
  afterEach(() => Promise.all(running.splice(0).map((gateway) => gateway.close())))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  async function start(settings: GatewaySettings = {}): Promise<Gateway> {
    const gateway = await startGateway({ network: 'sample', port: 0, dataDir, ...settings })
    running.push(gateway)
    return gateway
  }

  async function get(gateway: Gateway, path: string) {
    const response = await fetch(gateway.url + path)
    // biome-ignore lint/suspicious/noExplicitAny: each test has its own form of the answer.
    const body = (await response.json()) as any
    return { status: response.status, body }
  }

  it('serves the sample when it is ready, every answer verified', async () => {
    const gateway = await start()
    expect([gateway.network, gateway.url]).toEqual(['sample', `http://127.0.0.1:${gateway.port}`])
    const { status, body } = await get(gateway, '/api/v2/getMasterchainInfo')
    expect(status).toBe(200)
    const seqno = body.result.last.seqno
    const health = await get(gateway, '/healthz')
    expect(health).toMatchObject({
      status: 200,
      body: { status: 'ok', network: 'sample', head: { seqno }, servers: { alive: 1, total: 1 } },
    })
    const state = (await get(gateway, STATUS_PATH)).body as Status
    expect(statusSchema.parse(state)).toEqual(state)
    expect(state).toMatchObject({
      network: { name: 'sample', kind: 'sample' },
      head: { seqno },
      verification: { enabled: true, refused: 0 },
      api: { v2: `${gateway.url}/api/v2` },
    })
    expect(state.verification.accepted).toBeGreaterThan(0)
  })

  it('writes a global config that other tools can use', async () => {
    const gateway = await start()
    expect(gateway.globalConfigFile).toBe(join(dataDir, 'sample', 'global.config.json'))
    const config = parseGlobalConfig(readFileSync(gateway.globalConfigFile ?? '', 'utf8'))
    expect(config.liteservers).toHaveLength(1)
    expect(readdirSync(join(dataDir, 'sample'))).toEqual(['global.config.json', 'index', 'liteserver.json'])
    // A second gateway reaches the first one's network through that file.
    const second = await start({ network: gateway.globalConfigFile ?? '' })
    const [a, b] = await Promise.all([gateway, second].map((g) => get(g, '/api/v2/getMasterchainInfo')))
    expect(b?.body.result).toEqual(a?.body.result)
    expect(second.globalConfigFile).toBeUndefined()
    expect(second.status().network.kind).toBe('custom')
  })

  it('keeps two gateways in one process apart', async () => {
    const [first, second] = await Promise.all([start(), start({ trustLiteservers: true })])
    expect(first.port).not.toBe(second.port)
    await first.close()
    expect((await get(second, '/api/v2/getMasterchainInfo')).status).toBe(200)
    expect(second.status().verification.enabled).toBe(false)
    await expect(fetch(first.url)).rejects.toThrow()
  })

  it('closes twice without complaint and leaves the port free', async () => {
    const gateway = await start()
    const { port } = gateway
    await Promise.all([gateway.close(), gateway.close()])
    await start({ port })
  })

  it('refuses a foreign Host through a real socket', async () => {
    const gateway = await start({ index: 'off', hosts: ['gateway.home'] })
    const ask = (host: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(gateway.port, '127.0.0.1', () =>
          socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        )
        socket.on('data', (chunk) => {
          answer += chunk
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    expect(await ask(`127.0.0.1:${gateway.port}`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(`gateway.home:${gateway.port}`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask('evil.example')).toMatch(/^HTTP\/1\.1 403 /)
  })

  it('names a taken port and takes no other', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const failure = expect.objectContaining({
      name: 'GatewayError',
      code: 'port-taken',
      message: expect.stringMatching(new RegExp(`^port ${port} is taken by .+$`)),
      hint: 'choose another with --port',
    })
    await expect(startGateway({ network: 'sample', port, dataDir })).rejects.toEqual(failure)
    await new Promise((resolve) => holder.close(resolve))
  })

  it.each([
    ['a network that is not there', { network: 'nowhere' }, 'unknown-network'],
    ['a folder without blocks', { network: 'archive:DATA' }, 'bad-archive'],
    ['a file that is no config', { network: 'FILE' }, 'bad-config'],
    ['an impossible port', { port: 70_000 }, 'bad-port'],
    ['a data directory that is a file', { dataDir: 'FILE' }, 'data-dir'],
  ] as const)('refuses %s', async (_what, settings, code) => {
    const file = join(dataDir, 'not.json')
    writeFileSync(file, 'not JSON')
    const real = JSON.parse(JSON.stringify(settings).replace('DATA', dataDir).replace('FILE', file))
    await expect(startGateway({ network: 'sample', port: 0, dataDir, ...real })).rejects.toMatchObject({
      name: 'GatewayError',
      code,
    })
  })

  it('starts on an unreachable real network and reports it', async () => {
    const gateway = await start({ index: 'off' })
    const config = join(dataDir, 'away.json')
    const text = readFileSync(gateway.globalConfigFile ?? '', 'utf8')
    await gateway.close()
    writeFileSync(config, text)
    const notices: string[] = []
    const lonely = await start({ network: config, onNotice: (line) => notices.push(line) })
    expect(notices.join('\n')).toMatch(/^No liteserver answers yet \(1 tried\)/m)
    expect((await get(lonely, '/healthz')).status).toBe(503)
    const { status, body } = await get(lonely, '/api/v2/getMasterchainInfo')
    expect([500, 504, 542]).toContain(status)
    expect(body).toMatchObject({ ok: false, code: status })
    expect(existsSync(config)).toBe(true)
  })
})
