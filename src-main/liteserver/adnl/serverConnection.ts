import type { Socket } from 'node:net'
import { LiteServerError } from '../errors.ts'
import { encodeLiteServerError } from '../tl/function.ts'
import { TlError } from '../tl/tlError.ts'
import { AdnlError } from './adnlError.ts'
import { ClientAuthentication } from './clientAuthentication.ts'
import { FrameSocket } from './frameSocket.ts'
import { MAX_FRAME_BYTES } from './frames.ts'
import { HANDSHAKE_SIZE, openHandshake } from './handshake.ts'
import type { AdnlKeyPair } from './keys.ts'
import { type FrameMessage, nameOf } from './messages.ts'
import type { QueryInfo, ServeOptions, ServerLimits } from './serverOptions.ts'

type WaitingQuery = { readonly queryId: Buffer; readonly query: Buffer }

/** The reference node's `ErrorCode::failure`, for errors whose cause goes to the log only. */
const FAILURE = 601
/** The maximum length of an answer: a frame without nonce, checksum and the head of adnl.message.answer. */
const MAX_ANSWER_BYTES = MAX_FRAME_BYTES - 128

/**
 * One client's connection to the server. Socket events never throw: a protocol violation closes the
 * connection.
 */
export class ServerConnection {
  readonly #socket: Socket
  readonly #key: AdnlKeyPair
  readonly #options: ServeOptions
  readonly #limits: ServerLimits
  readonly #info: QueryInfo
  readonly #gone = new AbortController()
  readonly #authentication = new ClientAuthentication()
  readonly #handshakeTimer: NodeJS.Timeout
  #handshake = Buffer.alloc(0)
  #frames: FrameSocket | undefined
  /** Queries that were received but not started: at most those of one read of the socket. */
  #backlog: WaitingQuery[] = []
  #inFlight = 0
  #slowTimer: NodeJS.Timeout | undefined
  #finishing = false

  constructor(socket: Socket, key: AdnlKeyPair, options: ServeOptions, limits: ServerLimits) {
    this.#socket = socket
    this.#key = key
    this.#options = options
    this.#limits = limits
    this.#info = { remote: `${socket.remoteAddress}:${socket.remotePort}`, signal: this.#gone.signal }
    this.#handshakeTimer = setTimeout(() => {
      this.#refuse(new AdnlError('handshake', `no handshake within ${limits.handshakeMs} ms`))
    }, limits.handshakeMs)
    socket.on('data', (data) => this.#receive(data))
    // A reset by the client is not logged; 'close' follows.
    socket.on('error', () => socket.destroy())
    socket.on('drain', () => this.#drained())
    socket.on('close', () => this.#closed())
  }

  /** Accepts no more queries, answers the running ones and closes, after `graceMs` at the latest. */
  finish(graceMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#socket.destroy(), graceMs)
    this.#socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    this.#finishing = true
    this.#backlog = []
    this.#advance()
    return promise
  }

  #receive(data: Buffer): void {
    if (this.#finishing || this.#socket.destroyed) return
    try {
      const rest = this.#frames ? data : this.#receiveHandshake(data)
      this.#frames?.receive(rest, (message) => this.#take(message))
    } catch (error) {
      this.#refuse(error)
      return
    }
    this.#advance()
  }

  /** Returns the bytes after the handshake, none while it is incomplete. */
  #receiveHandshake(data: Buffer): Buffer {
    const missing = HANDSHAKE_SIZE - this.#handshake.length
    this.#handshake = Buffer.concat([this.#handshake, data.subarray(0, missing)])
    if (this.#handshake.length === HANDSHAKE_SIZE) {
      const keys = openHandshake(this.#handshake, this.#key)
      clearTimeout(this.#handshakeTimer)
      this.#frames = new FrameSocket(this.#socket, keys, this.#limits.frameBytes)
      this.#frames.send({ kind: 'empty' })
    }
    return data.subarray(missing)
  }

  #take(message: FrameMessage): void {
    switch (message.kind) {
      case 'query':
        this.#backlog.push(message)
        break
      case 'ping':
        this.#frames?.send({ kind: 'pong', randomId: message.randomId })
        break
      case 'authentificate':
        this.#frames?.send({
          kind: 'authentificationNonce',
          nonce: this.#authentication.begin(message.nonce),
        })
        break
      case 'authentificationComplete':
        this.#authentication.complete(message.key.key, message.signature)
        break
      case 'answer':
      case 'authentificationNonce':
        throw new AdnlError('unexpected_message', `the client sent ${nameOf(message)}`)
      // A newer client can send unknown messages, and continues without an answer.
      case 'unknown':
      case 'pong':
      case 'empty':
        break
    }
  }

  /** Starts queries within the limits. Resumes reading only with an empty backlog: the rest waits in the client. */
  #advance(): void {
    if (this.#socket.destroyed) return
    while (this.#inFlight < this.#limits.inFlight && this.#slowTimer === undefined) {
      const next = this.#backlog.shift()
      if (!next) break
      this.#inFlight++
      void this.#answer(next)
    }
    if (this.#finishing) {
      if (this.#inFlight > 0) return
      this.#frames?.flush()
      this.#socket.end()
    } else if (this.#backlog.length > 0 || this.#slowTimer !== undefined) this.#socket.pause()
    else this.#socket.resume()
  }

  async #answer({ queryId, query }: WaitingQuery): Promise<void> {
    let answer: Buffer
    try {
      answer = await this.#options.onQuery(query, this.#info)
      if (answer.length > MAX_ANSWER_BYTES) {
        throw new LiteServerError(FAILURE, `the answer has ${answer.length} bytes, a frame takes fewer`)
      }
    } catch (error) {
      answer = this.#failureAnswer(error)
    }
    this.#inFlight--
    if (this.#socket.destroyed) return
    this.#frames?.send({ kind: 'answer', queryId, answer })
    this.#watchReader()
    this.#advance()
  }

  #failureAnswer(error: unknown): Buffer {
    if (error instanceof LiteServerError) return encodeLiteServerError(error)
    // The reference node answers its parser's errors with code 0.
    if (error instanceof TlError) return encodeLiteServerError({ code: 0, message: error.message })
    if (!this.#gone.signal.aborted) this.#options.onError?.(error, this.#info.remote)
    return encodeLiteServerError({ code: FAILURE, message: 'the query failed' })
  }

  /** Limits the memory for a client that does not read its answers: no query starts until it has read. */
  #watchReader(): void {
    if (this.#slowTimer || !this.#frames || this.#frames.unsentBytes <= this.#limits.queuedBytes) return
    // Flushed first, since the socket emits 'drain' only for bytes that it buffers itself.
    this.#frames.flush()
    if (this.#socket.writableLength <= this.#limits.queuedBytes) return
    let sent = this.#sentBytes()
    this.#slowTimer = setInterval(() => {
      if (this.#sentBytes() === sent) {
        const waiting = this.#socket.writableLength
        this.#refuse(new AdnlError('slow_reader', `${waiting} bytes wait for a client that does not read`))
      }
      sent = this.#sentBytes()
    }, this.#limits.slowReaderMs)
  }

  #sentBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  #drained(): void {
    clearInterval(this.#slowTimer)
    this.#slowTimer = undefined
    this.#advance()
  }

  #refuse(error: unknown): void {
    this.#options.onError?.(error, this.#info.remote)
    this.#socket.destroy()
  }

  #closed(): void {
    clearTimeout(this.#handshakeTimer)
    clearInterval(this.#slowTimer)
    this.#backlog = []
    this.#gone.abort(new AdnlError('disconnected', 'the client is gone'))
  }
}
