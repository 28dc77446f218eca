import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { LiteConnectionError, LiteTimeoutError } from '../errors.ts'
import { AdnlError } from './adnlError.ts'
import { FrameSocket } from './frameSocket.ts'
import { MAX_FRAME_BYTES } from './frames.ts'
import type { SessionKeys } from './handshake.ts'
import { createHandshake } from './handshake.ts'
import { type FrameMessage, nameOf } from './messages.ts'
import { takeRandom } from './randomStock.ts'

export type AdnlConnection = {
  /** `host:port`. */
  readonly server: string
  readonly closed: boolean
  /** Queries that wait for an answer. */
  readonly pending: number
  /**
   * The answer to `data`, as a view of the frame that brought it. Rejects with LiteTimeoutError, with the
   * signal's reason, with LiteConnectionError when the connection closes first, with AdnlError
   * `too_many_queries` beyond the limits. A query is sent once.
   */
  query(data: Buffer, options?: QueryOptions): Promise<Buffer>
  /** Waiting queries reject with LiteConnectionError. */
  close(): void
  /** Calls once, after the waiting queries were rejected; returns the undoing. */
  onClose(listener: (reason: LiteConnectionError) => void): () => void
}

export type QueryOptions = {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds, 10,000 unless told. */
  readonly timeoutMs?: number | undefined
}

export type ConnectOptions = {
  readonly host: string
  readonly port: number
  /** The server's Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array
  readonly signal?: AbortSignal | undefined
  /** For TCP and handshake together, milliseconds; 5,000 unless told. */
  readonly timeoutMs?: number | undefined
  readonly limits?: Partial<ClientLimits> | undefined
}

export type ClientLimits = {
  /** The longest frame that is accepted from the server. */
  readonly frameBytes: number
  /** Queries that may wait at once. */
  readonly pending: number
  /** Bytes that may wait to be sent before queries are refused. */
  readonly queuedBytes: number
  /** A ping is sent this often; after three intervals without a byte from the server it counts as gone. */
  readonly pingMs: number
}

const DEFAULT_LIMITS: ClientLimits = {
  frameBytes: MAX_FRAME_BYTES,
  pending: 1024,
  queuedBytes: 0x80_0000,
  pingMs: 5_000,
}
const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 10_000
const SILENT_INTERVALS = 3
/** Node's timers take no longer delay; a longer one would fire at once. */
const LONGEST_DELAY_MS = 0x7fff_ffff

/**
 * Opens an ADNL connection over TCP: resolves after the server confirmed the handshake. Rejects with
 * LiteConnectionError, LiteTimeoutError (`connect` or `handshake`), AdnlError `handshake` for an unusable key,
 * or the signal's reason.
 */
export async function connectAdnl(options: ConnectOptions): Promise<AdnlConnection> {
  options.signal?.throwIfAborted()
  const { packet, keys } = createHandshake(options.publicKey)
  const socket = connect({ host: options.host, port: options.port, noDelay: true })
  const server = `${options.host}:${options.port}`
  const connection = new ClientConnection(socket, server, keys, { ...DEFAULT_LIMITS, ...options.limits })
  await connection.open(packet, options.timeoutMs ?? CONNECT_TIMEOUT_MS, options.signal)
  return connection
}

type Waiting = { resolve(answer: Buffer): void; reject(reason: unknown): void }

class ClientConnection implements AdnlConnection {
  readonly server: string
  readonly #socket: Socket
  readonly #frames: FrameSocket
  readonly #limits: ClientLimits
  readonly #waiting = new Map<string, Waiting>()
  readonly #closeListeners = new Set<(reason: LiteConnectionError) => void>()
  #opening: { confirmed(): void; failed(reason: unknown): void } | undefined
  #closedBy: LiteConnectionError | undefined
  #pingTimer: NodeJS.Timeout | undefined
  #silentIntervals = 0

