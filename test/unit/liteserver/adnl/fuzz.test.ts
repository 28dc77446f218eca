import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { AdnlError } from '../../../../src-main/liteserver/adnl/adnlError.ts'
import { connectAdnl } from '../../../../src-main/liteserver/adnl/client.ts'
import { FrameDecoder, FrameEncoder } from '../../../../src-main/liteserver/adnl/frames.ts'
import { createHandshake, openHandshake } from '../../../../src-main/liteserver/adnl/handshake.ts'
import { randomKeyPair } from '../../../../src-main/liteserver/adnl/keys.ts'
import type { FrameMessage, SentMessage } from '../../../../src-main/liteserver/adnl/messages.ts'
import { framePayload, parseFrameMessage } from '../../../../src-main/liteserver/adnl/messages.ts'
import { serveAdnl } from '../../../../src-main/liteserver/adnl/server.ts'
import { mutatedBytes } from '../../../fixtures/mutatedBytes.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { serveRaw } from './rawServer.ts'

const random = new SeededRandom('fuzzed messages')

const key = Buffer.alloc(32, 3)
const iv = Buffer.alloc(16, 4)

function encode(messages: readonly SentMessage[]): Buffer {
  const encoder = new FrameEncoder({ key, iv })
  return Buffer.concat(messages.flatMap((message) => encoder.encode(framePayload(message))))
}

const messages: readonly SentMessage[] = [
  { kind: 'empty' },
  { kind: 'ping', randomId: 1n },
  { kind: 'query', queryId: random.bytes(32), query: random.bytes(50) },
  { kind: 'answer', queryId: random.bytes(32), answer: random.bytes(2000) },
  { kind: 'pong', randomId: -1n },
  { kind: 'authentificate', nonce: random.bytes(32) },
  { kind: 'authentificationNonce', nonce: random.bytes(256) },
  {
    kind: 'authentificationComplete',
    key: { kind: 'ed25519', key: random.bytes(32) },
    signature: random.bytes(64),
  },
]

describe('damaged data in memory', () => {
  test('throws AdnlError or returns the sent frames for 6,000 damaged streams in any pieces', () => {
    const stream = encode(messages)
    const sent = messages.map((message) => Buffer.concat(framePayload(message)).toString('hex'))
    const pieceSize = fc.integer({ min: 1, max: 1500 })
    fc.assert(
      fc.property(mutatedBytes([stream]), pieceSize, (data, size) => {
        const decoder = new FrameDecoder({ key, iv }, 10_000)
        const received: string[] = []
        const error = captured(() => {
          for (let at = 0; at < data.length; at += size) {
            decoder.push(data.subarray(at, at + size), (payload) => received.push(payload.toString('hex')))
          }
        })
        expect(error === undefined || error instanceof AdnlError, `threw ${error}`).toBe(true)
        // No damage passes the checksum.
        expect(sent.slice(0, received.length)).toEqual(received)
      }),
      { numRuns: 6000 },
    )
  })

  test('throws AdnlError or returns a message that encodes again for 4,000 damaged messages', () => {
    const payloads = messages.map((message) => Buffer.concat(framePayload(message)))
    fc.assert(
      fc.property(mutatedBytes(payloads), (data) => {
        let message: FrameMessage
        try {
          message = parseFrameMessage(data)
        } catch (error) {
          expect(error instanceof AdnlError, `threw ${error}`).toBe(true)
          return
        }
        if (message.kind === 'unknown') return
        expect(parseFrameMessage(Buffer.concat(framePayload(message)))).toEqual(message)
      }),
      { numRuns: 4000 },
    )
  })

  test('throws AdnlError for 2,000 damaged handshakes', () => {
    const server = randomKeyPair()
    const originals = Array.from({ length: 5 }, () => createHandshake(server.publicKey).packet)
    fc.assert(
      fc.property(mutatedBytes(originals), (data) => {
        fc.pre(!originals.some((original) => original.equals(data)))
        expect(captured(() => openHandshake(data, server))).toBeInstanceOf(AdnlError)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('damaged data over sockets', () => {
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  test('does not affect a valid client beside 200 damaged ones', { timeout: 30_000 }, async () => {
    const breaches: unknown[] = []
    const server = await serveAdnl({
      privateKeySeed: randomBytes(32),
      onQuery: async (data) => data,
      onError: (error) => breaches.push(error),
      limits: { handshakeMs: 5000 },
    })
    closing.push(() => server.close())
    const good = await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey })
    closing.push(() => good.close())

    const clientStream = () => {
      const { packet, keys } = createHandshake(server.publicKey)
      const encoder = new FrameEncoder(keys.send)
      const spoken = messages.filter((message) => message.kind !== 'answer')
      return Buffer.concat([packet, ...spoken.flatMap((message) => encoder.encode(framePayload(message)))])
    }
    await fc.assert(
      fc.asyncProperty(mutatedBytes([clientStream(), clientStream()]), async (data) => {
        const socket = connect({ host: '127.0.0.1', port: server.port })
        socket.on('error', () => {})
        socket.resume()
        socket.end(data)
        await once(socket, 'close')
        expect(await good.query(Buffer.of(1))).toEqual(Buffer.of(1))
      }),
      { numRuns: 200 },
    )
    await vi.waitUntil(() => server.connections === 1)
    expect(breaches.length).toBeGreaterThan(0)
    expect(breaches.filter((error) => !(error instanceof AdnlError))).toEqual([])
  })

  test('rejects with a typed error and closes the client for 200 damaged servers', {
    timeout: 30_000,
  }, async () => {
    // The position of the damage in the server's stream, in bytes, and its content.
    let damage = { at: 0, bytes: Buffer.alloc(0) }
    const server = await serveRaw({
      onHandshake: (peer) => {
        const write = peer.socket.write.bind(peer.socket)
        let sent = 0
        peer.socket.write = (data: Uint8Array) => {
          const changed = Buffer.from(data)
          for (const [i, byte] of damage.bytes.entries()) {
            const at = damage.at + i - sent
            if (at >= 0 && at < changed.length) changed[at] = (changed[at] ?? 0) ^ byte
          }
          sent += changed.length
          return write(changed)
        }
        peer.send({ kind: 'empty' })
      },
      onMessage: (message, peer) => {
        if (message.kind !== 'query') return
        peer.send({ kind: 'answer', queryId: message.queryId, answer: message.query })
        // So that a longer announced length is not waited for.
        peer.socket.end()
      },
    })
    closing.push(() => server.close())

    // 68 bytes confirm the handshake, the answer's frame has 208.
    const at = fc.nat(68 + 208 - 9)
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 8 }).map((some) => some.map((byte) => byte || 1))
    await fc.assert(
      fc.asyncProperty(at, bytes, async (at, bytes) => {
        damage = { at, bytes: Buffer.from(bytes) }
        const outcome = connectAdnl({ ...server, timeoutMs: 200 }).then(async (connection) => {
          try {
            return await connection.query(Buffer.alloc(100, 7), { timeoutMs: 2000 })
          } finally {
            expect(connection.closed).toBe(true)
          }
        })
        const error = await outcome.catch((error: unknown) => error)
        expect((error as Error).name).toMatch(/^Lite(Connection|Timeout)Error$/)
      }),
      { numRuns: 200 },
    )
  })
})

function captured(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}
