import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { LiteConnectionError, LiteTimeoutError } from '../errors.ts'
import { AdnlError } from './adnlError.ts'
import { FrameSocket } from './frameSocket.ts'
import { MAX_FRAME_BYTES } from './frames.ts'
import type { SessionKeys } from './handshake.ts'
import { createHandshake } from './handshake.ts'
import { type FrameMessage, nameOf } from './messages.ts'
import { pooledRandomBytes } from './randomPool.ts'

/** A client's open connection to a liteserver. */
export type AdnlConnection = {
  /** `host:port`. */
  readonly server: string
  readonly closed: boolean
  /** Whether the server has confirmed the handshake. */
  readonly isConfirmed: boolean
  /** The number of pending queries. */
  readonly pending: number
  /**
   * Resolves with the answer to `data`, a view of its frame. Rejects with LiteTimeoutError, with the signal's reason,
   * with LiteConnectionError if the connection closes first, or with AdnlError `too_many_queries` beyond the limits.
   * A query is never sent twice.
   */
  query(data: Buffer, options?: QueryOptions): Promise<Buffer>
  /** Closes the connection. Pending queries reject with LiteConnectionError. */
  close(): void
  /** Calls `listener` once, after pending queries were rejected. Returns a function that removes it. */
  onClose(listener: (reason: LiteConnectionError) => void): () => void
}

/** Options of one query. */
export type QueryOptions = {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; 10,000 by default. */
  readonly timeoutMs?: number | undefined
}

/** The server to connect to, and the limits of the connection. */
export type ConnectOptions = {
  readonly host: string
  readonly port: number
  /** The server's Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for TCP and handshake together; 5,000 by default. */
  readonly timeoutMs?: number | undefined
  /**
   * Resolves when TCP is connected: queries then follow the handshake without a wait for its confirmation, which saves a
   * round trip. A server that does not confirm it in time closes the connection, as in the other case.
   */
  readonly isEager?: boolean | undefined
  readonly limits?: Partial<ClientLimits> | undefined
}

/** Limits of a connection. */
export type ClientLimits = {
  /** The maximum length of a frame from the server. */
  readonly frameBytes: number
  /** The maximum number of pending queries. */
  readonly pending: number
  /** The number of unsent bytes above which queries are refused. */
  readonly queuedBytes: number
  /** The interval of pings. Three intervals without a byte from the server close the connection. */
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
/** The maximum delay of Node's timers; a longer one would fire at once. */
const LONGEST_DELAY_MS = 0x7fff_ffff

/**
 * Opens an ADNL connection over TCP. Resolves after the server confirmed the handshake (see `isEager`). Rejects with
 * LiteConnectionError, LiteTimeoutError (`connect` or `handshake`), AdnlError `handshake` for an unusable
 * key, or the signal's reason.
 */
export async function connectAdnl(options: ConnectOptions): Promise<AdnlConnection> {
  options.signal?.throwIfAborted()
  const { packet, keys } = createHandshake(options.publicKey)
  const socket = connect({ host: options.host, port: options.port, noDelay: true })
  const server = `${options.host}:${options.port}`
  const connection = new ClientConnection(socket, server, keys, { ...DEFAULT_LIMITS, ...options.limits })
  const { timeoutMs = CONNECT_TIMEOUT_MS, signal, isEager } = options
  const confirmed = connection.open(packet, timeoutMs, signal)
  await (isEager ? Promise.race([confirmed, connection.connected]) : confirmed)
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
  /** Resolves when TCP is connected. */
  readonly connected: Promise<void>
  isConfirmed = false
  #opening: { confirmed(): void; failed(reason: unknown): void } | undefined
  #closedBy: LiteConnectionError | undefined
  #pingTimer: NodeJS.Timeout | undefined
  #silentIntervals = 0

  constructor(socket: Socket, server: string, keys: SessionKeys, limits: ClientLimits) {
    this.server = server
    this.#socket = socket
    this.#limits = limits
    this.#frames = new FrameSocket(socket, keys, limits.frameBytes)
    this.connected = new Promise((resolve) => socket.once('connect', resolve))
    socket.on('data', (data) => this.#receive(data))
    // The error for several failed addresses (localhost) has a code but no message.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') this.#shutByServer(error)
      else this.#shut(error.message || `${error.code}`, error)
    })
    socket.on('close', () => this.#shutByServer())
  }

  get closed(): boolean {
    return this.#closedBy !== undefined
  }

  get pending(): number {
    return this.#waiting.size
  }

  /** Sends the handshake and waits for the empty frame that confirms it. */
  async open(handshake: Buffer, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    // The socket buffers it until it is connected.
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

    const queryId = pooledRandomBytes(32)
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

  /** Handles received bytes. Never throws: any violation by the server closes the connection. */
  #receive(data: Buffer): void {
    if (this.#closedBy) return
    this.#silentIntervals = 0
    try {
      this.#frames.receive(data, (message) => this.#take(message))
    } catch (error) {
      if (!this.isConfirmed) this.#shutUnconfirmed('no liteserver with this key answers there', error)
      else this.#shut(error instanceof AdnlError ? error.message : 'a frame could not be read', error)
    }
  }

  #shutByServer(cause?: unknown): void {
    const why = 'the server closed the connection'
    if (this.isConfirmed) this.#shut(why, cause)
    else this.#shutUnconfirmed(`${why} before it confirmed the handshake`, cause)
  }

  /** Closes a connection to a server that is no liteserver, or that has another key. */
  #shutUnconfirmed(why: string, cause: unknown): void {
    this.#shut(why, new AdnlError('handshake', why, { cause }))
  }

  #take(message: FrameMessage): void {
    if (this.#opening) {
      if (message.kind !== 'empty') throw new AdnlError('handshake', 'the first frame is not empty')
      this.isConfirmed = true
      this.#opening.confirmed()
      this.#opening = undefined
      return
    }
    switch (message.kind) {
      case 'answer':
        // The id is unknown if the query was abandoned meanwhile.
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

  /** Counts intervals instead of time, so that connections survive the computer's sleep. */
  #ping(): void {
    if (this.#silentIntervals >= SILENT_INTERVALS) {
      const waited = SILENT_INTERVALS * this.#limits.pingMs
      const silence = new AdnlError('silence', `nothing came for ${waited} ms`)
      this.#shut(silence.message, silence)
      return
    }
    this.#silentIntervals++
    this.#frames.send({ kind: 'ping', randomId: pooledRandomBytes(8).readBigInt64LE() })
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
