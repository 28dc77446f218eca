import { TypedError } from '#shared/typedError.ts'
/** A code of ParseError. */
export type ParseErrorCode =
  /** The data are not of the expected form. */
  | 'malformed'
  /** The thread ended during the job; another one replaces it. */
  | 'crashed'
  /** Too many jobs are queued. */
  | 'busy'
  | 'closed'

/** The error of a failed parse job. */
export class ParseError extends TypedError<ParseErrorCode> {}
