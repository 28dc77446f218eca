import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { listen } from '../../../src-main/http/server.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import { until } from '../../fixtures/until.ts'
import { endAll, type Serving, serve } from '../cli/process.ts'
import { exchange, parseResponses, type RawResponse } from './rawHttp.ts'

/** What clients send that mean harm or are broken, through a real socket, byte by byte. */

const RUNS = 2_000
const CONCURRENCY = 16
const MIB = 1024 * 1024
/** What a process of this kind swings by from collection to collection. */
const MAX_GROWTH = 96 * MIB

/** Text of `/` in a checkout that was not built. */
const NOT_BUILT = 'The explorer is not built'

const CRLF = '\r\n'
const junk = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const word = fc.stringMatching(/^[A-Za-z0-9_.~-]{1,12}$/)
const printable = fc.stringMatching(/^[ -~]{0,80}$/)
const operation = fc.constantFrom(...Object.keys(v2Operations))

/** Mostly valid values, sometimes invalid ones. */
function mostly<Value>(good: fc.Arbitrary<Value>, bad: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: bad })
}

const value = fc.oneof(
  printable,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '-1',
    '1',
    '800',
    '9'.repeat(30),
    '1e3',
    '0x10',
    '-9223372036854775808',
    'A'.repeat(43),
  ),
)
const parameter = fc.oneof(
  word,
  fc.constantFrom(
    'seqno',
    'address',
    'workchain',
    'shard',
    'lt',
    'hash',
    'limit',
    'count',
    'param',
    '__proto__',
  ),
)
const target = mostly(
  fc
    .tuple(operation, fc.array(fc.tuple(parameter, value), { maxLength: 4 }))
    .map(([name, pairs]) => `/api/v2/${name}?${new URLSearchParams(pairs)}`),
  fc.oneof(
    fc.tuple(operation, printable).map(([name, query]) => `/api/v2/${name}?${query.replaceAll(' ', '+')}`),
    fc.constantFrom(
      '/',
      '*',
      '//',
      '/%',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/../../etc/passwd',
      '/api/v2/..%2f',
      '/\0',
    ),
    fc.constantFrom(
      'http://evil.example/healthz',
      'ftp://x',
      'evil.example:443',
      '/docs/../api',
      '/a/%00.js',
    ),
    junk,
    fc.integer({ min: 8_200, max: 60_000 }).map((length) => `/api/v2/getShards?seqno=${'9'.repeat(length)}`),
  ),
)
const method = mostly(
  fc.constantFrom('GET', 'POST'),
  fc.oneof(
    fc.constantFrom(
      'PUT',
      'DELETE',
      'PATCH',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'CONNECT',
      'PRI',
      'get',
      'G'.repeat(5_000),
    ),
    word,
    junk,
  ),
)
const version = mostly(
  fc.constant('HTTP/1.1'),
  fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'HTTPS/1.1', ''),
)
const header = mostly(
  fc.tuple(word, printable).map(([name, text]) => `X-${name}: ${text}`),
  fc.oneof(
    junk,
    fc.constantFrom(
      'Content-Length: -1',
      'Content-Length: 99999999999999999999',
      'Content-Length: 5',
      'Content-Length: 2000000',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: chunked, identity',
      'Expect: 100-continue',
      'Expect: the-unexpected',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: websocket',
      'Origin: null',
      'Accept-Encoding: gzip;q=0, *;q=NaN',
      'Host: evil.example',
      ' folded: line',
      'If-None-Match: *',
      'Range: bytes=0-18446744073709551615',
      ': no name',
    ),
    fc.integer({ min: 1_000, max: 80_000 }).map((length) => `X-Long: ${'a'.repeat(length)}`),
    fc.integer({ min: 100, max: 3_000 }).map((count) => Array(count).fill('X: 1').join(CRLF)),
  ),
)
const body = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(parameter, fc.oneof(value, fc.jsonValue()), { maxKeys: 4 })
    .map((fields) => JSON.stringify(fields)),
  fc.json(),
  junk,
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '{"seqno": 1e999}',
    '{"__proto__": {"seqno": 1}}',
    '"\\ud800"',
    '\xff\xfe{}',
  ),
  fc.integer({ min: 1_000, max: 50_000 }).map((depth) => '['.repeat(depth)),
  fc.constantFrom(
    '5\r\nhello\r\n0\r\n\r\n',
    'zz\r\n',
    'ffffffffffffffff\r\n',
    '5;ext=1\r\nhel',
    '0\r\nX: x\r\n\r\n',
  ),
)

