import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FrameDecoder, FrameEncoder } from '../../../../src-main/liteserver/adnl/frames.ts'
import { createHandshake } from '../../../../src-main/liteserver/adnl/handshake.ts'
import {
  type FrameMessage,
  framePayload,
  parseFrameMessage,
  type SentMessage,
} from '../../../../src-main/liteserver/adnl/messages.ts'
import { serveAdnl } from '../../../../src-main/liteserver/adnl/server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Client = {
  readonly socket: Socket
  send(message: SentMessage): void
  sendPayload(payload: Buffer): void
  /** Resolves with the next message of a kind. */
  received<K extends FrameMessage['kind']>(kind: K): Promise<Extract<FrameMessage, { kind: K }>>
}

/** A client that completes the handshake with a server and then sends the messages of a test. */
async function connectedClient(onError?: (error: unknown) => void): Promise<Client> {
  const server = await serveAdnl({
    privateKeySeed: randomBytes(32),
    onQuery: async (data) => data,
    limits: { closeMs: 50 },
    ...(onError && { onError }),
  })
  cleanups.push(() => server.close())
  const socket = connect({ host: '127.0.0.1', port: server.port })
  cleanups.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  const { packet, keys } = createHandshake(server.publicKey)
  const encoder = new FrameEncoder(keys.send)
  const decoder = new FrameDecoder(keys.receive)
  const messages: FrameMessage[] = []
  socket.on('data', (data) => decoder.push(data, (payload) => messages.push(parseFrameMessage(payload))))
  socket.write(packet)
  const sendPieces = (payload: readonly Buffer[]) => {
    for (const piece of encoder.encode(payload)) socket.write(piece)
  }
  return {
    socket,
    send: (message) => sendPieces(framePayload(message)),
    sendPayload: (payload) => sendPieces([payload]),
    received: (kind) =>
      vi.waitUntil(() => messages.find((message) => message.kind === kind)) as Promise<never>,
  }
}

async function answersQueries({ send, received }: Client): Promise<void> {
  send({ kind: 'query', queryId: Buffer.alloc(32, 1), query: Buffer.from('still here') })
  expect((await received('answer')).answer.toString()).toBe('still here')
}

describe('client authentication', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

  async function signed(client: Client, change: (data: Buffer) => Buffer = (data) => data): Promise<void> {
    const ours = randomBytes(32)
    client.send({ kind: 'authentificate', nonce: ours })
    const { nonce } = await client.received('authentificationNonce')
    expect(nonce).toHaveLength(256)
    const signature = sign(null, change(Buffer.concat([ours, nonce])), privateKey)
    client.send({ kind: 'authentificationComplete', key: { kind: 'ed25519', key: rawKey }, signature })
  }

  it('sends a nonce, verifies the signature over both nonces, and answers queries afterwards', async () => {
    const client = await connectedClient()
    await signed(client)
    await answersQueries(client)
  })

  it('answers queries of a client that has started authentication and not signed yet', async () => {
    const client = await connectedClient()
    client.send({ kind: 'authentificate', nonce: randomBytes(32) })
    await client.received('authentificationNonce')
    await answersQueries(client)
  })

  it.each<[string, (client: Client) => Promise<void> | void]>([
    ['a signature over other bytes', (client) => signed(client, (data) => data.subarray(1))],
    [
      'a second beginning',
      (client) => {
        client.send({ kind: 'authentificate', nonce: randomBytes(32) })
        client.send({ kind: 'authentificate', nonce: randomBytes(32) })
      },
    ],
    [
      'a signature without a beginning',
      (client) =>
        client.send({
          kind: 'authentificationComplete',
          key: { kind: 'ed25519', key: rawKey },
          signature: Buffer.alloc(64),
        }),
    ],
    [
      'a beginning after the end',
      async (client) => {
        await signed(client)
        client.send({ kind: 'authentificate', nonce: randomBytes(32) })
      },
    ],
  ])('closes the connection on %s', async (_, misbehave) => {
    const onError = vi.fn()
    const client = await connectedClient(onError)
    const closed = once(client.socket, 'close')
    await misbehave(client)
    await closed
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'authentication' }),
      expect.anything(),
    )
  })
})

describe('a frame outside the scheme', () => {
  it.each([
    ['an unknown constructor', '0102030405'],
    ['less than a constructor id', '0102'],
  ])('is ignored: %s', async (_, hex) => {
    const client = await connectedClient()
    client.sendPayload(Buffer.from(hex, 'hex'))
    await answersQueries(client)
  })
})
