/** The client of a query. */
export type QueryInfo = {
  /** `address:port` of the client. */
  readonly remote: string
  /** Aborted when the client disconnects and the answer is no longer needed. */
  readonly signal: AbortSignal
}

/** Options of an ADNL server. */
export type ServeOptions = {
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** 0 by default: any free port. */
  readonly port?: number | undefined
  /** 32 bytes: the server's Ed25519 secret. */
  readonly privateKeySeed: Uint8Array
  /**
   * Answers the content of adnl.message.query; `data` is a view that stays valid. A thrown LiteServerError or TlError
   * is answered as liteServer.error; any other error too, but without its text, which goes to `onError`.
   */
  onQuery(data: Buffer, info: QueryInfo): Promise<Buffer>
  /** Gets unexpected errors of `onQuery` and protocol violations by clients, for the log. */
  onError?(error: unknown, remote: string): void
  readonly limits?: Partial<ServerLimits> | undefined
}

/** Limits of an ADNL server. */
export type ServerLimits = {
  /** The maximum number of connections; further ones are closed at once. */
  readonly connections: number
  /** The maximum number of concurrent queries of one connection; further ones wait in the socket. */
  readonly inFlight: number
  /** The maximum length of a frame from a client. */
  readonly frameBytes: number
  /** Milliseconds for the 256 bytes of the handshake. */
  readonly handshakeMs: number
  /** The number of unsent bytes above which a connection's further queries wait. */
  readonly queuedBytes: number
  /** Milliseconds after which a client above `queuedBytes` that reads nothing is disconnected. */
  readonly slowReaderMs: number
  /** Milliseconds that `close` gives to running queries. */
  readonly closeMs: number
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  connections: 256,
  inFlight: 16,
  frameBytes: 0x4_0000,
  handshakeMs: 5_000,
  queuedBytes: 0x200_0000,
  slowReaderMs: 60_000,
  closeMs: 2_000,
}