/** A request that is broken in some place, or in none. */
function requestTo(port: number): fc.Arbitrary<string> {
  const host = mostly(
    fc.constant(`Host: 127.0.0.1:${port}${CRLF}`),
    fc.constantFrom('', `Host: evil.example${CRLF}`, `Host:${CRLF}`, `Host: a b<>${CRLF}`),
  )
  const whole = fc
    .tuple(
      method,
      target,
      version,
      host,
      fc.array(header, { maxLength: 3 }),
      mostly(fc.constant(true), fc.constant(false)),
      body,
    )
    .map(([verb, path, protocol, hostLine, headers, isSized, content]) => {
      const lines = [
        ...headers,
        ...(isSized ? [`Content-Length: ${Buffer.byteLength(content, 'latin1')}`] : []),
      ]
      const head = `${verb} ${path} ${protocol}${CRLF}${hostLine}`
      return `${head}${lines.map((line) => line + CRLF).join('')}Connection: close${CRLF}${CRLF}${content}`
    })
  const cut = fc.tuple(whole, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)))
  const pipelined = fc
    .tuple(fc.array(operation, { minLength: 1, maxLength: 8 }), fc.oneof(junk, whole))
    .map(([names, last]) => {
      const first = names.map(
        (name) => `GET /api/v2/${name} HTTP/1.1${CRLF}Host: 127.0.0.1:${port}${CRLF}${CRLF}`,
      )
      return first.join('') + last
    })
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: pipelined },
    { weight: 1, arbitrary: junk.map((text) => `${text}${CRLF}${CRLF}`) },
  )
}

/** Expects an answer that the contract documents; only refusals of the liteserver have a status of 500 or more. */
function expectContract({ status, body: text }: RawResponse, sent: string): void {
  const about = `${status} ${text.slice(0, 200)} for ${JSON.stringify(sent.slice(0, 300))}`
  if (status < 400 || (status === 503 && text.startsWith(NOT_BUILT))) return
  expect(status < 500 || /"error":"LITE_SERVER_/.test(text), about).toBe(true)
  // HEAD has no body.
  if (text === '') {
    expect(/^HEAD /m.test(sent), about).toBe(true)
    return
  }
  const { jsonrpc, ...envelope } = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))
  if (jsonrpc !== undefined) expect(/^POST \/(api\/v2(\/(jsonRPC\/?)?)?)?[ ?]/m.test(sent), about).toBe(true)
  expect(envelope, about).toEqual({
    ok: false,
    error: expect.any(String),
    code: status,
    '@extra': expect.any(String),
  })
}

/** Returns the resident memory of a process, bytes; undefined if the system does not report it. */
async function residentBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]
  return kib === undefined ? undefined : Number(kib) * 1024
}

