import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { LiteServerError } from '../../../src-main/liteserver/errors.ts'
import type { LiteNetwork } from '../../../src-main/liteserver/session.ts'
import { failingSession, NOW, networkOf, post, testApp } from './testApp.ts'

const RAW = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const FRIENDLY = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'

async function failureOf(response: Response, extra: RegExp = /^[0-9]+:(_|[0-9,]+):[0-9.e-]+$/) {
  const body = (await response.json()) as { error: string }
  expect(body).toEqual({
    ok: false,
    error: expect.any(String),
    code: response.status,
    '@extra': expect.stringMatching(extra),
  })
  return { status: response.status, error: body.error }
}

describe('the envelope', () => {
  it('wraps a result with the time and the duration of the request', async () => {
    const response = await testApp().request(`/api/v2/packAddress?address=${RAW}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('x-api-version')).toMatch(/^2\.1\.\d+$/)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const body = (await response.json()) as { '@extra': string }
    expect(body).toEqual({ ok: true, result: FRIENDLY, '@extra': expect.any(String) })
    expect(body['@extra']).toMatch(new RegExp(`^${NOW / 1000}:_:[0-9.]+$`))
  })

  it('answers GET and POST alike, with and without a trailing slash', async () => {
    const app = testApp()
    const results = await Promise.all(
      [
        app.request(`/api/v2/packAddress?address=${RAW}`),
        app.request(`/api/v2/packAddress/?address=${RAW}&api_key=abc`),
        app.request('/api/v2/packAddress', post({ address: RAW })),
        app.request('/api/v2/packAddress/?api_key=abc', post({ address: RAW })),
      ].map(async (response) => ((await (await response).json()) as { result: string }).result),
    )
    expect(results).toEqual([FRIENDLY, FRIENDLY, FRIENDLY, FRIENDLY])
  })

  it('names the liteservers of a failed request too', async () => {
    const session = failingSession(new LiteServerError(651, 'not in db'), { servers: [2] })
    const response = await testApp(networkOf(session)).request('/api/v2/getMasterchainInfo')
    expect(await response.json()).toMatchObject({
      error: 'LITE_SERVER_NOTREADY: not in db',
      '@extra': expect.stringMatching(/^\d+:2:/),
    })
  })

  it('answers a programming error with the request id only', async () => {
    const response = await testApp(networkOf(failingSession(new TypeError('x')))).request(
      '/api/v2/getMasterchainInfo',
    )
    const { status, error } = await failureOf(response)
    expect(status).toBe(500)
    expect(error).toBe(
      `unexpected failure; the log has it under request ${response.headers.get('x-request-id')}`,
    )
  })
})

describe('paths and methods', () => {
  it('answers 404 to unknown API paths, never the explorer', async () => {
    const app = testApp()
    for (const path of [
      '/api/v2/noSuchMethod',
      '/api/v2/getmasterchaininfo',
      '/api',
      '/api/v9/x',
      '/nowhere',
    ]) {
      const answer = await failureOf(await app.request(path), /^_$/)
      expect([path, answer]).toEqual([path, { status: 404, error: 'Not Found' }])
    }
    expect(await failureOf(await app.request('/api/v2/noSuchMethod', post({})), /^_$/)).toEqual({
      status: 404,
      error: 'Not Found',
    })
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('answers 405 to %s', async (method) => {
    const response = await testApp().request('/api/v2/getMasterchainInfo', { method })
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(await failureOf(response)).toEqual({ status: 405, error: `unsupported http method: ${method}` })
  })

  it('answers 405 to HEAD', async () => {
    const response = await testApp().request('/api/v2/getMasterchainInfo', { method: 'HEAD' })
    expect(response.status).toBe(405)
  })

  it("answers the health check with the reference's empty result", async () => {
    const response = await testApp().request('/api/v2/healthcheck')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('the deadline of a request', () => {
  it('aborts the request and answers 504', async () => {
    vi.useFakeTimers()
    const last = (signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    const network: LiteNetwork = {
      session: ({ signal } = {}) =>
        failingSession(new Error('not asked'), { masterchainInfo: () => last(signal) }),
      consensusSeqno: () => 1,
    }
    const response = Promise.resolve(testApp(network).request('/api/v2/getMasterchainInfo'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failureOf(await response)).toEqual({ status: 504, error: 'LITE_SERVER_NETWORK timeout' })
    vi.useRealTimers()
  })
})

describe('limits', () => {
  it('refuses a URL beyond 8192 bytes', async () => {
    const response = await testApp().request(`/api/v2/detectHash?hash=${'a'.repeat(8192)}`)
    expect((await failureOf(response)).status).toBe(414)
  })

  it('refuses a body beyond a mebibyte, declared or not', async () => {
    const app = testApp()
    const body = ' '.repeat(1_048_577)
    const declared = await app.request('/api/v2/packAddress', {
      ...post(body),
      headers: { 'content-length': String(body.length) },
    })
    expect(await failureOf(declared)).toEqual({ status: 413, error: 'too large request' })
    const streamed = await app.request('/api/v2/packAddress', {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(await failureOf(streamed)).toEqual({ status: 413, error: 'too large request' })
  })
})

describe('bodies', () => {
  it.each([
    ['', 'JSON document is empty'],
    ['[]', 'request body must be a JSON object'],
    ['5', 'request body must be a JSON object'],
    ['"x"', 'request body must be a JSON object'],
    ['null', 'empty address'],
    [`{"address":"${RAW}","foo":1}`, "Unknown property 'foo'"],
    [`{"address":"${RAW}","__proto__":1}`, "Unknown property '__proto__'"],
    ['{"constructor":{}}', 'empty address'],
    ['['.repeat(3000), 'JSON is nested deeper than 2048 levels'],
  ])('%j answers 422', async (body, error) => {
    expect(await failureOf(await testApp().request('/api/v2/packAddress', post(body)))).toEqual({
      status: 422,
      error,
    })
  })

  it('are read without regard to the content type', async () => {
    const init = { ...post({ address: RAW }), headers: { 'content-type': 'text/plain' } }
    expect((await testApp().request('/api/v2/packAddress', init)).status).toBe(200)
  })
})

describe('compression', () => {
  it('compresses answers from a kibibyte on, if the client accepts it', async () => {
    const app = testApp()
    const plain = await app.request('/api/v2/openapi.json')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const text = await plain.text()
    for (const [accepted, coding, unpack] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const packed = await app.request('/api/v2/openapi.json', { headers: { 'accept-encoding': accepted } })
      expect([accepted, packed.headers.get('content-encoding')]).toEqual([accepted, coding])
      expect(unpack(Buffer.from(await packed.arrayBuffer())).toString()).toBe(text)
    }
    const refused = await app.request('/api/v2/openapi.json', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(refused.headers.get('content-encoding')).toBeNull()
    const small = await app.request(`/api/v2/packAddress?address=${RAW}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(small.headers.get('content-encoding')).toBeNull()
  })
})

describe('/healthz', () => {
  it('answers 503 until a head is known', async () => {
    const response = await testApp().request('/healthz')
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        status: 'starting',
        problems: [],
        network: 'sample',
        head: null,
        clock: null,
        servers: { alive: 0, total: 0 },
        index: {
          state: 'idle',
          behind: null,
          detection_pending: 0,
          detection_detail: null,
          classification_pending: 0,
          classification_detail: null,
          integrity: null,
        },
        executor: { version: 13, network_version: null, is_outdated: false },
      },
    ])
  })
})

describe('security headers', () => {
  it('are on every answer', async () => {
    const app = testApp()
    for (const path of [
      '/docs',
      '/docs/',
      '/api/v2',
      '/api/v2/noSuchMethod',
      '/healthz',
      '/',
      '/api/v2/healthcheck',
    ]) {
      const { headers } = await app.request(path)
      const policy = headers.get('content-security-policy')
      const isJson = headers.get('content-type')?.startsWith('application/json')
      expect([path, policy]).toEqual([
        path,
        isJson
          ? "default-src 'none'; frame-ancestors 'none'"
          : expect.stringMatching(/^default-src 'none'; script-src 'self';.* frame-ancestors 'none'$/),
      ])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})
