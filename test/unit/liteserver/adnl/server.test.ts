import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectAdnl } from '../../../../src-main/liteserver/adnl/client.ts'
import { FrameEncoder } from '../../../../src-main/liteserver/adnl/frames.ts'
import { createHandshake } from '../../../../src-main/liteserver/adnl/handshake.ts'
import { keyPairFromSeed } from '../../../../src-main/liteserver/adnl/keys.ts'
import { framePayload } from '../../../../src-main/liteserver/adnl/messages.ts'
import type { AdnlServer } from '../../../../src-main/liteserver/adnl/server.ts'
import { serveAdnl } from '../../../../src-main/liteserver/adnl/server.ts'
import type { QueryInfo, ServeOptions } from '../../../../src-main/liteserver/adnl/serverOptions.ts'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import { decodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'

const random = new SeededRandom('answers')

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function serve(options: Partial<ServeOptions> = {}): Promise<AdnlServer> {
  const server = await serveAdnl({
    privateKeySeed: randomBytes(32),
    onQuery: async (data) => data,
    ...options,
    limits: { closeMs: 50, ...options.limits },
  })
  cleanups.push(() => server.close())
  return server
}

async function client(server: AdnlServer) {
  const connection = await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey })
  cleanups.push(() => connection.close())
  return connection
}

/** A socket to the server that speaks only as a test makes it. */
async function rawClient(server: AdnlServer) {
  const socket = connect({ host: '127.0.0.1', port: server.port })
  cleanups.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'connect')
  const { packet, keys } = createHandshake(server.publicKey)
  return { socket, handshake: packet, encoder: new FrameEncoder(keys.send) }
}

