import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import type { HttpAppOptions } from '../../../../src-main/http/app.ts'
import { MAX_SHOWN_HEADER } from '../../../../src-main/http/response/truncateHeader.ts'
import type { V3Caller } from '../../../../src-main/http/v3/v3Routes.ts'
import { failingSession, networkOf, post, testApp } from '../testApp.ts'

const ADDRESS = { address: '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8' }
const OWN = 'http://127.0.0.1:8081'
const FOREIGN = ['https://evil.example', 'null', 'http://localhost.evil.example']
const LOCAL = ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://localhost:8081', 'http://[::1]:8081']

type Headers = Readonly<Record<string, string>>

/** Posts JSON with these headers; the gateway has the name 127.0.0.1:8081 unless `host` is another. */
function send(path: string, body: object, headers: Headers, options: Partial<HttpAppOptions> = {}) {
  const init = post(body)
  return testApp(undefined, options).request(path, { ...init, headers: { ...init.headers, ...headers } })
}

async function refusalOf(response: Response) {
  const { code, error } = (await response.json()) as { code: number; error: string }
  return [response.status, code, error]
}

describe('the origin check of sending', () => {
  const pack = (headers: Headers, options?: Partial<HttpAppOptions>) =>
    send('/api/v2/packAddress', ADDRESS, headers, options)

  it.each(['http://localhost:5173', OWN])('allows a page of %s to send', async (origin) => {
    expect((await pack({ origin })).status).toBe(200)
  })

  it('allows a client without an origin to send', async () => {
    expect((await pack({})).status).toBe(200)
  })

  it.each(FOREIGN)('refuses a page of %s', async (origin) => {
    expect(await refusalOf(await pack({ origin }))).toEqual([
      403,
      403,
      `pages of ${origin} may not send requests here`,
    ])
  })

  it('allows a configured origin to send', async () => {
    const origin = 'https://wallet.example'
    expect((await pack({ origin }, { origins: [origin] })).status).toBe(200)
  })

  it('does not apply to reading', async () => {
    const path = `/api/v2/packAddress?address=${ADDRESS.address}`
    const response = await testApp().request(path, { headers: { origin: 'https://evil.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the origin check of commands', () => {
  const reset = (headers: Headers, options?: Partial<HttpAppOptions>) =>
    send(`${DEVNET_PREFIX}/reset`, {}, headers, options)
  /** The answer of the route: without a devnet there is no reset. */
  const REACHED = 404

  it.each<Headers>([
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: OWN },
    { origin: OWN, 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:8081', host: 'LOCALHOST:8081' },
    { origin: 'http://[::1]:8081', host: '[::1]:8081' },
    { origin: 'http://node.lan', host: 'node.lan' },
    { origin: 'https://node.lan', host: 'node.lan' },
    { origin: 'http://node.lan:9000', host: 'node.lan:9000' },
  ])('accepts the headers %j', async (headers) => {
    const hosts = () => ({ port: 8081, extraNames: ['node.lan'] })
    expect((await reset(headers, { hosts })).status).toBe(REACHED)
  })

  it.each([...FOREIGN, ...LOCAL, 'https://127.0.0.1:8081x', 'http://127.0.0.1', 'file://127.0.0.1:8081'])(
    'refuses a page of %s',
    async (origin) => {
      expect(await refusalOf(await reset({ origin }))).toEqual([
        403,
        403,
        `pages of ${origin} may not change this Tonscope: only the explorer's own can`,
      ])
    },
  )

  it.each<Headers>([
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: OWN, 'sec-fetch-site': 'same-site' },
    { origin: OWN, 'sec-fetch-site': 'cross-site' },
  ])('refuses a page that the browser reports as foreign: %j', async (headers) => {
    expect((await reset(headers)).status).toBe(403)
  })

  it('refuses configured origins, which can read and send', async () => {
    const origin = 'https://wallet.example'
    expect((await reset({ origin }, { origins: [origin] })).status).toBe(403)
  })

  it('covers every path under /api/tonscope/ and every method that writes', async () => {
    for (const path of ['access/add', 'index/follow', 'devnet/faucet', 'status', 'added/later']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const init = { method, headers: { origin: 'http://localhost:5173' } }
        const response = await testApp().request(`/api/tonscope/${path}`, init)
        expect([path, method, response.status]).toEqual([path, method, 403])
      }
    }
  })

  it.each([
    undefined,
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('accepts JSON alone, not %s', async (type) => {
    const devnet = { reset: () => Promise.resolve({}) } as never
    const request = (headers: Headers) =>
      testApp(undefined, { devnet }).request(`${DEVNET_PREFIX}/reset`, {
        method: 'POST',
        // Bytes: a text would bring a content type along.
        body: new TextEncoder().encode('{}'),
        headers,
      })
    expect(await refusalOf(await request(type === undefined ? {} : { 'content-type': type }))).toEqual([
      415,
      415,
      'the content type must be application/json',
    ])
    expect((await request({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
  })
})

describe('messages from pages', () => {
  const sending = Object.values(v2Operations as Readonly<Record<string, { name: string; sends?: boolean }>>)
    .filter(({ sends }) => sends)
    .map(({ name }) => name)
  const v3 = {
    call: () => Promise.resolve({ status: 200, json: new TextEncoder().encode('{}'), coverage: 'none' }),
    coverage: () => 'none',
    position: () => 1,
  } satisfies V3Caller
  /** Returns the status of every way to send a message. */
  const v2Of = (options: Partial<HttpAppOptions>, headers: Headers) =>
    Promise.all([
      ...sending.map(
        async (name) => (await send(`/api/v2/${name}`, { boc: 'AA==' }, headers, options)).status,
      ),
      ...sending.map(
        async (method) =>
          (await send('/api/v2/jsonRPC', { method, params: { boc: 'AA==' } }, headers, options)).status,
      ),
      (async () => (await send('/api/v3/message', { boc: 'AA==' }, headers, { v3, ...options })).status)(),
    ])

  it('are those of sendBoc and similar operations', () => {
    expect(sending).toEqual(['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError'])
  })

  it.each<[string, boolean | undefined, Headers, boolean]>([
    ['a local page by default', undefined, { origin: 'http://localhost:5173' }, true],
    ['a local page, switched on', true, { origin: 'http://localhost:5173' }, true],
    ['a local page, switched off', false, { origin: 'http://localhost:5173' }, false],
    ['a page without an origin, switched off', false, { 'sec-fetch-site': 'same-site' }, false],
    ['the explorer, switched off', false, { origin: OWN }, true],
    ['a program, switched off', false, {}, true],
  ])('are allowed or refused for %s', async (_, pageSends, headers, isAllowed) => {
    const statuses = await v2Of({ pageSends }, headers)
    expect(statuses).toHaveLength(7)
    for (const status of statuses) expect(status === 403).toBe(!isAllowed)
  })

  it('can be disabled alone: a page still reads by POST', async () => {
    const origin = 'http://localhost:5173'
    expect((await send('/api/v2/packAddress', ADDRESS, { origin }, { pageSends: false })).status).toBe(200)
    const call = { method: 'packAddress', params: ADDRESS }
    expect((await send('/api/v2/jsonRPC', call, { origin }, { pageSends: false })).status).toBe(200)
  })

  it('are refused with the option to change', async () => {
    const response = await send(
      '/api/v2/sendBoc',
      { boc: 'AA==' },
      { origin: 'http://a.localhost:1' },
      { pageSends: false },
    )
    expect(await refusalOf(response)).toEqual([
      403,
      403,
      'pages of http://a.localhost:1 cannot send messages: --page-sends is off',
    ])
  })
})

describe('header values in the log and in error texts', () => {
  const LONG = 'x'.repeat(60_000)

  it('are cut', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
    const app = testApp(networkOf(failingSession(new Error('none'))), { log, pageSends: false })
    const refusals = await Promise.all([
      app.request('/api/v2/packAddress', { ...post(ADDRESS), headers: { origin: `https://${LONG}` } }),
      app.request(`${DEVNET_PREFIX}/reset`, { ...post({}), headers: { origin: `https://${LONG}` } }),
      app.request('/healthz', { headers: { host: LONG } }),
      app.request('/api/v2/sendBoc', {
        ...post({ boc: 'AA==' }),
        headers: { origin: `http://${LONG}.localhost` },
      }),
    ])
    for (const response of refusals) {
      const [status, , error] = await refusalOf(response)
      expect(status).toBe(403)
      expect(String(error).length).toBeLessThan(MAX_SHOWN_HEADER + 100)
    }
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line.length).toBeLessThan(MAX_SHOWN_HEADER + 300)
  })
})
