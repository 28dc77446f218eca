import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AdnlConnection, ConnectOptions } from '../../../../src-main/liteserver/adnl/client.ts'
import { connectAdnl } from '../../../../src-main/liteserver/adnl/client.ts'
import { randomKeyPair } from '../../../../src-main/liteserver/adnl/keys.ts'
import type { FrameMessage } from '../../../../src-main/liteserver/adnl/messages.ts'
import { serveAdnl } from '../../../../src-main/liteserver/adnl/server.ts'
import { LiteConnectionError, LiteTimeoutError } from '../../../../src-main/liteserver/errors.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import type { RawPeer, RawServerBehaviour } from './rawServer.ts'
import { serveRaw } from './rawServer.ts'

const random = new SeededRandom('queries')

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function connected(options: ConnectOptions): Promise<AdnlConnection> {
  const connection = await connectAdnl(options)
  cleanups.push(() => connection.close())
  return connection
}

async function rawServer(behaviour: Partial<RawServerBehaviour> = {}) {
  const server = await serveRaw({ onHandshake: (peer) => peer.send({ kind: 'empty' }), ...behaviour })
  cleanups.push(() => server.close())
  return server
}

async function echoServer(onQuery = async (data: Buffer) => data) {
  const server = await serveAdnl({ privateKeySeed: randomBytes(32), onQuery })
  cleanups.push(() => server.close())
  return { host: '127.0.0.1', port: server.port, publicKey: server.publicKey }
}

function untilClosed(connection: AdnlConnection): Promise<LiteConnectionError> {
  return new Promise((resolve) => connection.onClose(resolve))
}

describe('AdnlConnection.query', () => {
  test('resolves each of many concurrent queries with its answer', async () => {
    const connection = await connected(await echoServer())
    const queries = Array.from({ length: 200 }, (_, i) => random.bytes(i * 37))
    const answers = await Promise.all(queries.map((data) => connection.query(data)))
    expect(answers).toEqual(queries)
    expect(connection.pending).toBe(0)
  })

  test('accepts answers in any order', async () => {
    const waiting: (() => void)[] = []
    const connection = await connected(
      await echoServer(async (data) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push(resolve)
        if (waiting.length === 3)
          setImmediate(() => {
            for (const answer of waiting.toReversed()) answer()
          })
        await promise
        return data
      }),
    )
    const order: number[] = []
    await Promise.all(
      [1, 2, 3].map(async (number) => {
        await connection.query(Buffer.of(number))
        order.push(number)
      }),
    )
    expect(order).toEqual([3, 2, 1])
  })

  test('returns a large answer completely', async () => {
    const large = random.bytes(5_000_001)
    const connection = await connected(await echoServer(async () => large))
    expect((await connection.query(Buffer.of(1))).equals(large)).toBe(true)
  })

  test('rejects at its deadline without an answer, keeps the connection and drops the late answer', async () => {
    const queries: { queryId: Buffer; peer: RawPeer }[] = []
    const server = await rawServer({
      onMessage: (message, peer) => {
        if (message.kind === 'query') queries.push({ queryId: message.queryId, peer })
      },
    })
    const connection = await connected(server)

    await expect(connection.query(Buffer.from('late'), { timeoutMs: 30 })).rejects.toMatchObject({
      name: 'LiteTimeoutError',
      stage: 'query',
      timeoutMs: 30,
    })
    expect(connection.pending).toBe(0)

    const second = connection.query(Buffer.from('second'))
    await vi.waitUntil(() => queries.length === 2)
    for (const [i, { queryId, peer }] of queries.entries()) {
      peer.send({ kind: 'answer', queryId, answer: Buffer.of(i) })
    }
    expect(await second).toEqual(Buffer.of(1))
  })

  test('can wait without a deadline', async () => {
    const connection = await connected(await echoServer())
    expect(await connection.query(Buffer.of(1), { timeoutMs: Number.POSITIVE_INFINITY })).toEqual(
      Buffer.of(1),
    )
  })

  test("rejects with the signal's reason, and does not send a query that is already aborted", async () => {
    const received: FrameMessage[] = []
    const server = await rawServer({ onMessage: (message) => received.push(message) })
    const connection = await connected(server)
    const controller = new AbortController()
    const reason = new Error('the page was left')

    const running = connection.query(Buffer.of(1), { signal: controller.signal })
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
    await expect(connection.query(Buffer.of(2), { signal: controller.signal })).rejects.toBe(reason)

    await vi.waitUntil(() => received.length > 0)
    expect(received.map((message) => message.kind === 'query' && message.query[0])).toEqual([1])
    expect(connection.closed).toBe(false)
  })

  test('accepts one signal for many queries without a warning', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    cleanups.push(() => process.off('warning', onWarning))
    const connection = await connected(await echoServer())
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 50 }, () => connection.query(Buffer.of(1), { signal })))
    // Node emits warnings in the next tick.
    await turn()
    expect(warnings).toEqual([])
  })

  test('rejects a query beyond the limit of pending queries', async () => {
    const connection = await connected({ ...(await rawServer()), limits: { pending: 2 } })
    const waiting = [connection.query(Buffer.of(1)), connection.query(Buffer.of(2))]
    await expect(connection.query(Buffer.of(3))).rejects.toMatchObject({ code: 'too_many_queries' })
    connection.close()
    await Promise.allSettled(waiting)
  })

  test('rejects queries to a server that does not read instead of queueing without limit', async () => {
    const connection = await connected({ ...(await rawServer()), limits: { queuedBytes: 100_000 } })
    // All in one turn of the loop: the peer reads nothing between, and the system buffers only so much.
    const large = Buffer.alloc(1_000_000)
    const queries = Array.from({ length: 30 }, () => connection.query(large))
    setImmediate(() => connection.close())
    const results = await Promise.allSettled(queries)

    expect(results.at(0)).toMatchObject({ reason: { name: 'LiteConnectionError' } })
    expect(results.at(-1)).toMatchObject({ reason: { code: 'too_many_queries' } })
  })
})

