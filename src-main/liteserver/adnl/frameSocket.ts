import type { Socket } from 'node:net'
import { FrameDecoder, FrameEncoder } from './frames.ts'
import type { SessionKeys } from './handshake.ts'
import type { FrameMessage } from './messages.ts'
import { framePayload, parseFrameMessage } from './messages.ts'

/** Messages over a socket whose keys are agreed: what client and server share. */
export class FrameSocket {
  readonly #socket: Socket
  readonly #encoder: FrameEncoder
  readonly #decoder: FrameDecoder

  constructor(socket: Socket, keys: SessionKeys, maxFrameBytes: number) {
    this.#socket = socket
    this.#encoder = new FrameEncoder(keys.send)
    this.#decoder = new FrameDecoder(keys.receive, maxFrameBytes)
  }

  /** Throws AdnlError when the peer breaks the protocol; the connection is then of no more use. */
  receive(data: Buffer, onMessage: (message: FrameMessage) => void): void {
    this.#decoder.push(data, (payload) => onMessage(parseFrameMessage(payload)))
  }

  send(message: FrameMessage): void {
    const pieces = this.#encoder.encode(framePayload(message))
    this.#socket.cork()
    for (const piece of pieces) this.#socket.write(piece)
    this.#socket.uncork()
  }
}
