import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'

const DEVNET = { scenario: false, blockInterval: 0 }

describe.each([
  { network: 'sample', settings: { network: 'sample' } },
  { network: 'devnet', settings: { network: 'devnet', devnet: DEVNET } },
] as const)("the port of $network's liteserver", ({ network, settings }) => {
  let dataDir: string
  let running: Gateway[] = []
  let holders: Server[] = []
  let notices: string[] = []
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-port-'))
    notices = []
  })
  afterEach(async () => {
    await Promise.all(running.map((gateway) => gateway.close()))
    await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))))
    running = []
    holders = []
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Starts a gateway and returns the text of its global config. */
  async function start(more: GatewaySettings = {}): Promise<{ gateway: Gateway; text: string }> {
    const gateway = await startGateway({
      port: 0,
      index: 'off',
      dataDir,
      log: pino({ level: 'silent' }),
      onNotice: (line) => notices.push(line),
      ...settings,
      ...more,
    })
    running.push(gateway)
    return { gateway, text: await readFile(gateway.globalConfigFile ?? '', 'utf8') }
  }
  /** One start from beginning to end. */
  async function startOnce(more: GatewaySettings = {}): Promise<string> {
    const { gateway, text } = await start(more)
    await gateway.close()
    return text
  }
  const portOf = (text: string) => parseGlobalConfig(text).liteservers[0]?.port ?? 0

  async function hold(port: number): Promise<number> {
    const holder = createServer()
    holders.push(holder)
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
    return (holder.address() as AddressInfo).port
  }

  it('is the same at the next start, and with it the whole global config', async () => {
    const first = await startOnce()
    expect(await startOnce()).toBe(first)
    expect(notices).toEqual([])
  })

  it('moves to a free port for good if another program has taken its port, and notifies the user', async () => {
    const port = portOf(await startOnce())
    await hold(port)
    const { gateway, text } = await start()
    expect(portOf(text)).not.toBe(port)
    expect(notices).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The liteserver's port ${port} is taken by .+: it listens on ${portOf(text)} from now on`,
        ),
      ),
    ])
    const answer = await fetch(`${gateway.url}/api/v2/getMasterchainInfo`)
    expect(answer.status).toBe(200)
    await gateway.close()
    expect(await startOnce()).toBe(text)
    expect(notices).toHaveLength(1)
  })

  it('is the configured one, or the start fails', async () => {
    const wanted = await hold(0)
    const failing = start({ liteserverPort: wanted })
    await expect(failing).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'port-taken',
      message: expect.stringMatching(new RegExp(`^port ${wanted} of the liteserver is taken by .+$`)),
      hint: 'choose another with --liteserver-port',
    })
    await new Promise((resolve) => holders.pop()?.close(resolve))
    const text = await startOnce({ liteserverPort: wanted })
    expect(portOf(text)).toBe(wanted)
    expect(await startOnce()).toBe(text)
  })

  it('is a new one where the file is damaged', async () => {
    await startOnce()
    await writeFile(join(dataDir, network, 'liteserver.json'), '{"version":1,"port":0}')
    const text = await startOnce()
    expect(portOf(text)).toBeGreaterThan(0)
    expect(await startOnce()).toBe(text)
  })
})

describe('the port of a liteserver', () => {
  it('cannot be given for a network of other machines', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-port-'))
    const failing = startGateway({ network: 'mainnet', port: 0, dataDir, liteserverPort: 4000 })
    await expect(failing).rejects.toMatchObject({
      code: 'bad-port',
      message: 'mainnet has its own liteservers: --liteserver-port is for devnet, sample and archive:DIR',
    })
    await rm(dataDir, { recursive: true, force: true })
  })
})

describe("a devnet's global config", () => {
  it('is valid after restore and reset: a client proves the head from its init_block', {
    timeout: 120_000,
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-port-'))
    const log = pino({ level: 'silent' })
    const gateway = await startGateway({ network: 'devnet', port: 0, dataDir, log, devnet: DEVNET })
    const command = async (name: string, body: object = {}) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      const response = await fetch(`${gateway.url}${DEVNET_PREFIX}/${name}`, init)
      expect([name, response.status]).toEqual([name, 200])
    }
    const provedHead = async () => {
      const config = parseGlobalConfig(await readFile(gateway.globalConfigFile ?? '', 'utf8'))
      expect(config.initBlock.seqno).toBe(1)
      const client = await openLiteNetwork({ config })
      try {
        return (await client.session({ signal: AbortSignal.timeout(60_000) }).last()).seqno
      } finally {
        client.close()
      }
    }
    const headOf = async () => {
      const answer = await fetch(`${gateway.url}/api/v2/getMasterchainInfo`)
      return ((await answer.json()) as { result: { last: { seqno: number } } }).result.last.seqno
    }
    try {
      const port = parseGlobalConfig(await readFile(gateway.globalConfigFile ?? '', 'utf8')).liteservers[0]
        ?.port
      await command('save', { name: 'beginning' })
      await command('keyblock')
      for (const step of [() => command('restore', { name: 'beginning' }), () => command('reset')]) {
        await step()
        expect(await provedHead()).toBe(await headOf())
        const after = parseGlobalConfig(await readFile(gateway.globalConfigFile ?? '', 'utf8'))
        expect(after.liteservers[0]?.port).toBe(port)
      }
    } finally {
      await gateway.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