  constructor(socket: Socket, server: string, keys: SessionKeys, limits: ClientLimits) {
    this.server = server
    this.#socket = socket
    this.#limits = limits
    this.#frames = new FrameSocket(socket, keys, limits.frameBytes)
    socket.on('data', (data) => this.#receive(data))
    // The error of several failed addresses (localhost) has a code and no message.
    socket.on('error', (error: NodeJS.ErrnoException) => this.#shut(error.message || `${error.code}`, error))
    socket.on('close', () => this.#shut('the server closed the connection'))
  }

  get closed(): boolean {
    return this.#closedBy !== undefined
  }

  get pending(): number {
    return this.#waiting.size
  }

  /** Sends the handshake and waits for the empty frame that confirms it. */
  async open(handshake: Buffer, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    // Before the connection is there, the socket keeps it.
    this.#socket.write(handshake)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#opening = { confirmed: resolve, failed: reject }
    const timer = setTimeout(() => {
      reject(new LiteTimeoutError(this.#socket.connecting ? 'connect' : 'handshake', timeoutMs))
    }, timeoutMs)
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    try {
      await promise
    } catch (error) {
      this.#shut('the connection could not be opened', error)
      throw error
    } finally {
      this.#opening = undefined
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    if (this.#closedBy) throw this.#closedBy
    this.#pingTimer = setInterval(() => this.#ping(), this.#limits.pingMs).unref()
  }

  async query(data: Buffer, options: QueryOptions = {}): Promise<Buffer> {
    const { signal, timeoutMs = QUERY_TIMEOUT_MS } = options
    signal?.throwIfAborted()
    if (this.#closedBy) throw this.#closedBy
    if (this.#waiting.size >= this.#limits.pending) {
      throw new AdnlError('too_many_queries', `${this.#waiting.size} queries wait for ${this.server}`)
    }
    if (this.#frames.unsentBytes > this.#limits.queuedBytes) {
      throw new AdnlError('too_many_queries', `${this.server} does not read what it is sent`)
    }

    const queryId = takeRandom(32)
    const key = queryId.toString('latin1')
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.#waiting.set(key, { resolve, reject })
    const timer = setTimeout(
      () => reject(new LiteTimeoutError('query', timeoutMs)),
      Math.min(timeoutMs, LONGEST_DELAY_MS),
    )
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    try {
      this.#frames.send({ kind: 'query', queryId, query: data })
      return await promise
    } finally {
      this.#waiting.delete(key)
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  close(): void {
    this.#shut('the connection was closed')
  }

  onClose(listener: (reason: LiteConnectionError) => void): () => void {
    const reason = this.#closedBy
    if (reason) queueMicrotask(() => listener(reason))
    else this.#closeListeners.add(listener)
    return () => this.#closeListeners.delete(listener)
  }

  /** Never throws: whatever the server sends wrongly ends the connection. */
  #receive(data: Buffer): void {
    if (this.#closedBy) return
    this.#silentIntervals = 0
    try {
      this.#frames.receive(data, (message) => this.#take(message))
    } catch (error) {
      this.#shut(error instanceof AdnlError ? error.message : 'a frame could not be read', error)
    }
  }

  #take(message: FrameMessage): void {
    if (this.#opening) {
      if (message.kind !== 'empty') throw new AdnlError('handshake', 'the first frame is not empty')
      this.#opening.confirmed()
      this.#opening = undefined
      return
    }
    switch (message.kind) {
      case 'answer':
        // Unknown when its query was given up meanwhile.
        this.#waiting.get(message.queryId.toString('latin1'))?.resolve(message.answer)
        break
      case 'ping':
        this.#frames.send({ kind: 'pong', randomId: message.randomId })
        break
      case 'pong':
      case 'empty':
        break
      default:
        throw new AdnlError('unexpected_message', `the server sent ${nameOf(message)}`)
    }
  }

  /** Counts intervals, not time, so that a machine that slept does not take the server for dead. */
  #ping(): void {
    if (this.#silentIntervals >= SILENT_INTERVALS) {
      const waited = SILENT_INTERVALS * this.#limits.pingMs
      const silence = new AdnlError('silence', `nothing came for ${waited} ms`)
      this.#shut(silence.message, silence)
      return
    }
    this.#silentIntervals++
    this.#frames.send({ kind: 'ping', randomId: takeRandom(8).readBigInt64LE() })
  }

  #shut(why: string, cause?: unknown): void {
    if (this.#closedBy) return
    const reason = new LiteConnectionError(this.server, why, { cause })
    this.#closedBy = reason
    clearInterval(this.#pingTimer)
    this.#socket.destroy()
    this.#opening?.failed(reason)
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
    for (const listener of this.#closeListeners) listener(reason)
    this.#closeListeners.clear()
  }
}
