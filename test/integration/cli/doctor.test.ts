import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { doctorCommand } from '../../../src-main/cli/doctor/doctor.ts'
import type { Finding } from '../../../src-main/cli/doctor/finding.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { networkFolder, readNetworkChoice } from '../../../src-main/gateway/networkChoice.ts'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import { formatGlobalConfig, type GlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { faultless } from '../../publicNetwork/profiles.ts'
import { startPublicNetwork } from '../../publicNetwork/startPublicNetwork.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { readConfig } from '../indexer/bareIndexer.ts'
import {
  canMount,
  canProtect,
  mountSmallDisk,
  NEEDS_MOUNT,
  unmount,
  writeProtect,
} from '../indexer/smallDisk.ts'
import { serve } from '../liteserver/lies/lyingServer.ts'

const HOUR_MS = 3_600_000
/** A web server's answer to a handshake. */
const BAD_REQUEST = `HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n${'x'.repeat(100)}`
/** One byte string in 256 decrypts to the length of a frame, whose rest does not come. */
const NO_LITESERVER =
  /^does not work: .*: (no liteserver with this key answers there|the server closed the connection before it confirmed the handshake)$/

/** Each machine that is broken in one way: `doctor` names the cause and the next step. */
describe('doctor', () => {
  let folder: string
  let gateway: AsyncDisposable & Gateway
  let config: GlobalConfig
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-doctor-'))
    const devnet = { scenario: false, traffic: false, blockInterval: 1 }
    gateway = await openTemporaryGateway({ network: 'devnet', devnet }, async (one) => one)
    config = await readConfig(gateway.globalConfigFile)
  })
  afterAll(async () => {
    await gateway?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const portOf = ({ url }: Gateway) => Number(new URL(url).port)

  /** Writes a config with these liteservers and returns its file. */
  async function fileWith(name: string, liteservers: GlobalConfig['liteservers']): Promise<string> {
    const file = join(folder, `${name}.json`)
    await writeFile(file, formatGlobalConfig({ ...config, liteservers }))
    return file
  }

  async function doctor(
    options: { readonly network?: string; readonly dataDir?: string; readonly port?: number } = {},
    now?: () => number,
  ): Promise<{ readonly code: number; find(check: string): Finding | undefined }> {
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text))
    try {
      const network = options.network ?? gateway.globalConfigFile ?? ''
      const place = ['--data-dir', options.dataDir ?? join(folder, 'data')]
      const port = ['--port', String(options.port ?? portOf(gateway))]
      const code = await doctorCommand(['--network', network, ...place, ...port, '--json'], now)
      const findings = JSON.parse(lines.join('\n')) as readonly Finding[]
      return { code, find: (check) => findings.find((one) => one.check.startsWith(check)) }
    } finally {
      log.mockRestore()
    }
  }

  it('finds nothing on a good machine, and changes nothing', async () => {
    const { code, find } = await doctor()
    expect(find('runtime')?.verdict).toBe('good')
    expect(find('data directory')?.text).toContain('will be created')
    expect(find('port')?.text).toBe(`Tonscope runs here (devnet): ${gateway.url}`)
    expect(find('liteserver 127.0.0.1')?.text).toMatch(/^block \d+ in \d+ ms, .*, ton-lite-client agrees$/)
    expect(find('liteservers')).toMatchObject({ verdict: 'good', text: '1 of 1 work' })
    expect(find('clock')?.verdict).toBe('good')
    expect(code).toBe(0)
    expect(await readdir(folder)).not.toContain('data')
  })

  it('says that no liteserver can be reached', async () => {
    const [server] = config.liteservers
    const away = { ...server, port: await closedPort() } as GlobalConfig['liteservers'][number]
    const { code, find } = await doctor({ network: await fileWith('away', [away]) })
    expect(find('liteserver 127.0.0.1')?.text).toContain('ECONNREFUSED')
    expect(find('liteservers')).toMatchObject({
      verdict: 'problem',
      text: 'none of them works',
      next: expect.stringContaining('connection to the internet'),
    })
    expect(code).toBe(1)
  })

  it.each<readonly [string, (socket: Socket) => unknown]>([
    ['a web server', (socket) => socket.once('data', () => socket.end(BAD_REQUEST))],
    ['a server that greets first', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'.repeat(8))],
    ['a server that hangs up', (socket) => socket.once('data', () => socket.end())],
    ['a server that resets', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('says that %s is no liteserver', async (name, onConnection) => {
    const other = createServer((socket) => {
      socket.on('error', () => {})
      onConnection(socket)
    })
    const port = await listen(other)
    const [server] = config.liteservers
    const wrong = { ...server, port } as GlobalConfig['liteservers'][number]
    try {
      const { code, find } = await doctor({ network: await fileWith(name, [wrong]) })
      expect(find('liteserver 127.0.0.1')).toMatchObject({
        verdict: 'warning',
        text: expect.stringMatching(NO_LITESERVER),
        next: expect.stringContaining('the address, port and key'),
      })
      expect(code).toBe(1)
    } finally {
      other.close()
    }
  })

  it('says that a liteserver has another key than the config', async () => {
    const [server] = config.liteservers
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
    const wrong = { ...server, publicKey: publicKey.subarray(-32) } as GlobalConfig['liteservers'][number]
    const { find } = await doctor({ network: await fileWith('key', [wrong]) })
    expect(find('liteserver 127.0.0.1')).toMatchObject({
      verdict: 'warning',
      text: expect.stringMatching(NO_LITESERVER),
      next: expect.stringContaining('the address, port and key'),
    })
  })

  it('says that a config names no liteserver', async () => {
    const { code, find } = await doctor({ network: await fileWith('none', []) })
    expect([find('config'), find('liteservers')].find((one) => one)?.verdict).toBe('problem')
    expect(code).toBe(1)
  })

  it('says which program has taken the port', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'))
    const port = await listen(other)
    try {
      const { code, find } = await doctor({ port })
      expect(find('port')).toMatchObject({ verdict: 'problem', next: `end it, or use --port ${port + 1}` })
      if (process.platform === 'linux') expect(find('port')?.text).toContain(`(process ${process.pid})`)
      expect(code).toBe(1)
    } finally {
      other.close()
    }
  })

  it.each([
    ['behind', -HOUR_MS, 'problem', /^the newest block is from 3[56]\d\d s after the time of this machine$/],
    ['ahead', HOUR_MS, 'warning', /^the newest proved block is 3[56]\d\d s old: the clock is ahead/],
  ] as const)('says that the clock is an hour %s', async (_, off, verdict, text) => {
    const { find } = await doctor({}, () => Date.now() + off)
    expect(find('clock')).toMatchObject({
      verdict,
      text: expect.stringMatching(text),
      next: expect.stringContaining('clock'),
    })
  })

  it.skipIf(!canMount)(`says that the disk is full (${NEEDS_MOUNT})`, async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    mountSmallDisk(disk, 1 << 20)
    try {
      const { code, find } = await doctor({ dataDir: disk })
      expect(find('free space')).toMatchObject({ verdict: 'problem', text: `1 MB are free at ${disk}` })
      expect(code).toBe(1)
    } finally {
      unmount(disk)
    }
  })

  it.skipIf(!canProtect)(`says that the data directory is read-only (${NEEDS_MOUNT})`, async () => {
    const place = join(folder, 'protected')
    await mkdir(place)
    const undo = writeProtect(place)
    try {
      const { code, find } = await doctor({ dataDir: place })
      expect(find('data directory')).toMatchObject({
        verdict: 'problem',
        text: expect.stringContaining(`${place} cannot be written`),
        next: expect.stringContaining('--data-dir DIR'),
      })
      expect(code).toBe(1)
    } finally {
      undo()
    }
  })

  it('says that the data directory is below a file', async () => {
    const { find } = await doctor({ dataDir: join(await fileWith('file', config.liteservers), 'data') })
    expect(find('data directory')).toMatchObject({
      verdict: 'problem',
      text: expect.stringContaining('below a file'),
    })
  })

  it('says that the trust file is damaged', async () => {
    const network = await fileWith('damaged', config.liteservers)
    const place = join(folder, 'damaged', networkFolder(readNetworkChoice(network)))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, 'trust.json'), '{"version": 1')
    const { code, find } = await doctor({ network, dataDir: join(folder, 'damaged') })
    expect(find('trust file')).toMatchObject({
      verdict: 'warning',
      text: expect.stringContaining('is damaged'),
      next: expect.stringContaining('delete it'),
    })
    expect(code).toBe(0)
  })

  it('says that no liteserver keeps old blocks', async () => {
    await vi.waitFor(() => expect(gateway.status().head?.seqno).toBeGreaterThan(6), 20_000)
    const servers = [1, 2].map((rttMs) => ({ ...faultless(rttMs), keeps: { blocks: 4, states: 4 } }))
    const network = await startPublicNetwork({ chain: config, servers })
    try {
      const { find } = await doctor({ network: await fileWith('pruned', network.config.liteservers) })
      expect(find('liteserver 127.0.0.1')?.text).toContain('keeps new blocks only')
      expect(find('history')).toMatchObject({
        verdict: 'warning',
        text: 'none of the liteservers keeps old blocks',
        next: expect.stringContaining('archival'),
      })
    } finally {
      await network.close()
    }
  })

  it('says that a liteserver sends false answers', async () => {
    const [server] = config.liteservers
    const honest = await connectAdnl(server as GlobalConfig['liteservers'][number])
    const query = (data: Buffer) =>
      honest.query(data, { signal: AbortSignal.timeout(5_000), timeoutMs: 5_000 })
    const liar = await serve(query, async ({ name }, answer) => {
      if (name !== 'getAccountState') return undefined
      const lie = Buffer.from(answer)
      const at = lie.length - 40
      lie.writeUInt8(lie.readUInt8(at) ^ 1, at)
      return lie
    })
    try {
      const liteservers = [{ ...(server as object), ...liar.address }] as GlobalConfig['liteservers']
      const { code, find } = await doctor({ network: await fileWith('liar', liteservers) })
      expect(find('liteserver 127.0.0.1')).toMatchObject({
        verdict: 'warning',
        text: expect.stringContaining('sends false answers'),
      })
      expect(code).toBe(1)
    } finally {
      await liar.close()
      honest.close()
    }
  })
})

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Returns a port on which no server listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
