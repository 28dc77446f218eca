import { LiteConnectionError, NoServerError } from '../errors.ts'
import type { Clock } from './clock.ts'
import { withDeadline } from './deadline.ts'
import type { ConnectLiteServer, LiteConnection, LiteServerAddress } from './liteConnection.ts'

type ServerLinkOptions = {
  readonly address: LiteServerAddress
  readonly clock: Clock
  readonly connect: ConnectLiteServer
  /** Deadline of an attempt to connect, ms. */
  readonly timeoutMs: number
}

/** The connection to one server, which is opened on demand. */
export class ServerLink {
  readonly #options: ServerLinkOptions
  #connection: LiteConnection | undefined
  #connecting: Promise<LiteConnection> | undefined
  /** Aborted when the link is closed. */
  readonly #closing = new AbortController()
  /** Whether queries go out with the handshake. A server that closes such a connection is given time to confirm it. */
  #isEager = true

  constructor(options: ServerLinkOptions) {
    this.#options = options
  }

  /**
   * Returns the open connection. Concurrent callers share the attempt to open it, which has its own deadline.
   * Rejects with LiteTimeoutError, LiteConnectionError or NoServerError (closed).
   */
  open(): Promise<LiteConnection> {
    const { signal: closed } = this.#closing
    if (closed.aborted) return Promise.reject(closed.reason)
    if (this.#connection && !this.#connection.closed) return Promise.resolve(this.#connection)
    const { address, clock, connect, timeoutMs } = this.#options
    this.#connecting ??= withDeadline(clock, { timeoutMs, stage: 'connect', signal: closed }, (signal) =>
      connect({ ...address, signal, timeoutMs, isEager: this.#isEager }),
    )
      .then((connection) => this.#keep(connection))
      .finally(() => {
        this.#connecting = undefined
      })
    return this.#connecting
  }

  /**
   * Sends a query over the open connection. If the server closes it before it confirmed the handshake, the query is
   * sent again over one that waits for the confirmation.
   */
  async query(
    connection: LiteConnection,
    data: Buffer,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<Buffer> {
    try {
      return await connection.query(data, options)
    } catch (error) {
      if (connection.isConfirmed !== false || !(error instanceof LiteConnectionError)) throw error
      this.#isEager = false
      return (await this.open()).query(data, options)
    }
  }

  /** Closes the present connection; the next query opens another one. */
  drop(): void {
    const connection = this.#connection
    this.#connection = undefined
    connection?.close()
  }

  /** Closes the connection for good, and ends an attempt to open it: it would keep a process alive until its deadline. */
  close(): void {
    this.#closing.abort(new NoServerError('the network is closed'))
    this.drop()
  }

  #keep(connection: LiteConnection): LiteConnection {
    const { signal: closed } = this.#closing
    if (closed.aborted) {
      connection.close()
      throw closed.reason
    }
    this.#connection = connection
    connection.onClose(() => {
      if (this.#connection === connection) this.#connection = undefined
    })
    return connection
  }
}
