import { TypedError } from '#shared/typedError.ts'
/** The reason of an AdnlError. */
export type AdnlErrorCode =
  /** The first 256 bytes are not a handshake for this server's key. */
  | 'handshake'
  /** A frame's SHA-256 does not match its content. */
  | 'checksum'
  /** A frame announces more bytes than the limit, or fewer than a nonce and a checksum. */
  | 'frame_size'
  /** A frame's content is not a message that this side expects. */
  | 'unexpected_message'
  /** A client's authentication is invalid or repeated. */
  | 'authentication'
  /** The peer sent nothing, not even an answer to pings. */
  | 'silence'
  /** The client disconnected while its query was running. */
  | 'disconnected'
  /** The connection has its maximum number of pending queries. */
  | 'too_many_queries'
  /** The peer reads its answers too slowly. */
  | 'slow_reader'

/**
 * The error for a peer's violation of ADNL over TCP (which closes the connection), or for an exceeded local
 * limit.
 */
export class AdnlError extends TypedError<AdnlErrorCode> {}
