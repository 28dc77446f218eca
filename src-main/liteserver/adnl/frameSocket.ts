import type { Socket } from 'node:net'
import { FrameDecoder, FrameEncoder } from './frames.ts'
import type { SessionKeys } from './handshake.ts'
import type { FrameMessage, SentMessage } from './messages.ts'
import { framePayload, parseFrameMessage } from './messages.ts'

/** The number of buffered bytes from which on waiting for more saves nothing. */
const FLUSH_BYTES = 0x1_0000

/** Messages over a socket with agreed keys, for client and server. */
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

  /** The number of bytes that `send` accepted and the operating system has not. */
  get unsentBytes(): number {
    return this.#waitingBytes + this.#socket.writableLength
  }

  /** Decodes received bytes. Throws AdnlError for a protocol violation, after which the connection is unusable. */
  receive(data: Buffer, onMessage: (message: FrameMessage) => void): void {
    this.#decoder.push(data, (payload) => onMessage(parseFrameMessage(payload)))
  }

  /**
   * Sends a message at the end of the current turn of the event loop: messages of one turn share a write, the most
   * expensive part of a small message. Data is kept by reference until then.
   */
  send(message: SentMessage): void {
    const payload = framePayload(message)
    if (this.#waiting.length === 0) process.nextTick(() => this.flush())
    this.#waiting.push(payload)
    for (const piece of payload) this.#waitingBytes += piece.length
    if (this.#waitingBytes >= FLUSH_BYTES) this.flush()
  }

  /** Sends all buffered messages now. */
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
