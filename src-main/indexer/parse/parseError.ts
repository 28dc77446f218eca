export type ParseErrorCode =
  /** The data are not what they should be. */
  | 'malformed'
  /** The thread ended in the midst of it; another takes its place. */
  | 'crashed'
  /** Too much waits already. */
  | 'busy'
  | 'closed'

/** Why a block or what read-through found did not become facts. */
export class ParseError extends Error {
  readonly code: ParseErrorCode

  constructor(code: ParseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ParseError'
    this.code = code
  }
}
