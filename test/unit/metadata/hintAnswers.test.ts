import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHintServer } from '../../../src-main/metadata/hintServer.ts'

type Reply = (response: ServerResponse) => void

const HASH = Buffer.alloc(32, 7)
const ACCOUNT = `0:${'AB'.repeat(32)}`
const { signal } = new AbortController()
/** Time limit of a question, ms; the idle limit is shorter than the test's own server needs to end a reply. */
const TOTAL_MS = 400
const GOOD = JSON.stringify({
  transactions: [{ account: ACCOUNT, lt: '5' }],
  jetton_wallets: [{ address: ACCOUNT }],
})
const BOMB = gzipSync(Buffer.alloc(64 << 20, 0x20))
const withStatus = (status: number, body = ''): Reply => {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** Replies that are not an answer of the API, and the count that each adds to. */
const FAULTS: readonly (readonly [name: string, reply: Reply, count: string])[] = [
  ['no answer', () => {}, 'failed'],
  ['headers without a body', (response) => void response.writeHead(200).flushHeaders(), 'failed'],
  ['a body that does not end', (response) => void response.write('{"transactions":['), 'failed'],
  ['a closed connection', (response) => void response.destroy(), 'failed'],
  [
    'half of its content',
    (response) => {
      response
        .writeHead(200, { 'content-length': GOOD.length })
        .write(GOOD.slice(0, 9), () => response.destroy())
    },
    'failed',
  ],
  ['JSON that was cut off', withStatus(200, GOOD.slice(0, -9)), 'failed'],
  ['nothing', withStatus(200), 'failed'],
  [
    'a page',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>')
    },
    'failed',
  ],
  [
    'the error envelope of v2',
    withStatus(200, '{"ok":false,"error":"LITE_SERVER_NOTREADY","code":500}'),
    'failed',
  ],
  ['the error of v3 with status 200', withStatus(200, '{"error":"internal","code":500}'), 'failed'],
  ['lists of another form', withStatus(200, '{"transactions":{},"jetton_wallets":7}'), 'failed'],
  ['more than is read', withStatus(200, ' '.repeat(5 << 20)), 'failed'],
  [
    'a gzip bomb',
    (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
    'failed',
  ],
  [
    'an encoding that was not requested',
    (response) => {
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(GOOD)
    },
    'failed',
  ],
  [
    'broken gzip',
    (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(GOOD),
    'failed',
  ],
  ['status 500', withStatus(500, GOOD), 'refused'],
  ['status 401', withStatus(401, '{"error":"a key is needed"}'), 'refused'],
  ['status 429', withStatus(429, GOOD), 'limited'],
]

describe('a hint server', () => {
  let url: string
  let reply: Reply
  let requests: number
  let strangers: number
  const server = createServer((_request, response) => {
    requests++
    reply(response)
  })
  const stranger = createServer((_request, response) => {
    strangers++
    response.end(GOOD)
  })
  beforeAll(async () => {
    for (const one of [server, stranger]) {
      one.listen(0, '127.0.0.1')
      await once(one, 'listening')
    }
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
  })
  beforeEach(() => {
    requests = 0
    strangers = 0
  })
  afterAll(() => {
    for (const one of [server, stranger]) {
      one.closeAllConnections()
      one.close()
    }
  })

  const open = (now: () => number) =>
    openHintServer({
      url,
      now,
      pace: { intervalMs: 0, pauseMs: 1_000 },
      fetch: { limits: { totalMs: TOTAL_MS } },
    })

  it.each(FAULTS)(
    'that answers with %s names nothing, and is left alone for a while',
    async (_name, fault, count) => {
      for (const ask of ['place', 'contracts'] as const) {
        requests = 0
        reply = fault
        let now = 1_000_000
        const hints = open(() => now)
        const found = () =>
          ask === 'place'
            ? hints.placesOf('transaction', HASH, signal)
            : hints.contractsOf('walletsOfOwner', ACCOUNT, signal)
        const nothing = ask === 'place' ? [] : undefined
        expect(await found()).toEqual(nothing)
        now += 999
        expect(await found()).toEqual(nothing)
        expect(requests).toBe(1)
        const counts = { answered: 0, refused: 0, limited: 0, failed: 0, held: 0, backedOff: 1, [count]: 1 }
        expect(hints.status()).toMatchObject(counts)
        reply = withStatus(200, GOOD)
        now += 1
        expect(await found()).toHaveLength(1)
        await hints.close()
      }
    },
  )

  it.each([301, 302, 303, 307, 308])(
    'that redirects with status %i leads to no other host',
    async (status) => {
      const location = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/api/v3`
      reply = (response) => void response.writeHead(status, { location }).end()
      const hints = open(() => 0)
      expect(await hints.placesOf('transaction', HASH, signal)).toEqual([])
      expect([requests, strangers, hints.status().failed]).toEqual([1, 0, 1])
      await hints.close()
    },
  )

  it('is understood with any content type of its JSON', async () => {
    reply = (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(GOOD)
    const hints = open(() => 0)
    expect(await hints.placesOf('transaction', HASH, signal)).toEqual([{ account: ACCOUNT, lt: 5n }])
    await hints.close()
  })

  it('that limits its rate is left alone as long as it says, up to five minutes', async () => {
    let now = 1_000_000
    const hints = open(() => now)
    const ask = async (later: number) => {
      now += later
      await hints.placesOf('transaction', HASH, signal)
      return requests
    }
    const limiting = (wait: string): Reply => {
      return (response) => void response.writeHead(429, { 'retry-after': wait }).end()
    }
    reply = limiting('90')
    expect([await ask(0), await ask(89_999), await ask(1)]).toEqual([1, 1, 2])
    reply = limiting('999999999')
    expect([await ask(90_000), await ask(299_999), await ask(1)]).toEqual([3, 3, 4])
    // A shorter wait than the pause of so many failures does not count.
    reply = limiting('0')
    expect([await ask(300_000), await ask(15_999), await ask(1)]).toEqual([5, 5, 6])
    expect(hints.status()).toMatchObject({ limited: 6, backedOff: 3 })
    await hints.close()
  })

  it('that is forbidden during its answer is no longer read', async () => {
    const left = new Promise<void>((resolve) => {
      reply = (response) => {
        response.on('close', resolve)
        response.write('{"transactions":[')
        void hints.close()
      }
    })
    const hints = open(() => 0)
    expect(await hints.placesOf('transaction', HASH, signal)).toEqual([])
    await left
    expect(await hints.placesOf('transaction', HASH, signal)).toEqual([])
    expect(requests).toBe(1)
  })
})
