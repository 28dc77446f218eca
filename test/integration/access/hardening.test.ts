import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HttpServer, type ListenOptions, listen } from '../../../src-main/http/server.ts'
import { exchange, parseResponses, type RawResponse } from '../clients/rawHttp.ts'
import { openSampleGateway } from '../clients/sampleGateway.ts'

/** Refusals over a real socket: status, body, headers, and whether the connection stays open. */

const CRLF = '\r\n'
const MALFORMED = 'malformed HTTP request'
const TOO_LONG = 'headers are longer than 65536 bytes, or too many'
const HASH = `/api/v2/detectHash?hash=${'a'.repeat(64)}`
const POSTED = JSON.stringify({ hash: 'a'.repeat(64) })
const MIB = 1024 * 1024

describe('the edge', () => {
  let gateway: Awaited<ReturnType<typeof openSampleGateway>>
  let own: string
  beforeAll(async () => {
    gateway = await openSampleGateway()
    own = `127.0.0.1:${gateway.port}`
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  type Sent = {
    readonly line?: string
    readonly host?: string | readonly string[]
    readonly headers?: readonly string[]
    readonly body?: string
  }
  /** Everything that isn't given is as it should be; PORT is the gateway's. */
  function bytesOf({ line = `GET ${HASH}`, host = 'PORT', headers = [], body = '' }: Sent): string {
    const hosts = [host].flat().map((name) => `Host: ${name}`)
    const head = [`${line} HTTP/1.1`, ...hosts, ...headers].join(CRLF)
    return `${head}${CRLF}${CRLF}${body}`.replaceAll('127.0.0.1:PORT', own).replaceAll('PORT', own)
  }

  /** The answer, and whether the connection then takes another request: this one never gets into the first's body. */
  async function send(sent: Sent): Promise<{ answer: RawResponse; goesOn: boolean }> {
    const next = bytesOf({ line: 'GET /api/v2/detectHash?hash=next', headers: ['Connection: close'] })
    const { responses, rest } = await exchange(gateway.port, Buffer.from(bytesOf(sent) + next, 'latin1'))
    const [answer, following, ...more] = responses
    if (!answer) throw new Error(`no answer: ${rest}`)
    expect(more).toEqual([])
    // `next` is no hash, so that its answer can't be taken for another.
    if (following) expect([following.status, JSON.parse(following.body).code]).toEqual([422, 422])
    return { answer, goesOn: following !== undefined }
  }
  const headerOf = ({ headers }: RawResponse, name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1]

  async function expectRefusal(sent: Sent, status: number, error: string, goesOn: boolean) {
    const refused = await send(sent)
    const { answer } = refused
    expect({ status: answer.status, body: JSON.parse(answer.body), goesOn: refused.goesOn }).toEqual({
      status,
      body: {
        ok: false,
        error: error.replaceAll('PORT', own),
        code: status,
        '@extra': expect.stringMatching(/^(_|\d+:_:[\d.e-]+)$/),
      },
      goesOn,
    })
    expect(headerOf(answer, 'content-type')).toBe('application/json; charset=utf-8')
    return answer
  }

  describe('names', () => {
    const notServed = (name: string) => `host '${name}' is not served here`
    it.each([
      ['evil.example', 403],
      ['evil.example:8081', 403],
      ['127.0.0.1', 403],
      ['127.0.0.1:1', 403],
      ['localhost.:8081', 403],
      ['0.0.0.0:8081', 403],
      ['2130706433:8081', 403],
      ['127.1:8081', 403],
      ['127.0.0.1.nip.io:8081', 403],
      ['[::2]:8081', 403],
    ])('like %s are refused', (host) =>
      expectRefusal({ host }, 403, notServed(host), true).then(() => undefined),
    )

    it.each(['', 'a b', 'x@PORT', 'localhost:', '[::1', '[0:0:0:0:0:0:0:1]:80'])(
      'that are malformed are refused: %j',
      async (host) => {
        await expectRefusal({ host }, 400, MALFORMED, true)
      },
    )

    it.each([
      [['PORT', 'evil.example'], 'PORT, evil.example'],
      [['evil.example', 'PORT'], 'evil.example, PORT'],
      [['PORT', 'PORT'], 'PORT, PORT'],
    ])('that are repeated are refused: %j', async (host, told) => {
      await expectRefusal({ host }, 403, notServed(told), true)
    })

    it('in the request line count before the header', async () => {
      const line = (host: string) => `GET http://${host}${HASH}`
      await expectRefusal({ line: line('evil.example') }, 403, notServed('evil.example'), true)
      await expectRefusal(
        { line: line('evil.example'), host: 'evil.example' },
        403,
        notServed('evil.example'),
        true,
      )
      await expectRefusal({ line: line('PORT'), host: 'evil.example' }, 403, notServed('evil.example'), true)
      await expectRefusal({ line: line('x@evil.example') }, 403, notServed('x@evil.example'), true)
      expect((await send({ line: line('PORT') })).answer.status).toBe(200)
    })

    it('must be there', async () => {
      await expectRefusal({ host: [] }, 400, MALFORMED, true)
    })

    it('guard every path', async () => {
      for (const path of [
        '/',
        '/docs',
        '/healthz',
        '/metrics',
        '/api/tonscope/access',
        '/api/v2/sendBoc',
        '/x.js',
      ]) {
        await expectRefusal(
          { line: `GET ${path}`, host: 'evil.example' },
          403,
          notServed('evil.example'),
          true,
        )
      }
    })
  })

  describe('pages of other origins', () => {
    const preflight = (origin: string, path = HASH) =>
      send({
        line: `OPTIONS ${path}`,
        headers: [
          `Origin: ${origin}`,
          'Access-Control-Request-Method: POST',
          'Access-Control-Request-Headers: content-type,x-api-key',
        ],
      })

    it('on this machine may ask and send', async () => {
      const origin = 'http://localhost:5173'
      const { answer, goesOn } = await preflight(origin)
      expect([answer.status, answer.body, goesOn]).toEqual([204, '', true])
      expect(headerOf(answer, 'access-control-allow-origin')).toBe(origin)
      expect(headerOf(answer, 'access-control-allow-methods')).toBe('get, post, options')
      expect(headerOf(answer, 'access-control-allow-headers')).toBe('*, authorization')
      expect(headerOf(answer, 'access-control-max-age')).toBe('600')
      expect(headerOf(answer, 'access-control-allow-credentials')).toBeUndefined()
      const asked = await send({ headers: [`Origin: ${origin}`] })
      expect(asked.answer.status).toBe(200)
      expect(headerOf(asked.answer, 'access-control-allow-origin')).toBe(origin)
      expect(headerOf(asked.answer, 'access-control-expose-headers')).toContain('retry-after')
    })

    it.each([
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'file://',
      'http://localhost:5173, x',
    ])('elsewhere (%s) can neither read nor send', async (origin) => {
      for (const { answer } of [await preflight(origin), await send({ headers: [`Origin: ${origin}`] })]) {
        expect(answer.headers).not.toContain('access-control-allow-origin')
        expect(headerOf(answer, 'vary')).toMatch(/^origin/)
      }
      const answer = await expectRefusal(
        {
          line: 'POST /api/v2/detectHash',
          headers: [`Origin: ${origin}`, `Content-Length: ${POSTED.length}`],
          body: POSTED,
        },
        403,
        `pages of ${origin} may not send requests here`,
        true,
      )
      expect(answer.headers).not.toContain('access-control-allow-origin')
    })
  })

  describe('bodies', () => {
    const post = (headers: string[], body: string): Sent => ({
      line: 'POST /api/v2/detectHash',
      headers,
      body,
    })
    const chunk = (text: string) => `${text.length.toString(16)}${CRLF}${text}${CRLF}`
    const CHUNKED = 'Transfer-Encoding: chunked'
    const LAST = `0${CRLF}${CRLF}`

    it('may have a mebibyte, counted or in chunks', async () => {
      const full = POSTED.padEnd(MIB)
      for (const sent of [
        post([`Content-Length: ${MIB}`], full),
        post([CHUNKED], chunk(full.slice(0, 500_000)) + chunk(full.slice(500_000)) + LAST),
      ]) {
        const { answer, goesOn } = await send(sent)
        expect([answer.status, goesOn]).toEqual([200, true])
      }
    })

    it('are refused from a byte more on', async () => {
      const large = POSTED.padEnd(MIB + 1)
      await expectRefusal(post([`Content-Length: ${MIB + 1}`], large), 413, 'too large request', true)
      await expectRefusal(post([CHUNKED], chunk(large) + LAST), 413, 'too large request', true)
    })

    it('that never end are cut off', async () => {
      const sent = post([CHUNKED], `${(1e9).toString(16)}${CRLF}${' '.repeat(2 * MIB)}`)
      await expectRefusal(sent, 413, 'too large request', false)
      // Nor does a client have to send a body that was refused by its length.
      await expectRefusal(post(['Content-Length: 99999999'], ''), 413, 'too large request', false)
    })

    it('are requested with 100-continue only if they will be accepted', async () => {
      const expecting = ['Expect: 100-continue']
      await expectRefusal(
        post([...expecting, 'Content-Length: 99999999'], ''),
        413,
        'too large request',
        false,
      )
      const taken = bytesOf(
        post([...expecting, 'Connection: close', `Content-Length: ${POSTED.length}`], POSTED),
      )
      const { rest, responses } = await exchange(gateway.port, Buffer.from(taken))
      expect([responses.map(({ status }) => status), rest]).toEqual([[100, 200], ''])
      await expectRefusal(
        post(['Expect: the-unexpected', 'Content-Length: 0'], ''),
        417,
        'unsupported expectation',
        false,
      )
    })

    it.each([
      ['Content-Encoding: gzip', 'Content-Length: 2'],
      ['Content-Encoding: br', 'Content-Length: 2'],
      ['Content-Encoding: deflate', 'Content-Length: 2'],
    ])('are not unpacked: %s', async (...headers) => {
      const text = 'encoded request bodies are not supported'
      await expectRefusal(post(headers, '{}'), 415, text, true)
      await expectRefusal({ ...post(headers, '{}'), line: 'POST /api/v2/jsonRPC' }, 415, text, true)
      await expectRefusal({ ...post(headers, '{}'), line: 'POST /api/tonscope/access/add' }, 415, text, true)
    })

    it('come as they are in chunks, not packed', async () => {
      const packed = post(['Transfer-Encoding: gzip, chunked'], chunk('{}') + LAST)
      await expectRefusal(packed, 415, 'encoded request bodies are not supported', true)
    })

    it('of a GET are ignored', async () => {
      const { answer, goesOn } = await send({ headers: ['Content-Length: 3'], body: 'xyz' })
      expect([answer.status, goesOn]).toEqual([200, true])
    })

    it.each([
      ['both lengths', ['Content-Length: 5', CHUNKED], LAST],
      ['both lengths, the other way round', [CHUNKED, 'Content-Length: 5'], LAST],
      ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{}x'],
      ['a length twice', ['Content-Length: 2', 'Content-Length: 2'], '{}'],
      ['a list of lengths', ['Content-Length: 2, 2'], '{}'],
      ['a sign', ['Content-Length: +2'], '{}'],
      ['a minus', ['Content-Length: -2'], '{}'],
      ['a hexadecimal length', ['Content-Length: 0x2'], '{}'],
      ['a length beyond all numbers', ['Content-Length: 99999999999999999999'], '{}'],
      ['an unknown coding', ['Transfer-Encoding: xchunked'], chunk('{}') + LAST],
      ['chunks inside of another coding', ['Transfer-Encoding: chunked, identity'], chunk('{}') + LAST],
      ['no coding', ['Transfer-Encoding: identity'], '{}'],
      ['a space before the colon', ['Transfer-Encoding : chunked'], chunk('{}') + LAST],
      ['a folded header', ['Transfer-Encoding:', ' chunked'], chunk('{}') + LAST],
      ['a zero byte', ['X: a\0b', 'Content-Length: 2'], '{}'],
      ['a bare CR', ['X: a\rContent-Length: 0', 'Content-Length: 2'], '{}'],
      ['a bare LF', ['X: a\nTransfer-Encoding: chunked', 'Content-Length: 2'], '{}'],
    ])('with an ambiguous end close the connection: %s', async (_, headers, body) => {
      await expectRefusal(post(headers, body), 400, MALFORMED, false)
    })

    it.each([
      ['no number', 'zz\r\n{}\r\n'],
      ['a sign', '+2\r\n{}\r\n'],
      ['a prefix', '0x2\r\n{}\r\n'],
      ['beyond all numbers', 'ffffffffffffffffff\r\n{}\r\n'],
      ['more than it says', '1\r\n{}\r\n'],
      ['no end', '2\r\n{}0\r\n'],
      ['bare LFs', '2\n{}\n'],
      ['an extension without end', `2;${'a'.repeat(20_000)}\r\n{}\r\n`],
    ])('with a malformed chunk close the connection: %s', async (_, text) => {
      // The request is refused while it is read, or was answered before the malformed rest was read.
      await expectRefusal(post([CHUNKED], text + LAST), 400, MALFORMED, false)
    })
  })

  describe('floods', () => {
    it('of headers are refused by size and by number', async () => {
      await expectRefusal({ headers: [`X: ${'a'.repeat(66_000)}`] }, 431, TOO_LONG, false)
      await expectRefusal({ headers: Array(3_000).fill(`X: ${'a'.repeat(30)}`) }, 431, TOO_LONG, false)
      await expectRefusal({ headers: Array(20_000).fill('X:') }, 431, TOO_LONG, false)
      await expectRefusal({ headers: [`${'X'.repeat(66_000)}: a`] }, 431, TOO_LONG, false)
      const { answer, goesOn } = await send({ headers: [`X: ${'a'.repeat(60_000)}`] })
      expect([answer.status, goesOn]).toEqual([200, true])
    })

    it('of headers behind a body, too', async () => {
      const trailers = `0${CRLF}X: ${'a'.repeat(66_000)}${CRLF}${CRLF}`
      const sent = {
        line: 'POST /api/v2/detectHash',
        headers: ['Transfer-Encoding: chunked'],
        body: trailers,
      }
      await expectRefusal(sent, 431, TOO_LONG, false)
    })

    it('of URL are refused from 8193 bytes on', async () => {
      const target = (length: number) => `${HASH}&x=`.padEnd(length, 'a')
      expect((await send({ line: `GET ${target(8192)}` })).answer.status).toBe(200)
      await expectRefusal({ line: `GET ${target(8193)}` }, 414, 'URL is longer than 8192 bytes', true)
      await expectRefusal({ line: `POST ${target(20_000)}` }, 414, 'URL is longer than 8192 bytes', true)
      await expectRefusal({ line: `GET ${target(70_000)}` }, 431, TOO_LONG, false)
    })
  })

  describe('methods', () => {
    const unsupported = (method: string) => `unsupported http method: ${method}`
    it.each([
      ['/api/v2/getShards', 'get, post', ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']],
      ['/api/v2/sendBoc', 'post', ['GET', 'PUT', 'OPTIONS', 'TRACE']],
      ['/api/v2/runGetMethod', 'post', ['GET', 'DELETE']],
      ['/api/v2/healthcheck', 'get, head', ['POST', 'TRACE']],
      ['/api/v2/openapi.json', 'get, head', ['POST']],
      ['/api/v2', 'get, head, post', ['PUT', 'DELETE']],
      ['/api/tonscope/status', 'get, head', ['POST', 'DELETE']],
      ['/api/tonscope/liteservers', 'get, head', ['POST', 'DELETE']],
      ['/api/tonscope/access', 'get, head', ['POST', 'PUT']],
      ['/api/tonscope/access/add', 'post', ['GET', 'PUT']],
      ['/api/tonscope/devnet', 'get, head', ['POST', 'DELETE']],
      ['/api/tonscope/devnet/faucet', 'post', ['GET', 'OPTIONS']],
      ['/metrics', 'get, head', ['POST', 'TRACE']],
      ['/healthz', 'get, head', ['POST', 'OPTIONS']],
      ['/docs', 'get, head', ['POST', 'DELETE']],
      ['/docs/docs.js', 'get, head', ['PUT']],
      ['/', 'get, head, post', ['PUT', 'TRACE', 'DELETE']],
      ['/account/x', 'get, head', ['POST']],
    ])('of %s are %s', async (path, allowed, methods) => {
      for (const method of methods) {
        const answer = await expectRefusal({ line: `${method} ${path}` }, 405, unsupported(method), true)
        expect([method, headerOf(answer, 'allow')]).toEqual([method, allowed])
      }
    })

    it('of jsonRPC are refused with its own text', async () => {
      const answer = await expectRefusal(
        { line: 'GET /api/v2/jsonRPC' },
        405,
        'method GET is not supported',
        true,
      )
      expect(headerOf(answer, 'allow')).toBe('post')
    })

    it('HEAD has headers and no body', async () => {
      const head = (path: string) =>
        new Promise((resolve, reject) => {
          let length = 0
          const outgoing = request(
            { host: '127.0.0.1', port: gateway.port, method: 'HEAD', path },
            (response) => {
              response.on('data', (bytes: Buffer) => {
                length += bytes.length
              })
              response.on('end', () => resolve([response.statusCode, response.headers.allow, length]))
            },
          )
          outgoing.on('error', reject).end()
        })
      expect(await head(HASH)).toEqual([405, 'GET, POST', 0])
      const reading = ['/healthz', '/docs', '/metrics', '/api/v2/healthcheck', '/api/tonscope/status']
      for (const path of [...reading, '/api/tonscope/liteservers']) {
        expect([path, await head(path)]).toEqual([path, [200, undefined, 0]])
      }
    })

    it('that HTTP does not know, tunnels and other protocols end the connection', async () => {
      await expectRefusal({ line: 'CONNECT evil.example:443' }, 405, unsupported('CONNECT'), false)
      await expectRefusal({ line: `BREW ${HASH}` }, 400, MALFORMED, false)
      await expectRefusal({ line: `get ${HASH}` }, 400, MALFORMED, false)
      for (const bytes of [
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
        'hello\r\n\r\n',
      ]) {
        const { responses } = await exchange(gateway.port, Buffer.from(bytes, 'latin1'))
        expect(responses.map(({ status }) => status)).toEqual([400])
      }
    })

    it('are not changed by an upgrade that we do not know, nor is the connection', async () => {
      // Java's client requests h2c with its first request, and continues without it.
      const headers = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
      const socket = connect(gateway.port, '127.0.0.1')
      const answered: string[] = []
      for (const sent of [{ headers }, { headers: ['Connection: close'] }]) {
        socket.write(bytesOf(sent))
        const [bytes] = await once(socket, 'data')
        answered.push(String(bytes).slice(0, 15))
      }
      socket.destroy()
      expect(answered).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'])
    })
  })
})

describe('connections', () => {
  const servers: HttpServer[] = []
  const start = async (
    options: Partial<ListenOptions>,
    fetch: (request: Request) => Response | Promise<Response> = () => new Response('hello'),
  ) => {
    const server = await listen(fetch, { host: '127.0.0.1', port: 0, ...options })
    servers.push(server)
    return server
  }
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

  /** Sends bytes, then one byte at a time; resolves with the received bytes when the server closes. */
  function drip(port: number, begin: string, more = ''): Promise<readonly RawResponse[]> {
    return new Promise((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(begin))
      const dripping = setInterval(() => socket.write(more), 50)
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(dripping)
        resolve(parseResponses(answer).responses)
      })
    })
  }
  const HEAD = `POST / HTTP/1.1${CRLF}Host: x${CRLF}`

  it.each([
    ['headers that come slowly', HEAD, 'x'],
    ['headers that do not come', HEAD, ''],
    ['nothing', '', ''],
    ['a line that never ends', 'GET /', 'x'],
    ['a body that comes slowly', `${HEAD}Content-Length: 1000${CRLF}${CRLF}`, 'x'],
    ['a body that does not come', `${HEAD}Content-Length: 1000${CRLF}${CRLF}`, ''],
    ['chunks that come slowly', `${HEAD}Transfer-Encoding: chunked${CRLF}${CRLF}ffff${CRLF}`, 'x'],
  ])('are closed for %s', async (_, begin, more) => {
    const deadlines = { headers: 150, request: 300 }
    const { port } = await start({ deadlines }, () => new Promise<Response>(() => {}))
    const responses = await drip(port, begin, more)
    expect(responses).toEqual([
      {
        status: 408,
        headers: expect.stringContaining('connection: close'),
        body: expect.stringMatching(
          /^{"ok":false,"error":"the request took too long to arrive","code":408,"@extra":"\d+:_:0"}$/,
        ),
      },
    ])
  })

  it('are closed when the client does not take its answer', async () => {
    const ask = `GET / HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`
    const large = 'x'.repeat(64 * MIB)
    let answers = 0
    const { port } = await start(
      { deadlines: { silence: 300 }, maxConnections: 1 },
      () => new Response(answers++ === 0 ? large : 'hello'),
    )
    const socket = connect(port, '127.0.0.1', () => socket.write(ask))
    socket.on('error', () => {})
    socket.pause()
    await once(socket, 'connect')
    // Another one is let in when the first has been cut off.
    let status = 503
    while (status === 503)
      status =
        (await drip(port, `${HEAD}Content-Length: 0${CRLF}Connection: close${CRLF}${CRLF}`))[0]?.status ?? 503
    expect(status).toBe(200)
    let taken = 0
    socket.on('data', (bytes: Buffer) => {
      taken += bytes.length
    })
    socket.resume()
    await once(socket, 'close')
    expect(taken).toBeLessThan(large.length)
  })

  it('beyond the limit are answered 503 and closed; when one closes, another can open', async () => {
    const { port } = await start({ maxConnections: 3 })
    const open = async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }
    const held = [await open(), await open(), await open()]
    const ask = `GET / HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`
    // With and without an earlier request on the connection.
    for (const bytes of ['', ask]) {
      expect(await drip(port, bytes)).toEqual([
        {
          status: 503,
          headers: expect.stringContaining('connection: close'),
          body: expect.stringMatching(
            /^{"ok":false,"error":"too many connections","code":503,"@extra":"\d+:_:0"}$/,
          ),
        },
      ])
    }
    for (const socket of held) {
      socket.write(ask)
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    }
    const [first, ...others] = held
    first?.destroy()
    await vi.waitFor(async () => {
      const { responses } = await exchange(port, Buffer.from(ask))
      expect(responses.map(({ status }) => status)).toEqual([200])
    })
    for (const socket of others) socket.destroy()
  })

  it('in a crowd beyond the limit do not pile up', async () => {
    const { port } = await start({ maxConnections: 3 })
    const sockets = Array.from({ length: 400 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    for (const socket of sockets) socket.resume()
    const closed = sockets.map((socket) => once(socket, 'close'))
    // Three stay; all others are closed by the server, whether they read why or not.
    await vi.waitFor(() => expect(sockets.filter((socket) => !socket.closed)).toHaveLength(3), {
      timeout: 10_000,
    })
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    await vi.waitFor(async () => {
      const { responses } = await exchange(port, Buffer.from(`GET / HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`))
      expect(responses.map(({ status }) => status)).toEqual([200])
    })
  })
})
