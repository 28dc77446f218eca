import { describe, expect, it } from 'vitest'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import { createV3Api, type V3ApiOptions } from '../../../../src-main/api/v3/api.ts'
import { failingSession, networkOf, post, testApp } from '../testApp.ts'

const ACCOUNT = `0:${'8'.repeat(64)}`
const OFF = 'the index is off'

/** v3 as it is where nothing is indexed and no liteserver answers. */
function v3App(handlers: V3ApiOptions['handlers'] = {}) {
  const v2 = createV2Api({ network: networkOf(failingSession(new Error('this test has no network'))) })
  const api = createV3Api({ index: { unavailable: OFF }, v2, testOnly: true, handlers })
  return testApp(undefined, { v3: { ...api, position: () => 0 } })
}

function runOf(type: string): RequestInit {
  return post({ address: ACCOUNT, method: 'seqno', stack: [{ type, value: '1' }] })
}

async function told(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()]
}

describe('/api/v3', () => {
  it.each<[string, string, RequestInit | undefined, number, string]>([
    ['an unknown path', 'nothing', undefined, 404, 'Not Found'],
    ['an unknown path, POST', 'nothing', post({}), 404, 'Not Found'],
    ['another letter case', 'Transactions', undefined, 404, 'Not Found'],
    [
      'a bad parameter',
      'blocks?seqno=x',
      undefined,
      422,
      'failed to decode: schema: error converting value for "seqno"',
    ],
    ['a bad body', 'decode', post('{'), 422, expect.stringMatching(/^JSON parse error/) as never],
    ['an empty body', 'runGetMethod', post(''), 422, 'JSON document is empty'],
    ['a missing field', 'message', post({}), 401, 'boc is required'],
    ['a method that it lacks', 'blocks', post({}), 405, 'unsupported http method: POST'],
    ['GET of what is sent', 'message', undefined, 405, 'unsupported http method: GET'],
    ['a question without an index', 'masterchainInfo', undefined, 503, OFF],
    ['the same with a slash', 'masterchainInfo/', undefined, 503, OFF],
    [
      'a mistake of ours, by an alias',
      `account?address=${ACCOUNT}&limit=x`,
      undefined,
      500,
      expect.stringMatching(/^internal server error: unexpected failure; the log has it/) as never,
    ],
  ])('answers %s in its own envelope', async (_name, path, init, status, text) => {
    const response = await v3App().request(`/api/v3/${path}`, init)
    expect(response.headers.get('x-api-version')).toBe('1.2.10')
    expect(response.headers.get('x-index-coverage')).toBe('none')
    expect(response.headers.get('server-timing')).toMatch(/^app;dur=[0-9.]+$/)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await told(response)).toEqual([status, { error: text, code: status }])
  })

  it.each<[string, string, RequestInit | undefined, string]>([
    ['a refusal', 'blocks?limit=1001', undefined, '1001 \\u003e 1000'],
    ['a refusal that repeats what was sent', 'runGetMethod', runOf('<a&b>'), '\\u003ca\\u0026b\\u003e'],
    ['an answer of the main thread', 'message', post({ boc: 'x' }), '\\u003cx\\u0026\\u2028\\u003e'],
  ])('escapes HTML characters in %s', async (_name, path, init, part) => {
    const message = async () => ({ message_hash: '<x&\u2028>', message_hash_norm: '' })
    const text = await (await v3App({ message }).request(`/api/v3/${path}`, init)).text()
    expect(text).toContain(part)
    expect(text).not.toMatch(/[<>&\u2028]/)
  })

  it('answers HEAD without a body on every path with GET', async () => {
    const response = await v3App().request('/api/v3/blocks?limit=x', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([422, ''])
  })

  it('names the methods that a path has', async () => {
    const allowed = async (path: string) =>
      (await v3App().request(`/api/v3/${path}`, { method: 'PUT' })).headers.get('allow')
    expect(await Promise.all(['blocks', 'decode', 'message'].map(allowed))).toEqual([
      'GET, HEAD',
      'GET, HEAD, POST',
      'POST',
    ])
  })

  it('accepts longer queries than v2, up to its own limit', async () => {
    const ask = async (path: string) => (await v3App().request(path)).status
    const list = 'hash=x&'.repeat(2_000)
    expect(await ask(`/api/v2/getMasterchainInfo?${list}`)).toBe(414)
    expect(await ask(`/api/v3/transactions?${list}`)).toBe(422)
    expect(await ask(`/api/v3/transactions?${'hash=x&'.repeat(10_000)}`)).toBe(414)
  })

  it('refuses foreign hosts and senders in the same envelope', async () => {
    const foreign = await v3App().request('/api/v3/blocks', { headers: { host: 'evil.example' } })
    expect(await told(foreign)).toEqual([403, { error: expect.stringContaining('evil.example'), code: 403 }])
    const sender = await v3App().request('/api/v3/message', {
      ...post({ boc: 'x' }),
      headers: { origin: 'https://evil.example' },
    })
    expect(sender.status).toBe(403)
  })
})
