import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TonClient } from '@ton/ton'
import pino from 'pino'
import TonWeb from 'tonweb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { keysCommand } from '../../../src-main/cli/keys.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { exchange } from '../clients/rawHttp.ts'

const CRLF = '\r\n'

async function openGateway(folder: string, settings: GatewaySettings = {}) {
  const log = pino({ level: 'silent' })
  const gateway = await startGateway({
    network: 'sample',
    index: 'off',
    port: 0,
    dataDir: folder,
    log,
    ...settings,
  })
  return { ...gateway, [Symbol.asyncDispose]: gateway.close }
}

describe('a gateway with access control', () => {
  let folder: string
  let gateway: Awaited<ReturnType<typeof openGateway>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-access-gateway-'))
    gateway = await openGateway(folder)
  })
  afterAll(async () => {
    await gateway.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => vi.restoreAllMocks())

  /** Runs `tonscope keys` beside the gateway; returns what it prints. */
  async function keys(...args: string[]): Promise<string> {
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await keysCommand([...args, '--data-dir', folder])).toBe(0)
    return printed.join('\n')
  }
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/api/v2/${path}`, { headers })
  const state = async () => {
    const answer = await fetch(`${gateway.url}/api/tonscope/access`)
    return ((await answer.json()) as { result: { enabled: boolean } }).result
  }

  it('follows `tonscope keys` while it runs, and SDKs work with their keys', async () => {
    expect((await ask('getMasterchainInfo', { 'X-API-Key': 'any' })).status).toBe(200)
    await keys('on')
    await vi.waitFor(async () => expect((await state()).enabled).toBe(true), { timeout: 5_000 })
    const wrong = await ask('getMasterchainInfo', { 'X-API-Key': 'any' })
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      { ok: false, error: 'API key does not exist', code: 401, '@extra': expect.any(String) },
    ])
    const key = await keys('add', 'sdk', '--network', 'sample')
    const endpoint = `${gateway.url}/api/v2/jsonRPC`
    // At once, no second later.
    const client = new TonClient({ endpoint, apiKey: key })
    expect((await client.getMasterchainInfo()).latestSeqno).toBeGreaterThan(0)
    const tonweb = new TonWeb.HttpProvider(endpoint, { apiKey: key })
    expect(await tonweb.send('getMasterchainInfo', {})).toMatchObject({ '@type': 'blocks.masterchainInfo' })
    const elsewhere = await keys('add', 'elsewhere', '--network', 'mainnet')
    await expect(new TonClient({ endpoint, apiKey: elsewhere }).getMasterchainInfo()).rejects.toMatchObject({
      response: { status: 403, data: { ok: false, error: 'Network not allowed', code: 403 } },
    })
    await keys('revoke', 'sdk')
    await vi.waitFor(async () => expect((await ask(`getShards?seqno=20&api_key=${key}`)).status).toBe(401), {
      timeout: 5_000,
    })
    await keys('off')
    await vi.waitFor(async () => expect((await state()).enabled).toBe(false), { timeout: 5_000 })
  })

  it('refuses an unauthorized client before it has the body, and keeps the connection', async () => {
    await keys('on')
    await vi.waitFor(async () => expect((await state()).enabled).toBe(true), { timeout: 5_000 })
    const head = `POST /api/v2/jsonRPC?api_key=nobody HTTP/1.1${CRLF}Host: 127.0.0.1:${gateway.port}${CRLF}`
    const { responses } = await exchange(
      gateway.port,
      Buffer.from(`${head}Content-Length: 500000${CRLF}${CRLF}{"method":`),
    )
    expect(responses[0]).toMatchObject({
      status: 401,
      headers: expect.stringContaining('x-api-version: 2.1'),
    })
    expect(responses).toHaveLength(1)
    const small = `${head}Content-Length: 2${CRLF}${CRLF}{}`
    const both = await exchange(gateway.port, Buffer.from(small + small))
    expect(both.responses.map(({ status }) => status)).toEqual([401, 401])
    await keys('off')
  })

  it('does not limit the explorer in a browser of this machine, and limits other clients', async () => {
    await using limited = await openGateway(folder, { keys: true })
    const cookie = (await fetch(limited.url)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const statuses = async (headers: Record<string, string>) => {
      const asked = Array.from({ length: 10 }, () =>
        fetch(`${limited.url}/api/v2/getMasterchainInfo`, { headers }),
      )
      return (await Promise.all(asked)).map(({ status }) => status).sort()
    }
    expect(await statuses({ cookie })).toEqual(Array(10).fill(200))
    expect(await statuses({})).toEqual([200, ...Array(9).fill(429)])
    const other = await statuses({ cookie, 'X-Forwarded-For': '203.0.113.7' })
    expect(other).toEqual(Array(10).fill(429))
  })

  it('does not start where the keys cannot be read', async () => {
    const spoilt = await mkdtemp(join(tmpdir(), 'tonscope-access-spoilt-'))
    await writeFile(join(spoilt, 'access.json'), '{"keys": [')
    await expect(openGateway(spoilt)).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'access',
      hint: 'repair it, or delete it to begin without keys',
    })
    await rm(spoilt, { recursive: true, force: true })
  })
})
