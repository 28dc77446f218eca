export type TlErrorCode =
  /** The data ends inside a value. */
  | 'truncated'
  /** Bytes follow the value. */
  | 'trailing'
  /** A constructor id that the place does not allow. */
  | 'unknown_constructor'
  /** A vector announces more elements than the rest of the data can hold. */
  | 'vector_length'
  /** A value to encode does not fit its TL type, or is missing. */
  | 'invalid_value'
  /** `mode` announces a field that is absent, or the other way round. */
  | 'mode_mismatch'
  /** A prefix or wrapper of a liteserver query stands twice. */
  | 'nested_query'

/**
 * Bytes that are not of the scheme, or a value that the scheme cannot carry. The texts are those of the
 * reference node's parser, so that a server may send them as they are.
 */
export class TlError extends Error {
  readonly code: TlErrorCode
  /** Bytes read (or written) when the fault was found. */
  readonly offset: number

  constructor(code: TlErrorCode, message: string, offset: number) {
    super(`${message} at ${offset}`)
    this.name = 'TlError'
    this.code = code
    this.offset = offset
  }
}
