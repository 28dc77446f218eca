import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { FrameSocket } from '../../../../src-main/liteserver/adnl/frameSocket.ts'
import { MAX_FRAME_BYTES } from '../../../../src-main/liteserver/adnl/frames.ts'
import { HANDSHAKE_SIZE, openHandshake } from '../../../../src-main/liteserver/adnl/handshake.ts'
import { keyPairFromSeed } from '../../../../src-main/liteserver/adnl/keys.ts'
import type { Server } from './lyingServer.ts'

/** One received query, and functions to send any answers, in any order, or none. */
export type WireQuery = {
  readonly queryId: Buffer
  readonly query: Buffer
  /** The same object for all queries of one connection. */
  readonly connection: object
  /** Sends an answer under an id, which can be that of another query. */
  answer(queryId: Buffer, answer: Buffer): void
  /** Writes bytes outside of any frame. */
  write(bytes: Buffer): void
  /** Closes the connection. */
  destroy(): void
}

/** An ADNL server on loopback whose every query `onQuery` answers in its own way. */
export async function serveWire(onQuery: (query: WireQuery) => void): Promise<Server> {
  const key = keyPairFromSeed(Buffer.alloc(32, 2))
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    let frames: FrameSocket | undefined
    let handshake = Buffer.alloc(0)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      let rest = data
      if (!frames) {
        handshake = Buffer.concat([handshake, data])
        if (handshake.length < HANDSHAKE_SIZE) return
        frames = new FrameSocket(
          socket,
          openHandshake(handshake.subarray(0, HANDSHAKE_SIZE), key),
          MAX_FRAME_BYTES,
        )
        frames.send({ kind: 'empty' })
        rest = handshake.subarray(HANDSHAKE_SIZE)
      }
      frames.receive(rest, (message) => {
        if (message.kind === 'ping') frames?.send({ kind: 'pong', randomId: message.randomId })
        if (message.kind !== 'query') return
        onQuery({
          ...message,
          connection: socket,
          answer: (queryId, answer) => {
            if (!socket.destroyed) frames?.send({ kind: 'answer', queryId, answer })
          },
          write: (bytes) => {
            if (!socket.destroyed) socket.write(bytes)
          },
          destroy: () => socket.destroy(),
        })
      })
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    address: {
      host: '127.0.0.1',
      port: (listener.address() as AddressInfo).port,
      publicKey: key.publicKey,
    },
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
