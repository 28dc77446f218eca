import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCESS_PREFIX } from '#shared/schema/access.ts'
import { type AccessSetup, openAccess } from '../../../../src-main/gateway/access.ts'
import { createAccessControl, createSharedAccess } from '../../../../src-main/http/access/accessControl.ts'
import { post, testApp } from '../testApp.ts'

const HASH = 'a'.repeat(64)
const PATH = `/api/v2/detectHash?hash=${HASH}`
const JSON_TYPE = { 'content-type': 'application/json' }
const STRANGER = '203.0.113.7'

/** The app with the keys of its own folder, and a clock that the test moves. */
function openApp(folder: string, setup: Partial<AccessSetup> = {}) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  const access = openAccess({ dataDir: folder, forced: false, log, ...setup })
  const store = access.of('devnet')
  const clock = { ms: 0 }
  const gate = createAccessControl(
    store,
    createSharedAccess(() => clock.ms),
  )
  const { request } = testApp(undefined, { access: gate, log, origins: ['https://wallet.example'] })
  return {
    store,
    gate,
    clock,
    lines,
    /** As a client with that address. */
    ask: (path: string, init: RequestInit = {}, from = STRANGER) =>
      request(path, init, {
        incoming: { socket: { remoteAddress: from, localAddress: '192.168.1.2', localPort: 8081 } },
      }),
    [Symbol.dispose]: () => access[Symbol.dispose](),
  }
}

async function told(response: Response) {
  return [response.status, ((await response.json()) as { error?: string }).error]
}