describe('serveAdnl', () => {
  test('listens on loopback with the key of its seed', async () => {
    const seed = randomBytes(32)
    const server = await serve({ privateKeySeed: seed })
    expect(server.publicKey).toEqual(keyPairFromSeed(seed).publicKey)
    expect(server.port).toBeGreaterThan(0)
  })

  test('rejects if the port is in use', async () => {
    const { port } = await serve()
    await expect(serve({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('serves several clients, each with its own stream', async () => {
    const server = await serve()
    const clients = await Promise.all(Array.from({ length: 5 }, () => client(server)))
    expect(server.connections).toBe(5)
    const answers = await Promise.all(clients.map((connection, i) => connection.query(Buffer.of(i))))
    expect(answers).toEqual([0, 1, 2, 3, 4].map((i) => Buffer.of(i)))
  })

  test('accepts handshake and queries byte by byte', async () => {
    const queries: string[] = []
    const server = await serve({
      onQuery: async (data) => {
        queries.push(data.toString())
        return data
      },
    })
    const { socket, handshake, encoder } = await rawClient(server)
    socket.setNoDelay(true)
    const query = framePayload({ kind: 'query', queryId: Buffer.alloc(32), query: Buffer.from('slowly') })
    for (const byte of Buffer.concat([handshake, ...encoder.encode(query)])) socket.write(Buffer.of(byte))
    await vi.waitUntil(() => queries.length === 1)
    expect(queries).toEqual(['slowly'])
  })
})

describe('errors of onQuery', () => {
  async function errorAnswer(onQuery: ServeOptions['onQuery'], onError?: ServeOptions['onError']) {
    const connection = await client(await serve({ onQuery, ...(onError && { onError }) }))
    return decodeLiteServerError(await connection.query(Buffer.from('04030201', 'hex')))
  }

  test('sends a LiteServerError to the client unchanged', async () => {
    const error = await errorAnswer(async () => {
      throw new LiteServerError(651, 'block handle not in db')
    })
    expect(error).toEqual(new LiteServerError(651, 'block handle not in db'))
  })

  test('answers a query outside the scheme with the reference server’s text', async () => {
    const error = await errorAnswer(async (data) => decodeLiteQuery(data).fn.encodeResponse({} as never))
    expect(error).toEqual(new LiteServerError(0, 'Unknown constructor found 0x01020304 at 4'))
  })

  test('reports any other error to the log and not to the client', async () => {
    const onError = vi.fn()
    const failure = new Error('/secret/path is broken')
    const error = await errorAnswer(async () => {
      throw failure
    }, onError)
    expect(error).toEqual(new LiteServerError(601, 'the query failed'))
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure, expect.stringMatching(/^127\.0\.0\.1:\d+$/))
  })
})

describe('limits', () => {
  test('closes connections beyond the limit', async () => {
    const server = await serve({ limits: { connections: 2 } })
    await client(server)
    const second = await client(server)
    await expect(client(server)).rejects.toMatchObject({ name: 'LiteConnectionError' })
    second.close()
    await vi.waitUntil(() => server.connections === 1)
    await client(server)
  })

  test('delays queries beyond the limit and answers all of them', async () => {
    let running = 0
    let most = 0
    const server = await serve({
      limits: { inFlight: 4 },
      onQuery: async (data) => {
        most = Math.max(most, ++running)
        await turn()
        running--
        return data
      },
    })
    const connection = await client(server)
    const queries = Array.from({ length: 60 }, (_, i) => Buffer.alloc(5000, i))
    const answers = await Promise.all(queries.map((query) => connection.query(query)))
    expect(answers).toEqual(queries)
    expect(most).toBe(4)
  })

  test('closes the connection for a frame above the limit', async () => {
    const onError = vi.fn()
    const server = await serve({ limits: { frameBytes: 1000 }, onError })
    const connection = await client(server)
    await connection.query(Buffer.alloc(800))
    await expect(connection.query(Buffer.alloc(1000))).rejects.toMatchObject({ name: 'LiteConnectionError' })
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'frame_size' }), expect.anything())
  })

  test('closes a connection without a handshake in time', async () => {
    const server = await serve({ limits: { handshakeMs: 30 } })
    const { socket, handshake } = await rawClient(server)
    // However the system closes it.
    socket.on('error', () => {})
    socket.write(handshake.subarray(0, 255))
    await new Promise((resolve) => socket.once('close', resolve))
  })

  test('closes a client that sends queries and does not read', async () => {
    let begun = 0
    const refused = Promise.withResolvers<unknown>()
    const answer = random.bytes(1_000_000)
    const server = await serve({
      limits: { queuedBytes: 2_000_000, slowReaderMs: 100, inFlight: 2 },
      onError: refused.resolve,
      onQuery: async () => {
        begun++
        return answer
      },
    })
    const { socket, handshake, encoder } = await rawClient(server)
    socket.pause()
    socket.write(handshake)
    for (let i = 0; i < 200; i++) {
      const query = framePayload({ kind: 'query', queryId: randomBytes(32), query: Buffer.of(1) })
      for (const piece of encoder.encode(query)) socket.write(piece)
    }
    expect(await refused.promise).toMatchObject({ code: 'slow_reader' })
    await vi.waitUntil(() => server.connections === 0)
    // The contents of the system's socket buffers and the limit, less than the 200 requested.
    expect(begun).toBeLessThan(100)
  })

  test('answers with an error instead of a too long answer and keeps the connection', async () => {
    const server = await serve({ onQuery: async (data) => Buffer.alloc(data.readUInt32LE(0)) })
    const connection = await client(server)
    const ask = (length: number) => {
      const query = Buffer.alloc(4)
      query.writeUInt32LE(length)
      return connection.query(query)
    }
    expect(decodeLiteServerError(await ask(0x100_0000))).toMatchObject({ code: 601 })
    expect((await ask(0x100_0000 - 128)).length).toBe(0x100_0000 - 128)
  })

  test('delivers everything to a client that reads late', async () => {
    const answer = random.bytes(1_000_000)
    const server = await serve({ limits: { queuedBytes: 2_000_000 }, onQuery: async () => answer })
    const connection = await client(server)
    const answers = await Promise.all(Array.from({ length: 30 }, () => connection.query(Buffer.of(1))))
    expect(answers.every((got) => got.equals(answer))).toBe(true)
  })
})

describe('a disconnected client', () => {
  test('aborts its running queries', async () => {
    const started = Promise.withResolvers<QueryInfo>()
    const onError = vi.fn()
    const server = await serve({
      onError,
      onQuery: (_, info) => {
        started.resolve(info)
        return new Promise((_resolve, reject) => {
          info.signal.addEventListener('abort', () => reject(info.signal.reason))
        })
      },
    })
    const connection = await client(server)
    const query = connection.query(Buffer.of(1))
    const { signal } = await started.promise
    connection.close()
    await expect(query).rejects.toThrow()
    await vi.waitUntil(() => signal.aborted)
    await vi.waitUntil(() => server.connections === 0)
    expect(onError).not.toHaveBeenCalled()
  })

  test('does not affect other clients after a protocol violation', async () => {
    const server = await serve()
    const good = await client(server)
    const { socket, handshake } = await rawClient(server)
    socket.write(handshake)
    socket.write(Buffer.alloc(1000, 7))
    await once(socket, 'close')
    expect(await good.query(Buffer.of(5))).toEqual(Buffer.of(5))
  })
})

describe('close', () => {
  test('completes running queries and starts no others', async () => {
    let begun = 0
    const release = Promise.withResolvers<void>()
    const server = await serve({
      // The server's close does not cut the running query off: that is released right after.
      limits: { inFlight: 1, closeMs: 60_000 },
      onQuery: async (data) => {
        begun++
        await release.promise
        return data
      },
    })
    const connection = await client(server)
    const first = connection.query(Buffer.of(1))
    const second = connection.query(Buffer.of(2))
    await vi.waitUntil(() => begun === 1)

    const closing = server.close()
    release.resolve()
    const [, firstResult, secondResult] = await Promise.allSettled([closing, first, second])

    expect(firstResult).toEqual({ status: 'fulfilled', value: Buffer.of(1) })
    expect(secondResult.status).toBe('rejected')
    expect(begun).toBe(1)
    await expect(client(server)).rejects.toThrow()
  })

  test('ends after the grace period', async () => {
    const server = await serve({ onQuery: () => new Promise(() => {}), limits: { closeMs: 20 } })
    const connection = await client(server)
    const query = connection.query(Buffer.of(1))
    await Promise.all([expect(query).rejects.toThrow(), server.close()])
    expect(server.connections).toBe(0)
  })
})