describe('closing a connection', () => {
  test('rejects pending queries once when the server closes, and sends none again', async () => {
    const received: (number | undefined)[] = []
    const server = await rawServer({
      onMessage: (message, peer) => {
        if (message.kind !== 'query') return
        received.push(message.query[0])
        if (received.length === 3) peer.socket.destroy()
        else if (received.length > 3)
          peer.send({ kind: 'answer', queryId: message.queryId, answer: message.query })
      },
    })
    const connection = await connected(server)
    const closed = untilClosed(connection)

    const results = await Promise.allSettled([1, 2, 3].map((n) => connection.query(Buffer.of(n))))

    const reason = await closed
    expect(reason).toBeInstanceOf(LiteConnectionError)
    expect(reason.server).toBe(`127.0.0.1:${server.port}`)
    expect(results).toEqual(Array(3).fill({ status: 'rejected', reason }))
    expect(connection.closed).toBe(true)
    await expect(connection.query(Buffer.of(4))).rejects.toBe(reason)
    // A query that was sent again would arrive before this one.
    await (await connected(server)).query(Buffer.of(5))
    expect(received).toEqual([1, 2, 3, 5])
  })

  test('rejects pending queries when the client closes', async () => {
    const connection = await connected(await rawServer())
    const query = connection.query(Buffer.of(1))
    connection.close()
    await expect(query).rejects.toThrow('the connection was closed')
    connection.close()
  })

  test('calls a late listener, and no removed one', async () => {
    const connection = await connected(await rawServer())
    const taken = vi.fn()
    connection.onClose(taken)()
    connection.close()
    expect(await untilClosed(connection)).toBeInstanceOf(LiteConnectionError)
    expect(taken).not.toHaveBeenCalled()
  })
})

describe('a protocol violation by the server', () => {
  test.each<[string, string, (peer: RawPeer) => void]>([
    ['noise', 'frame_size', (peer) => peer.socket.write(Buffer.alloc(100, 0xff))],
    [
      'a changed bit',
      'checksum',
      (peer) => {
        const write = peer.socket.write.bind(peer.socket)
        peer.socket.write = (data: Uint8Array) => {
          const changed = Buffer.from(data)
          changed[40] = (changed[40] ?? 0) ^ 1
          return write(changed)
        }
        peer.sendPayload(Buffer.alloc(10))
      },
    ],
    ['an unknown message', 'unexpected_message', (peer) => peer.sendPayload(Buffer.from('01020304', 'hex'))],
    ['a cut message', 'unexpected_message', (peer) => peer.sendPayload(Buffer.from('1684ac0f00', 'hex'))],
    ['two bytes', 'unexpected_message', (peer) => peer.sendPayload(Buffer.of(1, 2))],
    [
      'a query',
      'unexpected_message',
      (peer) => peer.send({ kind: 'query', queryId: Buffer.alloc(32), query: Buffer.alloc(1) }),
    ],
    [
      'a frame above the limit',
      'frame_size',
      (peer) => peer.send({ kind: 'answer', queryId: Buffer.alloc(32), answer: Buffer.alloc(2000) }),
    ],
  ])('closes the connection: %s', async (_, code, misbehave) => {
    const server = await rawServer({ onMessage: (_message, peer) => misbehave(peer) })
    const connection = await connected({ ...server, limits: { frameBytes: 1000 } })
    await expect(connection.query(Buffer.of(1))).rejects.toMatchObject({
      name: 'LiteConnectionError',
      cause: { name: 'AdnlError', code },
    })
    expect(connection.closed).toBe(true)
  })
})

