import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { FrameDecoder, FrameEncoder } from '../../../../src-main/liteserver/adnl/frames.ts'
import { HANDSHAKE_SIZE, openHandshake } from '../../../../src-main/liteserver/adnl/handshake.ts'
import { randomKeyPair } from '../../../../src-main/liteserver/adnl/keys.ts'
import type { FrameMessage, SentMessage } from '../../../../src-main/liteserver/adnl/messages.ts'
import { framePayload, parseFrameMessage } from '../../../../src-main/liteserver/adnl/messages.ts'

/** One client as a misbehaving server sees it. */
export type RawPeer = {
  readonly socket: Socket
  /** Encrypted and framed as it should be. */
  send(message: SentMessage): void
  /** Sends any payload framed and encrypted. */
  sendPayload(payload: Buffer): void
}

export type RawServerBehaviour = {
  /** After the client's handshake; a well-behaved server sends the empty message. */
  readonly onHandshake: (peer: RawPeer) => void
  readonly onMessage?: (message: FrameMessage, peer: RawPeer) => void
}

/** A server that does only what a test requests, for faults that Tonscope's server does not have. */
export async function serveRaw({ onHandshake, onMessage }: RawServerBehaviour) {
  const key = randomKeyPair()
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (first) => {
      const keys = openHandshake(first.subarray(0, HANDSHAKE_SIZE), key)
      const encoder = new FrameEncoder(keys.send)
      const decoder = new FrameDecoder(keys.receive)
      const sendPieces = (payload: readonly Buffer[]) => {
        for (const piece of encoder.encode(payload)) socket.write(piece)
      }
      const peer: RawPeer = {
        socket,
        send: (message) => sendPieces(framePayload(message)),
        sendPayload: (payload) => sendPieces([payload]),
      }
      const receive = (data: Buffer) =>
        decoder.push(data, (payload) => onMessage?.(parseFrameMessage(payload), peer))
      socket.on('data', receive)
      receive(first.subarray(HANDSHAKE_SIZE))
      onHandshake(peer)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    host: '127.0.0.1',
    port: (listener.address() as AddressInfo).port,
    publicKey: key.publicKey,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
