import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SSE_PATH, STREAMING_HEALTH_PATH, streamingHealth, WS_PATH } from '#shared/schema/streaming.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { type Fields, openSseClient, openWsClient, postSse, subscribeWs, textOf } from './streamClients.ts'

const ALICE = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const BOB = '0:ED1691307050047117B998B561D8DE82D31FBF84910CED6EB5FC92E7485EF8A7'
const KEY = 's7VtAQLXnBZR/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** Faults of a subscription and their texts; `noTypes` and `noAddresses` differ between the transports. */
const FAULTS = (noTypes: string, noAddresses: string): readonly (readonly [string, Fields, string])[] => [
  ['no types', {}, noTypes],
  ['null types', { types: null, addresses: ['nonsense'] }, noTypes],
  ['empty types', { types: [] }, noTypes],
  ['an unknown type', { types: ['transactions', 'blocks'], addresses: ['x'] }, 'invalid event type: blocks'],
  ['an unknown type in capitals', { types: ['Transactions'] }, 'invalid event type: Transactions'],
  ['an address that is none', { types: ['actions'], addresses: [ALICE, 'x'] }, 'invalid address: x'],
  [
    'an address before hashes',
    { types: ['trace'], addresses: [''], trace_external_hash_norms: [' '] },
    'invalid address: ',
  ],
  [
    'an empty hash',
    { types: ['transactions'], trace_external_hash_norms: [KEY, '  '] },
    'trace_external_hash_norms contains empty value',
  ],
  [
    'hashes without the type',
    { types: ['transactions'], trace_external_hash_norms: [KEY] },
    'trace_external_hash_norms requires type "trace"',
  ],
  [
    'trace without hashes',
    { types: ['trace', 'transactions'] },
    'trace_external_hash_norms are required for trace subscription',
  ],
  ['no addresses', { types: ['transactions'] }, noAddresses],
  [
    'no addresses beside a trace',
    { types: ['trace', 'jettons_change'], trace_external_hash_norms: [KEY] },
    noAddresses,
  ],
  ['only the type that is ignored', { types: ['trace_invalidated'] }, noAddresses],
]

/** Requests whose fields have the wrong types. */
const MALFORMED: readonly (readonly [string, unknown])[] = [
  ['types that are a text', { types: 'transactions' }],
  ['a type that is a number', { types: [1] }],
  ['an unknown min_finality', { types: ['transactions'], addresses: [ALICE], min_finality: 'signed' }],
  ['a flag that is a text', { types: ['transactions'], addresses: [ALICE], include_metadata: 'yes' }],
  ['an id that is a number', { id: 5, types: ['transactions'], addresses: [ALICE] }],
  ['a list instead of an object', []],
]

