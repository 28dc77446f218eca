import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keysCommand } from '../../../src-main/cli/keys.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { type Fields, openSseClient, openWsClient, postSse, textOf } from './streamClients.ts'

const FIELDS = {
  types: ['transactions'],
  addresses: ['0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'],
}

describe('the streaming API with access control', () => {
  let folder: string
  let gateway: Gateway
  let key: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-streaming-keys-'))
    const log = pino({ level: 'silent' })
    gateway = await startGateway({ network: 'sample', port: 0, dataDir: folder, log, keys: true })
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await keysCommand(['add', 'stream', '--data-dir', folder])).toBe(0)
    vi.restoreAllMocks()
    key = printed.join('\n').trim()
  }, 120_000)
  afterAll(async () => {
    await gateway.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function refusal(headers: Fields) {
    const response = await postSse(gateway.url, FIELDS, headers)
    return { status: response.statusCode, body: JSON.parse(await textOf(response)) as object }
  }

  it('takes keys from the header and the query on both transports', async () => {
    const clients = [
      await openSseClient(gateway.url, FIELDS, { 'X-API-Key': key }),
      await openWsClient(gateway.url, { 'X-API-Key': key }),
      await openWsClient(gateway.url, {}, `?api_key=${encodeURIComponent(key)}`),
    ]
    await Promise.all(clients.map((client) => client.close()))
  })

  it('refuses keys that do not exist', async () => {
    expect(await refusal({ 'X-API-Key': 'wrong' })).toEqual({
      status: 401,
      body: { code: 401, error: 'API key does not exist' },
    })
    await expect(openWsClient(gateway.url, {}, '?api_key=wrong')).rejects.toThrow('401')
  })

  it('limits connections without a key as v3 limits requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        openWsClient(gateway.url).then(
          async (client) => {
            await client.close()
            return 'opened'
          },
          (error: Error) => error.message,
        ),
      ),
    )
    // One in a second: how many come within it is the machine's.
    expect(answers.some((answer) => answer.includes('429'))).toBe(true)
  })

  it('does not trust the limits that a client sends itself', async () => {
    const none = { 'X-API-Key': key, 'X-Limiting-Key': 'other', 'X-Max-Parallel-Connections': '0' }
    const client = await openSseClient(gateway.url, FIELDS, none)
    await client.close()
  })
})
