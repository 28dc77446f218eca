import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'

/** Codes of a MetadataError. */
export type MetadataErrorCode =
  /** The text is not a URL, is too long or has credentials. */
  | 'bad-url'
  /** The scheme is not supported: TON Storage, ftp, file and others. */
  | 'scheme'
  /** The address or port is not public and not allowed by a setting. */
  | 'forbidden-address'
  /** The host name does not resolve. */
  | 'dns'
  /** This machine has no network, or its resolver does not answer. */
  | 'no-network'
  /** The connection failed or was closed. */
  | 'connection'
  /** The server's status is not 2xx, and not 429. */
  | 'status'
  /** The server's status is 429. */
  | 'rate-limited'
  | 'redirects'
  /** The body, encoded or decoded, is longer than the limit. */
  | 'too-large'
  /** The content encoding is unknown or broken. */
  | 'encoding'
  | 'timeout'
  /** The content is not a JSON object. */
  | 'not-json'
  | 'not-image'
  /** No stored content names the image. */
  | 'unknown-image'
  /** The queue is full: the request was dropped. */
  | 'busy'
  /** Fetching is off, the network is offline, or the service is closed. */
  | 'off'

/** The error of off-chain content that could not be fetched or read; the message is a sentence for the user. */
export class MetadataError extends TypedError<MetadataErrorCode> {
  /** How long the server asks not to be asked again, ms; undefined if it does not say. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: MetadataErrorCode,
    message: string,
    { retryAfterMs, ...options }: TypedErrorOptions & { readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(code, message, options)
    this.retryAfterMs = retryAfterMs
  }
}
