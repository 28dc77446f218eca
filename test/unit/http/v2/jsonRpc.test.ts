import { describe, expect, it } from 'vitest'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import { failingSession, networkOf, post, testApp } from '../testApp.ts'

const RAW = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const FRIENDLY = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'
const PATH = '/api/v2/jsonRPC'

async function call(body: unknown) {
  const response = await testApp().request(PATH, post(body))
  return { status: response.status, text: await response.text() }
}

describe('/api/v2/jsonRPC', () => {
  it('answers as the operation does, with the id of the request', async () => {
    const params = { address: RAW }
    const response = await testApp().request(
      `${PATH}/?api_key=any`,
      post({ jsonrpc: '2.0', id: '7', method: 'packAddress', params }),
    )
    expect(response.headers.get('x-api-version')).toMatch(/^2\.1\.\d+$/)
    expect([response.status, await response.json()]).toEqual([
      200,
      { ok: true, result: FRIENDLY, '@extra': expect.any(String), jsonrpc: '2.0', id: '7' },
    ])
  })

  it.each(['/', '/api/v2', '/api/v2/'])('answers at %s too, with its header', async (path) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'packAddress', params: { address: RAW } }
    const response = await testApp().request(path, post(body))
    expect(response.headers.get('x-api-version')).toMatch(/^2\.1\.\d+$/)
    expect([response.status, await response.json()]).toMatchObject([200, { result: FRIENDLY, id: 1 }])
    const refused = await testApp().request(path, post([body]))
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { error: 'batch requests are not supported' },
    ])
  })

  it.each(['1', '"1"', 'null', '-5', '123456789012345678901234567890', '""'])('echoes id %s', async (id) => {
    const { text } = await call(
      `{"id":${id},"method":"packAddress","params":{"address":"${RAW}"},"jsonrpc":"1.0"}`,
    )
    expect(text).toMatch(/^\{"ok":true,/)
    expect(text.endsWith(`"jsonrpc":"2.0","id":${id}}`)).toBe(true)
  })

  it.each(['{}', '[1]', 'true'])('leaves out an id that is %s', async (id) => {
    const { text } = await call(`{"id":${id},"method":"packAddress","params":{"address":"${RAW}"}}`)
    expect(JSON.parse(text)).toEqual({
      ok: true,
      result: FRIENDLY,
      '@extra': expect.any(String),
      jsonrpc: '2.0',
    })
  })

  it.each([
    ['no parameters', undefined],
    ['null', null],
    ['an empty list', []],
    ['a text', 'x'],
    ['a number', 5],
  ])('treats %s as an empty object', async (_what, params) => {
    const answer = await call({ method: 'packAddress', params })
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([422, 'empty address'])
  })

  it.each([
    ['a method that is not there', { id: 1, method: 'noSuchMethod', params: {} }, 'Unknown method'],
    ['itself', { id: 1, method: 'jsonRPC', params: {} }, 'Unknown method'],
    ['a path', { id: 1, method: '../v2/packAddress', params: { address: RAW } }, 'Unknown method'],
    ['a name of every object', { id: 1, method: 'constructor', params: {} }, 'Unknown method'],
    ['no method', { id: 1 }, 'empty method'],
    ['a method that is no text', { id: 1, method: 5 }, 'failed to parse method'],
    [
      'a list of parameters',
      { id: 1, method: 'packAddress', params: [RAW] },
      'params must contain an object',
    ],
  ])('refuses %s before it reads the operation', async (_what, body, error) => {
    const { status, text } = await call(body)
    expect([status, JSON.parse(text)]).toEqual([
      422,
      { ok: false, error, code: 422, '@extra': '_', jsonrpc: '2.0', id: 1 },
    ])
  })

  it.each([
    [
      'a bad parameter',
      { id: 1, method: 'packAddress', params: { address: 'x' } },
      'failed to parse address',
    ],
    [
      'an unknown one',
      { id: 1, method: 'packAddress', params: { address: RAW, foo: 1 } },
      "Unknown property 'foo'",
    ],
  ])('refuses %s', async (_what, body, error) => {
    const { status, text } = await call(body)
    expect([status, JSON.parse(text)]).toEqual([
      422,
      {
        ok: false,
        error,
        code: 422,
        '@extra': expect.stringMatching(/^\d+:_:[0-9.e-]+$/),
        jsonrpc: '2.0',
        id: 1,
      },
    ])
  })

  it.each([
    ['a batch', '[{"id":1,"method":"packAddress"}]', 'batch requests are not supported'],
    ['a number', '5', 'request body must be a JSON object'],
    ['nothing', '', 'JSON document is empty'],
    ['half a document', '{bad', expect.stringMatching(/^JSON parse error: /)],
  ])('refuses %s in place of a call', async (_what, body, error) => {
    const { status, text } = await call(body)
    expect([status, JSON.parse(text)]).toMatchObject([422, { ok: false, error, code: 422, '@extra': '_' }])
  })

  it("passes a liteserver's refusal on, with its status", async () => {
    const session = failingSession(new LiteServerError(651, 'not in db'), { servers: [1] })
    const body = post({ id: 'a', method: 'getMasterchainInfo' })
    const response = await testApp(networkOf(session)).request(PATH, body)
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        ok: false,
        error: 'LITE_SERVER_NOTREADY: not in db',
        code: 500,
        '@extra': expect.stringMatching(/^\d+:1:/),
        jsonrpc: '2.0',
        id: 'a',
      },
    ])
  })

  it.each(['GET', 'PUT', 'HEAD'])('answers 405 to %s', async (method) => {
    const response = await testApp().request(PATH, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    if (method !== 'HEAD') {
      const error = `method ${method} is not supported`
      expect(await response.json()).toMatchObject({ error, code: 405, '@extra': '_' })
    }
  })
})