describe('requests of the streaming API', () => {
  const open = () =>
    openTemporaryGateway(
      { network: 'devnet', devnet: { scenario: false, traffic: false, blockInterval: 0 }, index: 'follow' },
      async ({ url, port, close }) => ({ url, port, close }),
    )
  let gateway: Awaited<ReturnType<typeof open>>
  let url: string
  beforeAll(async () => {
    gateway = await open()
    url = gateway.url
  }, 120_000)
  afterAll(() => gateway[Symbol.asyncDispose]())

  async function refusedSse(body: unknown, headers: Fields = {}) {
    const response = await postSse(url, body, headers)
    return { status: response.statusCode, body: JSON.parse(await textOf(response)) as object }
  }

  describe('over SSE', () => {
    it('answers with the bytes of the contract', async () => {
      const response = await postSse(url, { id: 'a"1', types: ['transactions'], addresses: [ALICE] })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'transfer-encoding': 'chunked',
      })
      const first = await new Promise((resolve) => response.once('data', resolve))
      expect(String(first)).toBe('event: connected\ndata: {"id":"a\\"1","status":"subscribed"}\n\n')
      response.destroy()
    })

    it('omits an id that was not sent', async () => {
      const response = await postSse(url, { types: ['trace'], trace_external_hash_norms: [` ${KEY} `] })
      const first = await new Promise((resolve) => response.once('data', resolve))
      expect(String(first)).toBe('event: connected\ndata: {"status":"subscribed"}\n\n')
      response.destroy()
    })

    it.each(FAULTS('types are required for subscription', 'addresses are required for subscription'))(
      'refuses %s',
      async (_name, fields, error) => {
        expect(await refusedSse(fields)).toEqual({ status: 400, body: { error } })
        expect(await refusedSse({ id: '7', ...fields })).toEqual({ status: 400, body: { id: '7', error } })
      },
    )

    it.each(MALFORMED)('refuses %s', async (_name, body) => {
      const { status, body: answer } = await refusedSse(body)
      expect(status).toBe(400)
      expect(answer).toEqual({ error: expect.stringMatching(/^invalid subscription request: ./) })
    })

    it('refuses invalid JSON, and JSON of another content type', async () => {
      const fault = { error: expect.stringMatching(/^invalid subscription request: ./) }
      expect(await refusedSse('{')).toEqual({ status: 400, body: fault })
      expect(await refusedSse('')).toEqual({ status: 400, body: fault })
      const fields = { types: ['transactions'], addresses: [ALICE] }
      expect(await refusedSse(fields, { 'Content-Type': 'text/plain' })).toEqual({ status: 400, body: fault })
    })

    it('accepts trace_invalidated beside other types, nulls, and unknown fields', async () => {
      const fields = {
        types: ['trace_invalidated', 'transactions', 'account_state_change'],
        addresses: [ALICE, BOB],
        trace_external_hash_norms: null,
        min_finality: null,
        id: null,
        more: 1,
      }
      const client = await openSseClient(url, fields)
      await client.close()
    })

    it('is for POST alone', async () => {
      const response = await fetch(`${url}${SSE_PATH}`)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      await response.text()
    })

    it('limits connections and addresses of a bucket', async () => {
      const fields = { id: '1', types: ['transactions'], addresses: [ALICE, BOB] }
      const plan = (connections: string | undefined, addresses: string | undefined, key = 'sse') => ({
        'X-Limiting-Key': key,
        ...(connections !== undefined && { 'X-Max-Parallel-Connections': connections }),
        ...(addresses !== undefined && { 'X-Max-Subscribed-Addr': addresses }),
      })
      const none = { status: 429, body: { id: '1', error: 'connection limit reached: 0 active connections' } }
      expect(await refusedSse(fields, plan(undefined, '-1'))).toEqual(none)
      expect(await refusedSse(fields, plan('many', '-1'))).toEqual(none)
      const few = (max: number) => ({
        status: 400,
        body: { id: '1', error: `too many addresses: 2 > max ${max}` },
      })
      expect(await refusedSse(fields, plan('1', '1'))).toEqual(few(1))
      expect(await refusedSse(fields, plan('-1', undefined))).toEqual(few(0))
      const client = await openSseClient(url, fields, plan('1', '2'))
      expect(await refusedSse(fields, plan('1', '2'))).toEqual({
        status: 429,
        body: { id: '1', error: 'connection limit reached: 1 active connections' },
      })
      const other = await openSseClient(url, fields, plan('1', '-1', 'other'))
      await Promise.all([client.close(), other.close()])
    })
  })

  describe('over WebSocket', () => {
    it('answers ping, subscribe and unsubscribe with the id', async () => {
      const client = await openWsClient(url)
      expect(await client.ask({ operation: 'ping' })).toEqual({ status: 'pong' })
      expect(await client.ask({ operation: 'ping', id: 'p' })).toEqual({ id: 'p', status: 'pong' })
      const fields = { types: ['transactions'], addresses: [ALICE] }
      expect(await client.ask({ operation: 'subscribe', id: 's', ...fields })).toEqual({
        id: 's',
        status: 'subscribed',
      })
      expect(await client.ask({ operation: 'unsubscribe', id: 'u', addresses: [ALICE] })).toEqual({
        id: 'u',
        status: 'unsubscribed',
      })
      await client.close()
    })

    it('refuses every fault with its text, and stays open', async () => {
      const client = await openWsClient(url)
      for (const [, fields, error] of FAULTS('types are required', 'addresses are required')) {
        expect(await client.ask({ operation: 'subscribe', id: '1', ...fields })).toEqual({ id: '1', error })
      }
      for (const [, fields] of MALFORMED.slice(0, 4)) {
        expect(await client.ask({ operation: 'subscribe', ...(fields as object) })).toEqual({
          error: expect.stringMatching(/^invalid subscribe request: ./),
        })
      }
      for (const frame of ['{', '', '[]', '"ping"', '{"id":5,"operation":"ping"}']) {
        expect(await client.ask(frame)).toEqual({
          error: expect.stringMatching(/^invalid request envelope: ./),
        })
      }
      expect(await client.ask({ id: 'x', operation: 'list' })).toEqual({
        id: 'x',
        error: 'unknown operation: list',
      })
      expect(await client.ask({})).toEqual({ error: 'unknown operation: ' })
      const wrong = { operation: 'unsubscribe', addresses: 5 }
      expect(await client.ask(wrong)).toEqual({
        error: expect.stringMatching(/^invalid unsubscribe request: ./),
      })
      expect(await client.ask({ operation: 'unsubscribe' })).toEqual({
        error: 'addresses or trace_external_hash_norms are required',
      })
      expect(await client.ask({ operation: 'unsubscribe', addresses: [ALICE, 'x'] })).toEqual({
        error: 'invalid address: x',
      })
      expect(await client.ask({ operation: 'unsubscribe', trace_external_hash_norms: [''] })).toEqual({
        error: 'trace_external_hash_norms contains empty value',
      })
      expect(await client.ask({ operation: 'ping', id: 'still' })).toEqual({ id: 'still', status: 'pong' })
      await client.close()
    })

    it('limits connections of a bucket with one error frame', async () => {
      const plan = {
        'X-Limiting-Key': 'ws',
        'X-Max-Parallel-Connections': '1',
        'X-Max-Subscribed-Addr': '2',
      }
      const first = await openWsClient(url, plan)
      const second = await openWsClient(url, plan)
      expect(await second.ask(undefined)).toEqual({ error: 'connection limit reached: 1 active connections' })
      await second.ended
      await first.close()
      const third = await openAgain(() => openWsClient(url, plan))
      expect(await third.ask({ operation: 'ping' })).toEqual({ status: 'pong' })
      await third.close()
    })

    it('limits addresses of a bucket by the plan of its first connection', async () => {
      const plan = (addresses: string) => ({
        'X-Limiting-Key': 'addresses',
        'X-Max-Parallel-Connections': '-1',
        'X-Max-Subscribed-Addr': addresses,
      })
      const [first, second] = [await openWsClient(url, plan('2')), await openWsClient(url, plan('9'))]
      const subscribe = (addresses: string[]) => ({
        operation: 'subscribe',
        types: ['transactions'],
        addresses,
      })
      expect(await first.ask(subscribe([ALICE]))).toEqual({ status: 'subscribed' })
      // A subscription replaces the one before.
      expect(await first.ask(subscribe([ALICE]))).toEqual({ status: 'subscribed' })
      expect(await second.ask(subscribe([ALICE, BOB]))).toEqual({
        error: 'address limit exceeded: current 1 + new 2 > max 2',
      })
      await first.ask({ operation: 'unsubscribe', addresses: [ALICE] })
      expect(await second.ask(subscribe([ALICE, BOB]))).toEqual({ status: 'subscribed' })
      await Promise.all([first.close(), second.close()])
    })

    it('answers a plain GET with 426', async () => {
      const response = await fetch(`${url}${WS_PATH}`)
      expect(response.status).toBe(426)
      expect(await response.json()).toMatchObject({ code: 426 })
    })

    it('answers an upgrade on another path as a request', async () => {
      const answer = await rawRequest(gateway.port, [
        'GET /healthz HTTP/1.1',
        `Host: 127.0.0.1:${gateway.port}`,
        'Connection: Upgrade, close',
        'Upgrade: h2c',
      ])
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    })
  })

  describe('from elsewhere', () => {
    const fields = { types: ['transactions'], addresses: [ALICE] }

    it('refuses a foreign Host on both transports', async () => {
      const { status } = await refusedSse(fields, { Host: 'evil.example' })
      expect(status).toBe(403)
      await expect(openWsClient(url, { Host: 'evil.example' })).rejects.toThrow('403')
    })

    it('refuses pages of a foreign origin on both transports, and accepts local ones', async () => {
      const { status } = await refusedSse(fields, { Origin: 'https://evil.example' })
      expect(status).toBe(403)
      await expect(openWsClient(url, { Origin: 'https://evil.example' })).rejects.toThrow('403')
      const client = await openWsClient(url, { Origin: 'http://localhost:3000' })
      expect(await client.ask({ operation: 'ping' })).toEqual({ status: 'pong' })
      await client.close()
    })
  })

  it('describes itself', async () => {
    const response = await fetch(`${url}/api/streaming/openapi.json`)
    const { paths } = (await response.json()) as { paths: object }
    expect(Object.keys(paths)).toEqual([SSE_PATH, WS_PATH, STREAMING_HEALTH_PATH])
  })

  it('reports healthy components', async () => {
    const response = await fetch(`${url}${STREAMING_HEALTH_PATH}`)
    const health = streamingHealth.parse(await response.json())
    expect(response.status).toBe(200)
    expect(health.ok).toBe(true)
    expect(Object.keys(health.components)).toEqual([
      'ton-trace-emulator',
      'event-classifier',
      'ton-trace-ttl-tracker',
    ])
  })
})

describe('the end of a gateway', () => {
  it('ends streams of both transports', async () => {
    const gateway = await openTemporaryGateway(
      { network: 'devnet', devnet: { scenario: false, traffic: false, blockInterval: 0 } },
      async ({ url, close }) => ({ url, close }),
    )
    const fields = { types: ['transactions'], addresses: [ALICE] }
    const clients = await Promise.all([openSseClient(gateway.url, fields), subscribeWs(gateway.url, fields)])
    await gateway.close()
    await Promise.all(clients.map(({ ended }) => ended))
    await gateway[Symbol.asyncDispose]()
  }, 120_000)
})

/** A connection counts until the server has seen its end. */
async function openAgain<T extends { ask(frame: unknown): Promise<object>; close(): Promise<void> }>(
  open: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const client = await open()
    const answer = await client.ask({ operation: 'ping' })
    if (!('error' in answer)) return client
    await client.close()
  }
}

/** Sends a request with `Connection: close`; resolves with all that the server answers until it closes. */
function rawRequest(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}
