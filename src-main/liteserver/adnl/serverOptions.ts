export type QueryInfo = {
  /** `address:port` of the client. */
  readonly remote: string
  /** Aborted when the client is gone: nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export type ServeOptions = {
  /** 127.0.0.1 unless told. */
  readonly host?: string | undefined
  /** 0, unless told: any free port. */
  readonly port?: number | undefined
  /** 32 bytes: the server's Ed25519 secret. */
  readonly privateKeySeed: Uint8Array
  /**
   * Answers the content of adnl.message.query; `data` is a view that stays valid. A LiteServerError or TlError
   * that it throws is answered as liteServer.error; so is, without its text, any other, which goes to `onError`.
   */
  onQuery(data: Buffer, info: QueryInfo): Promise<Buffer>
  /** Failures of `onQuery` and breaches of the protocol by clients, for the log. */
  onError?(error: unknown, remote: string): void
  readonly limits?: Partial<ServerLimits> | undefined
}

export type ServerLimits = {
  /** Further connections are closed at once. */
  readonly connections: number
  /** Queries of one connection that run at once; further ones wait in the socket. */
  readonly inFlight: number
  /** The longest frame that is accepted from a client. */
  readonly frameBytes: number
  /** Milliseconds for the 256 bytes of the handshake. */
  readonly handshakeMs: number
  /** Unsent bytes of answers above which a connection's further queries wait. */
  readonly queuedBytes: number
  /** Milliseconds without a byte read by a client above `queuedBytes`, after which it is closed. */
  readonly slowReaderMs: number
  /** Milliseconds that `close` leaves to running queries. */
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
