import { TypedError } from '#shared/typedError.ts'
/** The reason of a TlError. */
export type TlErrorCode =
  /** The data ends inside a value. */
  | 'truncated'
  /** Bytes follow the value. */
  | 'trailing'
  /** A constructor id that is not allowed here. */
  | 'unknown_constructor'
  /** A vector announces more elements than the rest of the data can hold. */
  | 'vector_length'
  /** A value to encode does not fit its TL type, or is missing. */
  | 'invalid_value'
  /** `mode` announces an absent field, or does not announce a present one. */
  | 'mode_mismatch'
  /** A prefix or wrapper of a liteserver query occurs twice. */
  | 'nested_query'

/**
 * The error for bytes that do not match the scheme, or for a value that the scheme cannot encode. The
 * messages are those of the reference node's parser, so that a server can send them unchanged.
 */
export class TlError extends TypedError<TlErrorCode> {
  /** The number of bytes read or written before the fault. */
  readonly offset: number

  constructor(code: TlErrorCode, message: string, offset: number) {
    super(code, `${message} at ${offset}`)
    this.offset = offset
  }
}
