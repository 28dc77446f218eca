import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WS_PATH } from '#shared/schema/streaming.ts'
import type { Upgrade } from '../../../src-main/http/connection/upgrades.ts'
import { type HttpServer, type ListenOptions, listen } from '../../../src-main/http/server.ts'
import { type Exchange, exchange } from '../clients/rawHttp.ts'

/** Requests for another protocol, and the bytes after them on the connection: all are answered. */

const CRLF = '\r\n'
const HOST = 'Host: 127.0.0.1'
const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
const WEB_SOCKET = ['Connection: Upgrade', 'Upgrade: websocket']
const VERSION = 'Sec-WebSocket-Version: 13'
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const GARBAGE = `GARBAGE${CRLF}${CRLF}`

const bytesOf = (line: string, headers: readonly string[] = [], body = '') =>
  `${[`${line} HTTP/1.1`, HOST, ...headers].join(CRLF)}${CRLF}${CRLF}${body}`

describe('a request for another protocol', () => {
  let server: HttpServer | undefined
  let abandoned = 0
  // Connections end with their server, so that no other test counts connections that were abandoned here.
  afterEach(() => server?.close())

  async function start(options: Partial<ListenOptions> = {}): Promise<number> {
    abandoned = 0
    const fetch = (request: Request, env: { upgrade?: Upgrade }) => {
      if (!env.upgrade) {
        const line = `${request.method} ${new URL(request.url).pathname}`
        if (request.method === 'GET') return new Response(line)
        return request.text().then((body) => new Response(`${line} ${body}`))
      }
      const session = { receive: () => {}, closed: () => {} }
      env.upgrade.opening = { accept: () => session, abandon: () => abandoned++ }
      return new Response(null, { status: 204 })
    }
    server = await listen(fetch, { host: '127.0.0.1', port: 0, ...options })
    return server.port
  }
  const send = async (text: string): Promise<Exchange> =>
    exchange(await start(), Buffer.from(text, 'latin1'), { quietMs: 100 })
  const told = ({ responses }: Exchange) =>
    responses.map(({ status, body }) => [status, body.startsWith('{') ? JSON.parse(body).error : body])

  const MALFORMED = [400, 'malformed HTTP request']
  const NEXT = bytesOf('GET /next', ['Connection: close'])

  it.each<[string, string, readonly (readonly unknown[])[]]>([
    [
      'a request',
      bytesOf('GET /first', H2C) + NEXT,
      [
        [200, 'GET /first'],
        [200, 'GET /next'],
      ],
    ],
    ['garbage', bytesOf('GET /first', H2C) + GARBAGE, [[200, 'GET /first'], MALFORMED]],
    [
      'a body and a request',
      bytesOf('POST /first', [...H2C, 'Content-Length: 3'], 'abc') + NEXT,
      [
        [200, 'POST /first abc'],
        [200, 'GET /next'],
      ],
    ],
    [
      'a body in chunks and garbage',
      bytesOf('POST /first', [...H2C, 'Transfer-Encoding: chunked'], `3${CRLF}abc${CRLF}0${CRLF}${CRLF}`) +
        GARBAGE,
      // It is refused before the first answer is there.
      [MALFORMED],
    ],
    [
      'a chunk that is malformed',
      bytesOf('POST /first', [...H2C, 'Transfer-Encoding: chunked'], `zz${CRLF}`),
      [MALFORMED],
    ],
    [
      'another one of its kind',
      bytesOf('GET /first', WEB_SOCKET) + bytesOf('GET /second', H2C),
      [
        [200, 'GET /first'],
        [400, 'a request for another protocol cannot follow one that waits for its answer'],
      ],
    ],
  ])('that is declined is answered, and so is %s after it', async (_, text, expected) => {
    expect(told(await send(text))).toEqual(expected)
  })

  it('that is declined leaves the connection as any other', async () => {
    const port = await start()
    const socket = connect(port, '127.0.0.1')
    const answers: string[] = []
    for (const [text, status] of [
      [bytesOf('GET /first', H2C), '200'],
      [bytesOf('GET /second', H2C), '200'],
      [bytesOf('GET /third'), '200'],
      [GARBAGE, '400'],
    ] as const) {
      socket.write(text)
      const [bytes] = await once(socket, 'data')
      answers.push(String(bytes))
      expect(String(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
    await once(socket, 'close')
    expect(answers).toHaveLength(4)
  })

  it('that is declined counts as one connection', async () => {
    const port = await start({ maxConnections: 1 })
    for (let turn = 0; turn < 3; turn++) {
      const text = bytesOf('GET /first', H2C) + bytesOf('GET /next', ['Connection: close'])
      const { responses } = await exchange(port, Buffer.from(text), { quietMs: 100 })
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  it('with more headers than Node keeps is refused', async () => {
    const many = Array<string>(1_100).fill('X: a')
    const answer = await send(bytesOf('GET /first', [...H2C, ...many]) + NEXT)
    expect(told(answer)).toEqual([[431, 'headers are longer than 65536 bytes, or too many']])
  })

  it('opens a WebSocket', async () => {
    const { responses } = await send(bytesOf(`GET ${WS_PATH}`, [...WEB_SOCKET, VERSION, KEY]))
    expect(responses.map(({ status }) => status)).toEqual([101])
  })

  it('ends at once where the frames of a WebSocket are garbage', async () => {
    const { responses, rest } = await send(bytesOf(`GET ${WS_PATH}`, [...WEB_SOCKET, VERSION, KEY]) + GARBAGE)
    expect(responses.map(({ status }) => status)).toEqual([101])
    // A close frame: 1002, protocol error.
    expect([...Buffer.from(rest.slice(0, 4), 'latin1')]).toEqual([0x88, 2, 0x03, 0xea])
  })

  it.each<[string, readonly string[], string]>([
    ['no key', [...WEB_SOCKET, VERSION], 'Missing or invalid Sec-WebSocket-Key header'],
    [
      'a short key',
      [...WEB_SOCKET, VERSION, 'Sec-WebSocket-Key: x'],
      'Missing or invalid Sec-WebSocket-Key header',
    ],
    ['no version', [...WEB_SOCKET, KEY], 'Missing or invalid Sec-WebSocket-Version header'],
    [
      'version 99',
      [...WEB_SOCKET, KEY, 'Sec-WebSocket-Version: 99'],
      'Missing or invalid Sec-WebSocket-Version header',
    ],
    [
      'a protocol that is none',
      [...WEB_SOCKET, VERSION, KEY, 'Sec-WebSocket-Protocol: ,,'],
      'Invalid Sec-WebSocket-Protocol header',
    ],
    ['a bad header', [...WEB_SOCKET, VERSION, KEY, 'bad header'], 'malformed HTTP request'],
    ['a control character', [...WEB_SOCKET, VERSION, KEY, 'X: a\x01b'], 'malformed HTTP request'],
  ])('to become a WebSocket with %s is answered with 400 and closed', async (_, headers, error) => {
    const answer = await send(bytesOf(`GET ${WS_PATH}`, headers) + NEXT)
    expect(told(answer)).toEqual([[400, error]])
    expect(answer.responses[0]?.headers).toContain('connection: close')
    const isHandshake = error.includes('Sec-WebSocket')
    await vi.waitFor(() => expect(abandoned).toBe(isHandshake ? 1 : 0))
  })

  it('without a host is malformed', async () => {
    const text = bytesOf(`GET ${WS_PATH}`, [...WEB_SOCKET, VERSION, KEY]).replace(`${HOST}${CRLF}`, '')
    expect(told(await send(text))).toEqual([MALFORMED])
  })

  it('names the versions of the protocol', async () => {
    const { responses } = await send(bytesOf(`GET ${WS_PATH}`, [...WEB_SOCKET, KEY]))
    expect(responses[0]?.headers).toContain('sec-websocket-version: 13, 8')
  })
})
