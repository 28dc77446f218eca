import { LiteServerError } from '../errors.ts'

/** The reference server's error codes (`ErrorCode` of its validator engine). */
export const BAD_REQUEST = -400
export const PLAIN_ERROR = 0
export const FAILURE = 601
export const PROTOCOL_VIOLATION = 621
export const NOT_READY = 651
export const TIMEOUT = 652
/** The devnet's own code, HTTP's: its disk is full. The reference server has none for that. */
export const NO_SPACE = 507

/** An answer `liteServer.error`; BAD_REQUEST is what the reference answers where it has no special code. */
export function refusal(message: string, code: number = BAD_REQUEST): LiteServerError {
  return new LiteServerError(code, message)
}

/** The same refusal behind a few words of what was being done. */
export function prefixed(prefix: string, error: LiteServerError): LiteServerError {
  return new LiteServerError(error.code, `${prefix}${error.message}`, { cause: error })
}