describe('hostile requests', () => {
  let folder: string
  let gateway: Serving
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-hostile-'))
    // The memory that indexing the chain takes is not theirs.
    gateway = await serve('--network', 'sample', '--index', 'off', '--port', '0', '--data-dir', folder)
  })
  afterAll(async () => {
    await endAll()
    await rm(folder, { recursive: true, force: true })
  })

  const isWell = async () => {
    const response = await fetch(`${gateway.url}/api/v2/getShards?seqno=30`)
    return response.status === 200
  }

  /**
   * Waits until the process has at most `MAX_GROWTH` more than before. On a busy machine it still holds what closed
   * connections sent, and garbage, for a while; a leak stays.
   */
  async function memoryReturnsTo(before: number | undefined, after: string): Promise<void> {
    if (before === undefined) return
    let growth = 0
    await until(
      () => `the memory is as before the ${after}: it has grown by ${growth} bytes`,
      async () => {
        growth = ((await residentBytes(gateway.pid)) ?? 0) - before
        if (growth < MAX_GROWTH) return true
        // An idle process collects no garbage.
        await isWell()
        return undefined
      },
    )
  }

  /** Sends generated requests, several at a time; the first failure is not shrunk, but shown whole. */
  async function sendAll(samples: readonly string[]): Promise<ReadonlyMap<number, number>> {
    const statuses = new Map<number, number>()
    const queue = samples.values()
    const client = async () => {
      for (const sample of queue) {
        const { responses } = await exchange(gateway.port, Buffer.from(sample, 'latin1'))
        for (const response of responses) {
          expectContract(response, sample)
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, client))
    return statuses
  }

  it(`are answered in the envelope, ${RUNS} of them, and the memory does not grow`, async () => {
    await sendAll(fc.sample(requestTo(gateway.port), { numRuns: 400, seed: 1 }))
    const before = await residentBytes(gateway.pid)
    const statuses = await sendAll(fc.sample(requestTo(gateway.port), { numRuns: RUNS, seed: testSeed() }))
    // The generator reaches every one of these refusals.
    for (const status of [200, 400, 403, 404, 405, 414, 422, 431]) {
      expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(0)
    }
    await memoryReturnsTo(before, 'generated requests')
    expect(await isWell()).toBe(true)
  })

  it('are refused if they are too large, declared or in chunks', async () => {
    const head = `POST /api/v2/getShards HTTP/1.1${CRLF}Host: 127.0.0.1:${gateway.port}${CRLF}`
    const large = ' '.repeat(MIB + 1)
    const sent = [
      `${head}Content-Length: ${large.length}${CRLF}${CRLF}${large}`,
      `${head}Content-Length: 99999999999${CRLF}${CRLF}`,
      `${head}Transfer-Encoding: chunked${CRLF}${CRLF}${large.length.toString(16)}${CRLF}${large}${CRLF}0${CRLF}${CRLF}`,
    ]
    for (const text of sent) {
      const [first] = (await exchange(gateway.port, Buffer.from(text))).responses
      expect(first?.status).toBe(413)
      expect(JSON.parse(first?.body ?? '')).toMatchObject({
        ok: false,
        code: 413,
        error: 'too large request',
      })
    }
    expect(await isWell()).toBe(true)
  })

  it('are answered in order on a connection with pipelined requests', async () => {
    const host = `Host: 127.0.0.1:${gateway.port}${CRLF}`
    const seqnos = Array.from({ length: 60 }, (_, i) => i + 1)
    const ask = (seqno: number) => `GET /api/v2/getShards?seqno=${seqno} HTTP/1.1${CRLF}${host}${CRLF}`
    const last = `GET /healthz HTTP/1.1${CRLF}${host}Connection: close${CRLF}${CRLF}`
    const { responses } = await exchange(gateway.port, Buffer.from(seqnos.map(ask).join('') + last), {
      quietMs: 10_000,
    })
    const expected = seqnos.map(async (seqno) => {
      const response = await fetch(`${gateway.url}/api/v2/getShards?seqno=${seqno}`)
      return ((await response.json()) as { result: unknown }).result
    })
    const answers = responses.slice(0, -1).map(({ body }) => JSON.parse(body).result)
    expect(answers).toEqual(await Promise.all(expected))
    expect(JSON.parse(responses.at(-1)?.body ?? '')).toMatchObject({ status: 'ok' })
  })

  it('do not delay other requests when they arrive slowly', async () => {
    const slow = Array.from({ length: 200 }, () => connect(gateway.port, '127.0.0.1').on('error', () => {}))
    const head = `POST /api/v2/getShards HTTP/1.1${CRLF}Host: 127.0.0.1:${gateway.port}${CRLF}`
    for (const [i, socket] of slow.entries()) {
      // A body and a header that are longer than the test lasts.
      socket.write(i % 2 === 0 ? `${head}Content-Length: 100000${CRLF}${CRLF}{` : `${head}X-Slow:`)
    }
    const dripping = setInterval(() => {
      for (const socket of slow) socket.write(' ')
    }, 10)
    for (let i = 0; i < 20; i++) expect(await isWell()).toBe(true)
    // The other requests were answered while all of these were incomplete.
    expect(slow.filter((socket) => socket.destroyed || socket.bytesRead > 0)).toEqual([])
    clearInterval(dripping)
    for (const socket of slow) socket.destroy()
  })

  /** Opens connections that send as much of `bytes` as the gateway takes, and read nothing. */
  async function flood(connections: number, bytes: string): Promise<void> {
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => {})
      socket.pause()
      socket.write(bytes)
      return socket
    })
    // A client cannot see when the gateway has taken all that it will take, so this is a fixed time.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await isWell()).toBe(true)
    for (const socket of sockets) socket.destroy()
  }

  it('in floods do not grow the memory', async () => {
    const get = (path: string, more = '') =>
      `GET ${path} HTTP/1.1${CRLF}Host: 127.0.0.1:${gateway.port}${CRLF}${more}${CRLF}`
    const post = get('/api/v2/getShards').replace('GET', 'POST').trimEnd()
    const chunk = `100000${CRLF}${' '.repeat(MIB)}${CRLF}`
    const floods: readonly (readonly [what: string, connections: number, bytes: string])[] = [
      ['headers without end', 200, `${get('/').trimEnd()}${CRLF}X: ${'a'.repeat(60_000)}`],
      ['bodies without end', 20, `${post}${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}${chunk.repeat(4)}`],
      ['bodies that stop', 200, `${post}${CRLF}Content-Length: ${MIB}${CRLF}${CRLF}${' '.repeat(MIB / 8)}`],
      ['unread answers', 50, get('/api/v2/openapi.json').repeat(1_000)],
      ['origins that may not ask', 10, get('/healthz', `Origin: ${'evil'.repeat(500)}${CRLF}`).repeat(100)],
    ]
    // The heap has its size after two rounds.
    for (const [, connections, bytes] of [...floods, ...floods]) await flood(connections, bytes)
    const before = await residentBytes(gateway.pid)
    for (const [what, connections, bytes] of floods) {
      await flood(connections, bytes)
      await memoryReturnsTo(before, what)
    }
  })

  // The test's own limit is shorter than the server's default deadlines, 15 s and 60 s.
  it('are refused when they have not arrived by the deadline', { timeout: 10_000 }, async () => {
    const deadlines = { headers: 200, request: 500 }
    const server = await listen(async (request) => new Response(await request.text()), {
      host: '127.0.0.1',
      port: 0,
      deadlines,
    })
    const drip = (start: string) =>
      new Promise<string>((resolve) => {
        let answer = ''
        const socket = connect(server.port, '127.0.0.1', () => socket.write(start))
        const dripping = setInterval(() => socket.write('x'), 50)
        socket.on('data', (chunk) => {
          answer += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => {
          clearInterval(dripping)
          resolve(answer)
        })
      })
    const head = `POST / HTTP/1.1${CRLF}Host: x${CRLF}`
    const late = await Promise.all([drip(head), drip(`${head}Content-Length: 1000${CRLF}${CRLF}`)])
    for (const answer of late) {
      const [response] = parseResponses(answer).responses
      expect(response?.status).toBe(408)
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ ok: false, code: 408 })
    }
    await server.close()
  })
})
