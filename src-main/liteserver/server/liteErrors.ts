import { LiteServerError } from '../errors.ts'

/** The reference server's error codes (`ErrorCode` of its validator engine). */
const BAD_REQUEST = -400
export const PLAIN_ERROR = 0
export const FAILURE = 601
export const PROTOCOL_VIOLATION = 621
export const NOT_READY = 651
export const TIMEOUT = 652
/** The devnet's own code for a full disk, as in HTTP. The reference server has no such code. */
export const NO_SPACE = 507

/**
 * Returns an error for `liteServer.error`. BAD_REQUEST is the reference server's code for errors without a
 * special one.
 */
export function liteError(message: string, code: number = BAD_REQUEST): LiteServerError {
  return new LiteServerError(code, message)
}

/** Returns the same error with a prefix that names the failed operation. */
export function prefixed(prefix: string, error: LiteServerError): LiteServerError {
  return new LiteServerError(error.code, `${prefix}${error.message}`, { cause: error })
}
