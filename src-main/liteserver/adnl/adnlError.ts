export type AdnlErrorCode =
  /** The first 256 bytes are not a handshake for our key. */
  | 'handshake'
  /** A frame's SHA-256 is not that of its content. */
  | 'checksum'
  /** A frame announces more bytes than the limit, or fewer than a nonce and a checksum. */
  | 'frame_size'
  /** A frame's content is not a message that this side expects. */
  | 'unexpected_message'
  /** A client authenticates itself wrongly or twice. */
  | 'authentication'
  /** Nothing came from the peer, not even an answer to pings. */
  | 'silence'
  /** The client of a query that runs is gone. */
  | 'disconnected'
  /** As many queries wait as the connection allows. */
  | 'too_many_queries'
  /** The peer reads too slowly for what it asked. */
  | 'slow_reader'

/** A breach of ADNL over TCP by the peer (which closes the connection), or of a limit of our own. */
export class AdnlError extends Error {
  readonly code: AdnlErrorCode

  constructor(code: AdnlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AdnlError'
    this.code = code
  }
}
