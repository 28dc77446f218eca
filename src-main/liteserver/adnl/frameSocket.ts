import type { Socket } from 'node:net'
import { FrameDecoder, FrameEncoder } from './frames.ts'
import type { SessionKeys } from './handshake.ts'
import type { FrameMessage, SentMessage } from './messages.ts'
import { framePayload, parseFrameMessage } from './messages.ts'

/** From this many waiting bytes on, nothing is gained by waiting for more. */
const FLUSH_BYTES = 0x1_0000

/** Messages over a socket whose keys are agreed: what client and server share. */
export class FrameSocket {
  readonly #socket: Socket
  readonly #encoder: FrameEncoder
  readonly #decoder: FrameDecoder
  #waiting: (readonly Buffer[])[] = []
  #waitingBytes = 0

  constructor(socket: Socket, keys: SessionKeys, maxFrameBytes: number) {
    this.#socket = socket
    this.#encoder = new FrameEncoder(keys.send)
    this.#decoder = new FrameDecoder(keys.receive, maxFrameBytes)
  }

  /** Bytes that were given to `send` and that the system has not taken yet. */
  get unsentBytes(): number {
    return this.#waitingBytes + this.#socket.writableLength
  }

  /** Throws AdnlError when the peer breaks the protocol; the connection is then of no more use. */
  receive(data: Buffer, onMessage: (message: FrameMessage) => void): void {
    this.#decoder.push(data, (payload) => onMessage(parseFrameMessage(payload)))
  }

  /**
   * Sends a message at the end of this turn: those of one turn leave in one write, which costs more than all else about
   * a small one. Data are kept by reference until then.
   */
  send(message: SentMessage): void {
    const payload = framePayload(message)
    if (this.#waiting.length === 0) process.nextTick(() => this.flush())
    this.#waiting.push(payload)
    for (const piece of payload) this.#waitingBytes += piece.length
    if (this.#waitingBytes >= FLUSH_BYTES) this.flush()
  }

  /** Sends at once what waits for the end of the turn. */
  flush(): void {
    const payloads = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    if (payloads.length === 0 || this.#socket.destroyed) return
    const pieces = this.#encoder.encodeAll(payloads)
    const [only] = pieces
    if (only && pieces.length === 1) {
      this.#socket.write(only)
      return
    }
    this.#socket.cork()
    for (const piece of pieces) this.#socket.write(piece)
    this.#socket.uncork()
  }
}