describe('pings', () => {
  test('keep an idle connection open: the client sends its own and answers the server’s', async () => {
    const received: FrameMessage[] = []
    const server = await rawServer({
      onHandshake: (peer) => {
        peer.send({ kind: 'empty' })
        peer.send({ kind: 'ping', randomId: 42n })
      },
      onMessage: (message, peer) => {
        received.push(message)
        if (message.kind === 'ping') peer.send({ kind: 'pong', randomId: message.randomId })
      },
    })
    const connection = await connected({ ...server, limits: { pingMs: 10 } })
    await vi.waitUntil(() => received.filter((message) => message.kind === 'ping').length > 6)
    expect(received).toContainEqual({ kind: 'pong', randomId: 42n })
    expect(connection.closed).toBe(false)
  })

  test('close the connection when unanswered for three intervals', async () => {
    const connection = await connected({ ...(await rawServer()), limits: { pingMs: 10 } })
    const reason = await untilClosed(connection)
    expect(reason).toMatchObject({ name: 'LiteConnectionError', cause: { code: 'silence' } })
  })
})

describe('connectAdnl', () => {
  test('rejects if no server listens', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as { port: number }
    listener.close()
    await once(listener, 'close')
    const { publicKey } = randomKeyPair()
    await expect(connectAdnl({ host: '127.0.0.1', port, publicKey })).rejects.toThrow(/ECONNREFUSED/)
  })

  test('rejects if the server has another key', async () => {
    const server = await echoServer()
    const { publicKey } = randomKeyPair()
    await expect(connectAdnl({ ...server, publicKey })).rejects.toBeInstanceOf(LiteConnectionError)
  })

  test('rejects if the server sends nothing', async () => {
    const server = await rawServer({ onHandshake: () => {} })
    const connecting = connectAdnl({ ...server, timeoutMs: 50 })
    await expect(connecting).rejects.toBeInstanceOf(LiteTimeoutError)
    await expect(connecting).rejects.toMatchObject({ stage: 'handshake', timeoutMs: 50 })
  })

  test('rejects if the first frame is not empty', async () => {
    const server = await rawServer({ onHandshake: (peer) => peer.send({ kind: 'pong', randomId: 1n }) })
    await expect(connectAdnl(server)).rejects.toMatchObject({ cause: { code: 'handshake' } })
  })

  test('rejects if the caller aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const server = await rawServer({ onHandshake: () => controller.abort(reason) })
    const connecting = connectAdnl({ ...server, signal: controller.signal })
    await expect(connecting).rejects.toBe(reason)
    await expect(connectAdnl({ ...server, signal: controller.signal })).rejects.toBe(reason)
  })

  test('rejects a key of low order', async () => {
    const server = await echoServer()
    const publicKey = Buffer.from('01'.padEnd(64, '0'), 'hex')
    await expect(connectAdnl({ ...server, publicKey })).rejects.toMatchObject({ code: 'handshake' })
  })

  test('sends queries before the confirmation if it is asked to', async () => {
    const behaviour: Partial<RawServerBehaviour> = {
      onHandshake: () => {},
      onMessage: (message, peer) => {
        if (message.kind !== 'query') return
        peer.send({ kind: 'empty' })
        peer.send({ kind: 'answer', queryId: message.queryId, answer: message.query })
      },
    }
    const connection = await connected({ ...(await rawServer(behaviour)), isEager: true })
    expect(connection.isConfirmed).toBe(false)
    await expect(connection.query(Buffer.from('early'))).resolves.toEqual(Buffer.from('early'))
    expect(connection.isConfirmed).toBe(true)
  })

  test('ends the early queries if the server does not confirm the handshake', async () => {
    const server = await rawServer({ onHandshake: () => {} })
    const connection = await connected({ ...server, isEager: true, timeoutMs: 50 })
    await expect(connection.query(Buffer.from('early'))).rejects.toBeInstanceOf(LiteConnectionError)
    expect(connection.closed).toBe(true)
  })
})
