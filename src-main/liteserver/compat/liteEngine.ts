import { EventEmitter } from 'node:events'
import type { LiteEngine } from 'ton-lite-client'
import type { TLFunction } from 'ton-tl'
import { TLReadBuffer, TLWriteBuffer } from 'ton-tl'
import { LiteTimeoutError } from '../errors.ts'
import { decodeLiteServerError } from '../tl/function.ts'
import { wrapLiteQuery } from '../tl/liteQuery.ts'
import { liteServerError } from '../tl/liteServerError.ts'
import { TlReader } from '../tl/reader.ts'

/** The transport of an engine: an AdnlConnection, or anything else that sends a query to a liteserver. */
export type LiteTransport = {
  query(data: Buffer, options: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<Buffer>
  close(): void
  readonly closed: boolean
  onClose(listener: (reason: Error) => void): unknown
}

const TIMEOUT_MS = 5_000

/**
 * A `LiteEngine` of ton-lite-client on Tonscope's connections: `new LiteClient({ engine: new
 * TransportLiteEngine(it) })`. It supports the constructors of ton-lite-client. Unlike that package's
 * own engines it keeps the code of a server's error (LiteServerError), never sends a query twice, and never
 * reconnects; reconnecting is left to the transport. Closing the engine closes the transport.
 */
export class TransportLiteEngine extends EventEmitter implements LiteEngine {
  readonly #transport: LiteTransport
  #closing = false

  constructor(transport: LiteTransport) {
    super()
    this.#transport = transport
    // Node ends the process for an `error` event without a listener.
    this.on('error', () => {})
    // Deferred, so that the caller can add listeners first.
    setImmediate(() => {
      if (transport.closed) return
      this.emit('connect')
      this.emit('ready')
    })
    transport.onClose((reason) => {
      if (!this.#closing) this.emit('error', reason, true)
      this.emit('close')
    })
  }

  /**
   * Sends a query. `timeout` is in milliseconds, 5,000 by default; `awaitSeqno` makes the server wait that long for
   * the masterchain block. Rejects with LiteServerError, LiteTimeoutError or the transport's error.
   */
  async query<REQ, RES>(
    f: TLFunction<REQ, RES>,
    req: REQ,
    args: { timeout?: number; awaitSeqno?: number } = {},
  ): Promise<RES> {
    if (this.#transport.closed) throw new Error('Engine is closed')
    const { timeout: timeoutMs = TIMEOUT_MS, awaitSeqno: seqno } = args
    const writer = new TLWriteBuffer()
    f.encodeRequest(req, writer)
    const data = wrapLiteQuery(writer.build(), seqno === undefined ? undefined : { seqno, timeoutMs })

    const answer = await this.#send(data, timeoutMs)
    if (new TlReader(answer).peekUint32() === liteServerError.id) throw decodeLiteServerError(answer)
    // A copy, since TLReadBuffer.readInt64 modifies its input.
    return f.decodeResponse(new TLReadBuffer(Buffer.from(answer)))
  }

  async #send(data: Buffer, timeoutMs: number): Promise<Buffer> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await this.#transport.query(data, { signal, timeoutMs })
    } catch (error) {
      throw signal.aborted && error === signal.reason ? new LiteTimeoutError('query', timeoutMs) : error
    }
  }

  close(): void {
    this.#closing = true
    this.#transport.close()
  }

  isClosed(): boolean {
    return this.#transport.closed
  }

  isReady(): boolean {
    return !this.#transport.closed
  }
}