describe('access control', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonscope-access-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is off by default: any key and any rate is accepted', async () => {
    using app = openApp(folder)
    for (let i = 0; i < 5; i++) {
      const init = { headers: { 'x-api-key': 'whatever' } }
      expect((await app.ask(`${PATH}&api_key=anything`, init)).status).toBe(200)
    }
  })

  it('allows each address one request per second without a key', async () => {
    using app = openApp(folder, { enabled: true })
    expect((await app.ask(PATH)).status).toBe(200)
    const refused = await app.ask(PATH)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toEqual({
      ok: false,
      error: 'Ratelimit exceeded',
      code: 429,
      '@extra': expect.stringMatching(/^\d+:_:[\d.]+$/),
    })
    expect((await app.ask(PATH, {}, '203.0.113.8')).status).toBe(200)
    // This machine is an address like any other.
    expect((await app.ask(PATH, {}, '127.0.0.1')).status).toBe(200)
    expect((await app.ask(PATH, {}, '127.0.0.1')).status).toBe(429)
    app.clock.ms += 1_000
    expect((await app.ask(PATH)).status).toBe(200)
  })

  it('counts the addresses of one IPv6 network together', async () => {
    using app = openApp(folder, { enabled: true })
    expect((await app.ask(PATH, {}, '2001:db8:1:2::1')).status).toBe(200)
    expect((await app.ask(PATH, {}, '2001:db8:1:2:ffff::2')).status).toBe(429)
    expect((await app.ask(PATH, {}, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('allows requests without a key if keyless requests have no limit', async () => {
    using app = openApp(folder, { enabled: true })
    await app.store.change({ keyless_rate: null })
    for (let i = 0; i < 20; i++) expect((await app.ask(PATH)).status).toBe(200)
    expect(await told(await app.ask(PATH, { headers: { 'x-api-key': 'wrong' } }))).toEqual([
      401,
      'API key does not exist',
    ])
  })

  /** Each way to send a key, on each kind of request. */
  const requests: readonly (readonly [string, (key: string) => readonly [string, RequestInit?]])[] = [
    ['header of GET', (key) => [PATH, { headers: { 'X-API-Key': key } }]],
    ['query of GET', (key) => [`${PATH}&api_key=${key}`]],
    ['spelt query of GET', (key) => [`/api/v2/detectHash?api%5Fkey=${key}&hash=${HASH}`]],
    [
      'header of POST',
      (key) => ['/api/v2/detectHash', { ...post({ hash: HASH }), headers: { 'x-api-key': key } }],
    ],
    ['query of POST', (key) => [`/api/v2/detectHash?api_key=${key}`, post({ hash: HASH })]],
    [
      'header of jsonRPC',
      (key) => [
        '/api/v2/jsonRPC',
        { ...post({ id: 1, method: 'detectHash', params: { hash: HASH } }), headers: { 'x-api-key': key } },
      ],
    ],
    [
      'header at the root',
      (key) => [
        '/',
        { ...post({ method: 'detectHash', params: { hash: HASH } }), headers: { 'x-api-key': key } },
      ],
    ],
    [
      'query of jsonRPC',
      (key) => [`/api/v2/jsonRPC?api_key=${key}`, post({ method: 'detectHash', params: { hash: HASH } })],
    ],
  ]

  it.each(requests)('checks keys, their networks and their rates in %s', async (_, request) => {
    using app = openApp(folder, { enabled: true })
    const { key } = await app.store.add({ name: 'good', rate: 2, networks: ['mainnet', 'devnet'] })
    const { key: elsewhere } = await app.store.add({ name: 'elsewhere', rate: null, networks: ['mainnet'] })
    const ask = (sent: string) => app.ask(...request(sent))
    for (const wrong of ['0'.repeat(64), 'x', key.toUpperCase(), `${key}0`]) {
      expect(await told(await ask(wrong))).toEqual([401, 'API key does not exist'])
    }
    expect(await told(await ask(elsewhere))).toEqual([403, 'Network not allowed'])
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 200])
    const refused = await ask(key)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await told(refused)).toEqual([429, 'Ratelimit exceeded'])
    app.clock.ms += 500
    expect((await ask(key)).status).toBe(200)
    expect(app.gate.refusals()).toEqual({
      unknown_key: 4,
      wrong_network: 1,
      key_rate: 1,
      keyless_rate: 0,
      key_needed: 0,
    })
    // Keys are sent in queries too: no part of one must get into the log.
    expect(app.lines.length).toBeGreaterThan(0)
    for (const line of app.lines) for (const secret of [key, elsewhere]) expect(line).not.toContain(secret)
  })

  it('treats an empty key as absent, and prefers the header to the query', async () => {
    using app = openApp(folder, { enabled: true })
    const { key } = await app.store.add({ name: 'good', rate: null, networks: null })
    expect((await app.ask(`${PATH}&api_key=`, { headers: { 'x-api-key': ' ' } })).status).toBe(200)
    expect((await app.ask(`${PATH}&api_key=`)).status).toBe(429)
    expect((await app.ask(`${PATH}&api_key=wrong`, { headers: { 'x-api-key': key } })).status).toBe(200)
    expect((await app.ask(`${PATH}&api_key=${key}`, { headers: { 'x-api-key': 'wrong' } })).status).toBe(401)
  })

  it('answers before the body is read', async () => {
    using app = openApp(folder, { enabled: true })
    let pulled = false
    const body = new ReadableStream(
      {
        pull() {
          pulled = true
          throw new Error('an unexpected fault')
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', body, duplex: 'half', headers: { 'x-api-key': 'wrong' } } as RequestInit
    expect((await app.ask('/api/v2/jsonRPC', init)).status).toBe(401)
    expect(pulled).toBe(false)
  })

  it('covers every path of an API, unknown ones included, and no other path', async () => {
    using app = openApp(folder, { enabled: true })
    const wrong = { headers: { 'x-api-key': 'wrong' } }
    for (const path of [
      '/api/v2/',
      '/api/v2/healthcheck',
      '/api/v2/openapi.json',
      '/api/v3/blocks',
      '/api/streaming/v2/sse',
    ]) {
      expect([path, (await app.ask(path, wrong)).status]).toEqual([path, 401])
    }
    for (const path of ['/healthz', '/docs', '/']) {
      expect([path, (await app.ask(path, wrong)).status]).not.toEqual([path, 401])
    }
  })

  it('allows a preflight, which browsers send without the key', async () => {
    using app = openApp(folder, { enabled: true })
    const init = {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' },
    }
    for (let i = 0; i < 3; i++) expect((await app.ask(PATH, init)).status).toBe(204)
    const answer = await app.ask(PATH, { headers: { origin: 'http://localhost:3000', 'x-api-key': 'wrong' } })
    // The page must be able to read the reason.
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  })

  it('keeps the used rate of a key over a change of the file', async () => {
    using app = openApp(folder, { enabled: true })
    const { key } = await app.store.add({ name: 'good', rate: 1, networks: null })
    const init = { headers: { 'x-api-key': key } }
    expect((await app.ask(PATH, init)).status).toBe(200)
    await app.store.add({ name: 'another', rate: 1, networks: null })
    expect((await app.ask(PATH, init)).status).toBe(429)
    await app.store.revoke('good')
    expect((await app.ask(PATH, init)).status).toBe(401)
  })

  it('refuses commands of other machines without a key', async () => {
    using app = openApp(folder, { enabled: true })
    const { key } = await app.store.add({ name: 'good', rate: null, networks: null })
    const faucet = '/api/tonscope/devnet/faucet'
    const text = 'other machines need an API key for this'
    expect(await told(await app.ask(faucet, post({})))).toEqual([403, text])
    expect(await told(await app.ask('/metrics'))).toEqual([403, text])
    expect((await app.ask('/metrics', {}, '127.0.0.1')).status).toBe(404)
    // With a key it gets through to a network that isn't a devnet.
    const none = 'this network is not a devnet: start with --network devnet'
    expect(await told(await app.ask(`${faucet}?api_key=${key}`, post({})))).toEqual([404, none])
    expect(await told(await app.ask(faucet, post({}), '127.0.0.1'))).toEqual([404, none])
  })
})

describe('the pass of our own pages', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonscope-pass-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const LOCAL = '127.0.0.1'
  const STATUS = '/api/tonscope/status'
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0]

  it('comes with a page, cannot be read by scripts, and lifts the limit', async () => {
    using app = openApp(folder, { enabled: true })
    const page = await app.ask('/docs', {}, LOCAL)
    expect(page.headers.get('set-cookie')).toMatch(
      /^tonscope_pass_8081=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const cookie = `theme=dark; ${cookieOf(page)}; x=y`
    for (let i = 0; i < 50; i++)
      expect((await app.ask(PATH, { headers: { cookie } }, LOCAL)).status).toBe(200)
    // Who has it already needs no other; an open page gets one after a restart.
    expect(cookieOf(await app.ask(STATUS, { headers: { cookie } }, LOCAL))).toBeUndefined()
    expect(cookieOf(await app.ask(STATUS, { headers: { cookie: 'tonscope_pass_8081=old' } }, LOCAL))).toBe(
      cookieOf(page),
    )
  })

  it('is issued for the machine’s own address too', async () => {
    using app = openApp(folder, { enabled: true })
    const own = '192.168.1.2'
    const cookie = cookieOf(await app.ask('/docs', {}, own)) ?? ''
    for (let i = 0; i < 3; i++) expect((await app.ask(PATH, { headers: { cookie } }, own)).status).toBe(200)
  })

  it.each([
    ['another machine', {}, STRANGER],
    ['one behind a proxy', { 'x-forwarded-for': STRANGER }, LOCAL],
    ['one behind another proxy', { forwarded: `for=${STRANGER}` }, LOCAL],
    ['one that asks by a name', { host: 'gateway.home' }, LOCAL],
  ])('is not issued to %s', async (_, headers, from) => {
    using app = openApp(folder, { enabled: true })
    const cookie = cookieOf(await app.ask('/docs', {}, LOCAL)) ?? ''
    const ours = testApp(undefined, {
      access: app.gate,
      hosts: () => ({ port: 8081, extraNames: ['gateway.home'] }),
    })
    const env = {
      incoming: { socket: { remoteAddress: from, localAddress: '192.168.1.2', localPort: 8081 } },
    }
    expect(cookieOf(await ours.request('/docs', { headers }, env))).toBeUndefined()
    const statuses = []
    for (let i = 0; i < 3; i++) {
      statuses.push((await ours.request(PATH, { headers: { ...headers, cookie } }, env)).status)
    }
    expect(statuses).toEqual([200, 429, 429])
  })

  it.each(['', 'short', 'A'.repeat(43), 'é'.repeat(43)])('is not accepted as %j', async (value) => {
    using app = openApp(folder, { enabled: true })
    const init = { headers: { cookie: `tonscope_pass_8081=${encodeURIComponent(value)}` } }
    expect((await app.ask(PATH, init, LOCAL)).status).toBe(200)
    expect((await app.ask(PATH, init, LOCAL)).status).toBe(429)
  })
})

describe(ACCESS_PREFIX, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonscope-access-routes-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const LOCAL = '127.0.0.1'

  it('creates, lists and revokes keys', async () => {
    using app = openApp(folder)
    const send = async (name: string, body: object) =>
      (await app.ask(`${ACCESS_PREFIX}/${name}`, post(body), LOCAL)).json()
    const nothing = { enabled: false, forced: false, keyless_rate: 1, keys: [] }
    const shown = async () => {
      const answer = await app.ask(ACCESS_PREFIX, {}, LOCAL)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return answer.json()
    }
    expect(await shown()).toMatchObject({ ok: true, result: nothing })
    const { result } = (await send('add', { name: 'ci', rate: 5 })) as {
      result: { key: string; added: { hint: string } }
    }
    expect(result.key).toMatch(/^[0-9a-f]{64}$/)
    const ci = {
      name: 'ci',
      hint: result.key.slice(0, 6),
      rate: 5,
      networks: null,
      created_at: expect.any(Number),
      last_used_at: null,
    }
    expect(result.added).toEqual(ci)
    expect(await send('settings', { enabled: true, keyless_rate: null })).toMatchObject({
      result: { enabled: true, keyless_rate: null, keys: [ci] },
    })
    await app.ask(`${PATH}&api_key=${result.key}`)
    const used = expect.any(Number)
    expect(await shown()).toMatchObject({ result: { keys: [{ ...ci, last_used_at: used }] } })
    expect(await send('revoke', { name: 'ci' })).toMatchObject({ result: { keys: [] } })
    expect(await told(await app.ask(`${PATH}&api_key=${result.key}`))).toEqual([
      401,
      'API key does not exist',
    ])
  })

  it.each([
    ['add', { name: 'Bad Name' }, 422, /^name: a name has lower-case letters/],
    ['add', { name: 'a', rate: 0 }, 422, /^rate must be at least 0.01$/],
    ['add', { name: 'a', networks: [] }, 422, /^networks must have at least 1 element$/],
    ['add', { name: 'a', key: 'mine' }, 422, /key/],
    ['add', { name: 'taken' }, 409, /^there is a key called taken already$/],
    ['add', '{', 422, /^JSON parse error/],
    ['settings', { keyless_rate: 0 }, 422, /^keyless_rate must be at least 0.01$/],
    ['settings', { enabled: 'on' }, 422, /^enabled must be true or false$/],
    ['revoke', { name: 'nobody' }, 404, /^there is no key called nobody$/],
    ['explode', {}, 404, /^Not Found$/],
  ])('%s %j is refused with %d and changes nothing', async (name, body, status, text) => {
    using app = openApp(folder)
    await app.store.add({ name: 'taken', rate: null, networks: null })
    const before = app.store.state()
    const answer = await app.ask(`${ACCESS_PREFIX}/${name}`, post(body), LOCAL)
    expect(await told(answer)).toEqual([status, expect.stringMatching(text)])
    expect(app.store.state()).toEqual(before)
  })

  it('answers 405 to other methods', async () => {
    using app = openApp(folder)
    for (const [path, method, allowed] of [
      ['', 'POST', 'GET, HEAD'],
      ['/add', 'GET', 'POST'],
      ['/revoke', 'DELETE', 'POST'],
    ] as const) {
      const answer = await app.ask(`${ACCESS_PREFIX}${path}`, { method }, LOCAL)
      expect([answer.headers.get('allow'), ...(await told(answer))]).toEqual([
        allowed,
        405,
        `unsupported http method: ${method}`,
      ])
    }
  })

  it.each([
    ['another machine', {}, STRANGER, 'access control is a matter of this machine alone'],
    [
      'one behind a proxy',
      { 'x-forwarded-for': '10.0.0.1' },
      LOCAL,
      'access control is a matter of this machine alone',
    ],
    ['a foreign page', { origin: 'https://evil.example' }, LOCAL, /pages of https:\/\/evil.example may not/],
    ['a page without origin', { origin: 'null' }, LOCAL, /pages of null may not/],
  ])('is refused to %s', async (_, headers, from, text) => {
    using app = openApp(folder)
    const answers = [
      await app.ask(ACCESS_PREFIX, { headers }, from),
      await app.ask(
        `${ACCESS_PREFIX}/add`,
        { ...post({ name: 'a' }), headers: { ...JSON_TYPE, ...headers } },
        from,
      ),
      await app.ask(
        `${ACCESS_PREFIX}/settings`,
        { ...post({ enabled: true }), headers: { ...JSON_TYPE, ...headers } },
        from,
      ),
    ]
    for (const answer of answers) expect(await told(answer)).toEqual([403, expect.stringMatching(text)])
    expect(app.store.state()).toMatchObject({ enabled: false, keys: [] })
  })

  it('is available to pages of this machine and of allowed origins', async () => {
    using app = openApp(folder)
    for (const origin of ['http://localhost:8081', 'https://wallet.example']) {
      expect((await app.ask(ACCESS_PREFIX, { headers: { origin } }, LOCAL)).status).toBe(200)
    }
  })

  it('stays on if other machines can reach the gateway', async () => {
    using app = openApp(folder, { forced: true })
    expect(app.store.state()).toMatchObject({ enabled: true, forced: true })
    const answer = await app.ask(`${ACCESS_PREFIX}/settings`, post({ enabled: false }), LOCAL)
    expect(await told(answer)).toEqual([
      409,
      'access control stays on while other machines can reach this gateway',
    ])
  })

  it('can be switched at run time, also against the setting of the command line', async () => {
    using app = openApp(folder, { enabled: true })
    expect(await app.store.change({ keyless_rate: 5 })).toMatchObject({ enabled: true })
    expect(await app.store.change({ enabled: false })).toMatchObject({ enabled: false })
  })
})
