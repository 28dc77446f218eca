import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleGateway } from './sampleGateway.ts'

type Answer = { status: number | undefined; headers: Record<string, unknown>; body: string }

/** Origins that can read the gateway's answers in a browser. */
describe('pages and names', () => {
  let gateway: Awaited<ReturnType<typeof openSampleGateway>>
  beforeAll(async () => {
    gateway = await openSampleGateway()
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  /** Uses node:http, because fetch does not accept Host and Origin. */
  function send(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: gateway.port, method, path, headers }
      const outgoing = request(options, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
      })
      outgoing.on('error', reject).end()
    })
  }

  const PATH = '/api/v2/getMasterchainInfo'
  const LOCAL_PAGES = [
    'http://localhost:5173',
    'https://localhost',
    'http://127.0.0.1:3000',
    'http://app.localhost:80',
  ]
  const FOREIGN_PAGES = [
    'https://evil.example',
    'http://localhost.evil.example',
    'null',
    'http://127.0.0.1.nip.io',
  ]

  it.each(LOCAL_PAGES)('allows a page of %s, with its preflight', async (origin) => {
    const preflight = await send('OPTIONS', PATH, {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-api-key',
    })
    expect(preflight).toMatchObject({
      status: 204,
      body: '',
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': '*, Authorization',
        vary: expect.stringContaining('Origin'),
      },
    })
    const answer = await send('GET', PATH, { Origin: origin })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it.each(FOREIGN_PAGES)('returns nothing readable to a page of %s', async (origin) => {
    const preflight = await send('OPTIONS', PATH, { Origin: origin, 'Access-Control-Request-Method': 'POST' })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
    const answer = await send('GET', PATH, { Origin: origin })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers.vary).toContain('Origin')
  })

  it.each([
    'evil.example',
    'evil.example:PORT',
    'localhost:1',
    '127.0.0.1',
    '127.0.0.1:PORT.evil.example',
    'a b',
  ])('refuses the host name %j', async (name) => {
    const host = name.replace('PORT', String(gateway.port))
    for (const path of [PATH, '/', '/docs', '/healthz', '/api/tonscope/status']) {
      const { status, body } = await send('GET', path, { Host: host })
      expect([400, 403]).toContain(status)
      expect(JSON.parse(body)).toMatchObject({ ok: false, code: status })
    }
  })

  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'])('answers to %s with its port', async (name) => {
    const { status } = await send('GET', '/healthz', { Host: `${name}:${gateway.port}` })
    expect(status).toBe(200)
  })
})
