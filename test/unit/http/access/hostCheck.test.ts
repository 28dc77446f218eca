import { describe, expect, it } from 'vitest'
import { isOwnHost } from '../../../../src-main/http/access/hostCheck.ts'
import { testApp } from '../testApp.ts'

describe('isOwnHost', () => {
  const rule = { port: 8081, extraNames: ['gateway.home', 'node.lan:9000'] }

  it.each([
    '127.0.0.1:8081',
    'localhost:8081',
    'LOCALHOST:8081',
    '[::1]:8081',
    'gateway.home:1234',
    'node.lan:9000',
  ])('accepts %s', (host) => expect(isOwnHost(host, rule)).toBe(true))

  it.each([
    undefined,
    '',
    '127.0.0.1',
    '127.0.0.1:80',
    'localhost:8082',
    'evil.example:8081',
    '127.0.0.1.evil.example:8081',
    'localhost:8081@evil.example',
    'localhost:8081, evil.example',
    'node.lan:9001',
    '[::2]:8081',
    '0.0.0.0:8081',
  ])('refuses %s', (host) => expect(isOwnHost(host, rule)).toBe(false))

  it('treats a missing port as 80', () => {
    expect(isOwnHost('localhost', { port: 80 })).toBe(true)
  })
})

describe('hostCheck', () => {
  it('refuses a foreign name on every path, in the envelope', async () => {
    const app = testApp()
    for (const path of ['/', '/healthz', '/docs', '/api/v2/detectHash?hash=x', '/api/tonscope/status']) {
      const response = await app.request(path, { headers: { host: 'evil.example:8081' } })
      expect([path, response.status]).toEqual([path, 403])
      expect(await response.json()).toMatchObject({
        ok: false,
        code: 403,
        error: "host 'evil.example:8081' is not served here",
      })
    }
  })
})
